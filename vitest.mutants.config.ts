import { defineConfig } from 'vitest/config'

/** The tests of what is pure, as one project: the runner of mutants takes no other. */
export default defineConfig({
  test: { include: ['test/domain/**/*.test.ts'], testTimeout: 60_000, isolate: false },
})
