import { defineConfig } from 'vitest/config'

/** The tests of what is pure, as one project: the runner of mutants takes no other. */
export default defineConfig({
  test: {
    include: ['domain', 'reports'].map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: ['test/reports/in-browser.test.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
