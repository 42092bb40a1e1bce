/**
 * `npm run mutants -- --mutate 'src/domain/account/*.ts'`: changes the code of what is pure, one place at a time; some test must fail of each
 * change. Whole folders take hours: it is a command for people, and no part of the continuous integration.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  mutate: ['src/domain/**/*.ts'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: '.stryker/mutants.json' },
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['dist', '.build-*', '.stryker', 'coverage', 'docs', 'bench'],
  // TypeScript 7 has no interface by which Stryker could rewrite a tsconfig, and none needs to be.
  tsconfigFile: 'none.json',
}
