import { basename, dirname } from 'node:path'
import { circlesIn } from './circles.ts'
import { plainName, readSources, type Source } from './source.ts'

const FUNCTION_LINES_MAX = 60
const FOLDER_FILES_MAX = 25
/** Files that only name what a whole folder offers. */
const FACES = ['index.ts', 'main.ts', 'registry.ts']

/** The sandbox shares no code with the client; the doctor asks the binding itself, which may be missing. */
const OPENERS = [
  'src/storage/connection/open-sqlite.ts',
  'src/sandbox/database.ts',
  'src/pipeline/doctor/check-node.ts',
]

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
  'every file is named for something it exports': () =>
    sources
      .filter(
        ({ exports, file }) =>
          !FACES.includes(basename(file)) &&
          exports.length > 0 &&
          !exports.some((name) => name.toLowerCase().includes(singular(plainName(file)))),
      )
      .map(({ file }) => file),
  'SQLite files are opened in one place': () =>
    sources
      .filter(({ file, text }) => text.includes('new Database(') && !OPENERS.includes(file))
      .map(({ file }) => file),
  [`no folder of more than ${FOLDER_FILES_MAX} files`]: () =>
    [...filesByFolder(sources)].filter(([, files]) => files > FOLDER_FILES_MAX).map(([folder]) => folder),
}

const filesByType = (all: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  all.reduce(
    (names, { file, types }) => types.reduce((map, name) => map.set(name, [...(map.get(name) ?? []), file]), names),
    new Map<string, readonly string[]>(),
  )

const filesByFolder = (all: readonly Source[]): ReadonlyMap<string, number> =>
  all.reduce(
    (folders, { file }) => folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1),
    new Map<string, number>(),
  )

/** `settings` and `setting` count as the same name. */
const singular = (name: string): string => name.replace(/s$/, '')
