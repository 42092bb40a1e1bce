import { defineConfig } from 'vitest/config'

/** Tests of pure code: a worker loads the modules of the program once, not once for each file. */
const PURE = ['bank', 'config', 'domain', 'i18n', 'publish', 'reports', 'std', 'tidy'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
)

/** Long tests that reach no branch of which the others are short. */
const NOT_FOR_COVERAGE = ['test/domain/fees/fit/recovery.test.ts', 'test/reports/in-browser.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for separate processes: a core reserved for the runner would be idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: process.argv.includes('--coverage') ? NOT_FOR_COVERAGE : [],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'program', include: ['test/**/*.test.ts'], exclude: PURE } },
    ],
    coverage: {
      provider: 'v8',
      include: [
        'src/domain/**',
        'src/service/http/retry.ts',
        'src/pipeline/schedule/{timetable,sweep-timetable}.ts',
        'reports/**',
      ],
      thresholds: {
        'src/domain/**': { branches: 100 },
        'src/service/http/retry.ts': { branches: 100 },
        'src/pipeline/schedule/{timetable,sweep-timetable}.ts': { branches: 100 },
        // The rest is what types require but cannot happen.
        'reports/**': { branches: 95 },
      },
    },
  },
})
