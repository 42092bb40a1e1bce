import { readFileSync } from 'node:fs'
import * as kit from '@vitest/expect'

/**
 * A replacement for `vitest` when all tests run in one process: tests are collected as functions that can be called
 * repeatedly.
 */
export const tests = []

let place = ''
let finishers = []

/** Names the file of the following tests. */
export const enterFile = (file) => {
  place = file
}

/** The body is the last argument, or comes before the timeout. */
const bodyOf = (rest) => rest.find((part) => typeof part === 'function')

export const test = (name, ...rest) => {
  const body = bodyOf(rest)
  const id = `${place} > ${name}#${tests.length}`
  tests.push({ id, name: id, fileName: place, run: () => runToEnd(body) })
}
const runToEnd = async (body) => {
  finishers = []
  try {
    await body()
  } finally {
    for (const finish of finishers) await finish()
  }
}
const each =
  (declare) =>
  (rows) =>
  (name, ...rest) => {
    const body = bodyOf(rest)
    for (const row of rows) declare(name, () => (Array.isArray(row) ? body(...row) : body(row)))
  }
test.each = each(test)
export const it = Object.assign((...parts) => test(...parts), { each: test.each })

export const describe = (_name, declareTests) => declareTests()
/** Tests that need an external program are skipped, since they do not test pure code. */
describe.skipIf = () => () => {}
test.skipIf = () => () => {}
export const beforeAll = () => {}
export const afterAll = () => {}
describe.each = (rows) => (_name, declareTests) => {
  for (const row of rows) Array.isArray(row) ? declareTests(...row) : declareTests(row)
}

export const onTestFinished = (finish) => finishers.push(finish)

for (const plugin of [kit.JestExtend, kit.JestChaiExpect, kit.JestAsymmetricMatchers]) kit.chai.use(plugin)

/** Vitest's own assertions. */
export const expect = Object.assign(
  (value, message) => kit.chai.expect(value, message),
  kit.chai.expect,
  globalThis[kit.ASYMMETRIC_MATCHERS_OBJECT],
)
kit.setState({ assertionCalls: 0, isExpectingAssertions: false }, expect)
globalThis[kit.GLOBAL_EXPECT] = expect

/** Stored texts are compared, and never written here. */
kit.chai.expect.extend(expect, {
  toMatchFileSnapshot: (text, file) => ({
    pass: text === readFileSync(file, 'utf8'),
    message: () => `another text than that of ${file}`,
  }),
})
