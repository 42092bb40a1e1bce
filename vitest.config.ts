import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Thousands of databases are made and flushed: in memory that takes half the time. */
const MEMORY = '/dev/shm'
const ENOUGH = 4_000_000_000
const freeIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
if (existsSync(MEMORY) && freeIn(MEMORY) > ENOUGH) process.env.TMPDIR ??= MEMORY

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for separate processes: a core reserved for the runner would be idle.
    maxWorkers: '100%',
    // A worker loads the modules of the program once, not once for each file: a test undoes what it changes.
    isolate: false,
    // A busy machine fails no test: only what hangs is ended.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    reporters: ['default', './test/closing-line.ts'],
    setupFiles: ['./test/setup.ts'],
    include: ['test/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: [
        'src/core/**',
        'src/rules/**',
        'src/service/http/retry.ts',
        'jobs/steps/schedule/{timetable,sweep-timetable}.ts',
        'reports/**',
      ],
      thresholds: {
        'src/core/**': { branches: 100 },
        'src/rules/**': { branches: 100 },
        'src/service/http/retry.ts': { branches: 100 },
        'jobs/steps/schedule/{timetable,sweep-timetable}.ts': { branches: 100 },
        // The rest is what types require but cannot happen.
        'reports/**': { branches: 95 },
      },
    },
  },
})
