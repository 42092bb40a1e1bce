import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // A worker reads the modules of the program once, not once for each file: a third of the time of the tests of rules went there.
    isolate: false,
    // Many tests wait for processes of their own: a core kept for the runner would stand idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/closing-line.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/domain/**', 'src/service/http/retry.ts'],
      thresholds: { branches: 100 },
    },
  },
})
