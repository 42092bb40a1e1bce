/**
 * `npm run mutants -- --mutate 'src/domain/account/*.ts'`: changes the code of what is pure, one place at a time; some test must fail of each
 * change. `test/mutants/runner.mjs` tries twenty a second. It is a command for people, and no part of the continuous integration.
 */
export default {
  testRunner: 'in-process',
  plugins: ['./test/mutants/runner.mjs', './test/mutants/survivors.mjs'],
  mutate: ['src/domain/**/*.ts'],
  // A text that is compared has another mutant, its comparison; the words of messages are for people to judge.
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 1_500,
  timeoutFactor: 2,
  reporters: ['progress-append-only', 'clear-text', 'json', 'survivors'],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: '.stryker/mutants.json' },
  tempDirName: '.stryker/sandbox',
  ignorePatterns: ['dist', '.build-*', '.stryker', 'coverage', 'docs', 'bench'],
  // TypeScript 7 has no interface by which Stryker could rewrite a tsconfig, and none needs to be.
  tsconfigFile: 'none.json',
}
