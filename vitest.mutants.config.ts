import { defineConfig } from 'vitest/config'

/** The tests of what is pure, as one project: the runner of mutants takes no other. */
export default defineConfig({
  test: {
    include: ['domain', 'reports'].map((folder) => `test/${folder}/**/*.test.ts`),
    // These start a browser, or the compiled program.
    exclude: ['test/reports/in-browser.test.ts', 'test/reports/schedule-files.test.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
})
