import { isCode } from '../../src/rules/registry.ts'
import { ERROR_CODES } from '../../src/std/error-codes.ts'
import { circlesIn } from './circles.ts'
import { readSources, type Source } from './source.ts'

const FUNCTION_LINES_MAX = 60

/** The sandbox shares no code with the client; the doctor asks the binding itself, which may be missing. */
const OPENERS = ['src/store/connection/open-sqlite.ts', 'src/sandbox/database.ts', 'jobs/steps/doctor/check-node.ts']

/** The checks and their registry; causes, assessments and accounts know no check by its code. */
const RULES = /^src\/rules\/(checks\/|[^/]+$)/
const sources = readSources()

/** Each fence lists its violations. */
export const FENCES = {
  'no circle of imports': () => circlesIn(sources).map((files) => files.join(' ')),
  [`no function of more than ${FUNCTION_LINES_MAX} lines`]: () =>
    sources.flatMap(({ file, functions }) =>
      functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX).map(({ name }) => `${file}: ${name}`),
    ),
  'no two exported types of one name': () =>
    [...filesByType(sources)].filter(([, files]) => files.length > 1).map(([name]) => name),
  'SQLite files are opened in one place': () =>
    sources
      .filter(({ file, text }) => text.includes('new Database(') && !OPENERS.includes(file))
      .map(({ file }) => file),
  'no literal of a check outside the rules': () =>
    sources
      .filter(({ file }) => !RULES.test(file) && !file.startsWith('src/sandbox/'))
      .flatMap(({ file, text }) => [...text.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => ({ file, code })))
      .filter(({ code }) => isCode(code) && !(code in ERROR_CODES))
      .map(({ file, code }) => `${file}: ${code}`),
}

const filesByType = (all: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  all.reduce(
    (names, { file, types }) => types.reduce((map, name) => map.set(name, [...(map.get(name) ?? []), file]), names),
    new Map<string, readonly string[]>(),
  )
