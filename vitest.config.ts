import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/domain/**', 'src/api/retry.ts'],
      thresholds: { branches: 100 },
    },
  },
})
