/**
 * `npm run mutants -- --mutate 'src/rules/account/*.ts'`: changes pure code, one place at a time; some test must fail
 * for each change. `test/mutants/runner.mjs` tries twenty a second. The command is for people, and not part of the
 * continuous integration.
 */
export default {
  testRunner: 'in-process',
  plugins: ['./test/mutants/runner.mjs'],
  mutate: ['src/core/**/*.ts', 'src/rules/**/*.ts'],
  // For a text that is compared, the comparison has its own mutant; the words of messages are for people to judge.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 1_500,
  timeoutFactor: 2,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: '.stryker/mutants.json' },
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['dist', '.build-*', '.stryker', 'coverage', 'docs', 'bench'],
  // TypeScript 7 has no API with which Stryker could rewrite a tsconfig, and that is not needed.
  tsconfigFile: 'none.json',
}
