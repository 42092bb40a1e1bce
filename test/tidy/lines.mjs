import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import { fileURLToPath } from 'node:url'

/** `npm run lines`: the lines and files of each room, beside what `budget.json` allows. */

const ROOT = join(import.meta.dirname, '..', '..')
const CODE = /\.(?:tsx?|mjs|css|sql)$/
const DATA = ['test/expected', 'test/fuzz/corpus', 'test/judges', 'test/bank/samples', 'src/store/migrations']

const filesBelow = (folder, isMeant) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
    .filter(isMeant)

const linesIn = (file) => readFileSync(join(ROOT, file), 'latin1').split('\n').length - 1

const measured = (files) => ({ files: files.length, lines: files.reduce((sum, file) => sum + linesIn(file), 0) })

const isData = (file) => DATA.some((folder) => file.startsWith(`${folder}/`)) && !/\.(?:tsx?|mjs)$/.test(file)
const isProgram = (file) => CODE.test(file) && !isData(file)

/** The folders of `src`, and the other folders with code, are rooms; so is the data of tests and migrations. */
const rooms = () => [
  'src/index.ts',
  ...readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`),
  'jobs',
  'reports',
  'bench',
  'test',
]

/** { room: { files, lines } } of the checkout as it is. */
export const roomsAsTheyAre = () => {
  const own = rooms().map((room) => [
    room,
    measured(room.endsWith('.ts') ? [room] : filesBelow(room, (file) => isProgram(file))),
  ])
  const data = DATA.map((room) => [`${room} (data)`, measured(filesBelow(room, isData))])
  return Object.fromEntries([...own, ...data])
}

const sumOf = (table, isMeant) =>
  Object.entries(table)
    .filter(([room]) => isMeant(room))
    .reduce((sum, [, one]) => ({ files: sum.files + one.files, lines: sum.lines + one.lines }), { files: 0, lines: 0 })

if (argv[1] === fileURLToPath(import.meta.url)) {
  const now = roomsAsTheyAre()
  const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8'))
  const isOfProgram = (room) => /^(?:src|jobs|reports)/.test(room) && !room.endsWith('(data)')
  const rows = [...Object.entries(now), ['the program: src, jobs, reports', sumOf(now, isOfProgram)]]
  for (const [room, { files, lines }] of rows) {
    const allowed = budget[room] === undefined ? '' : `  of ${budget[room].lines}`
    stdout.write(`${room.padEnd(34)} ${String(files).padStart(5)} files ${String(lines).padStart(7)} lines${allowed}\n`)
  }
}
