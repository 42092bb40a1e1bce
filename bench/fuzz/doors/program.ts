import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands } from '../../../src/cli/commands/commands.ts'
import { commandIn, isOn } from '../../../src/cli/framework/words.ts'
import { fillInbox } from '../../bits/scene.ts'
import { typed } from '../../typed.ts'
import type { Answer, Door } from '../door.ts'

const COMMANDS = await allCommands()

/** One of several choices, determined by the bytes of an input. */
export const chosenBy = <T>(input: Buffer, choices: readonly T[]): T => {
  const chosen = choices[input.reduce((sum, byte) => sum + byte, input.length) % choices.length]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}

export const lines = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))

/** The examples of every command. */
const LINES = COMMANDS.flatMap(({ examples }) => examples.map(([line]) => line.replace(/^cuadre /, '').split(' ')))

/** Commands that stay up, ask a person, or start the service itself. */
const LASTING = ['sandbox', 'webhooks serve', 'demo', 'init', 'worker', 'ui']

const lasts = (words: readonly string[]): boolean => {
  const name = commandIn(words, COMMANDS)?.command.name ?? ''
  if (name === 'schedule') return !isOn(words, 'print') && !isOn(words, 'health')
  return LASTING.some((lasting) => name.startsWith(lasting))
}

/** Each flag of each command. */
const FLAGS = [...new Set(COMMANDS.flatMap(({ flags }) => Object.keys(flags)))].map((flag) => `--${flag}`)

/** A word that ends the present word of a JSON list of words and starts another. */
const between = (word: string): string => `","${word}","`

/** Command lines, as a JSON list of words; with a database, or in a folder without one. */
export const commandLines = (folder: string, database: string | null): Door => {
  const at = { cwd: join(folder, 'a/b/c/d'), env: database === null ? {} : { CUADRE_DB: database } }
  mkdirSync(at.cwd, { recursive: true })
  const flags = ['--', '--help', '--json', '--debug', '--db', '--config', '--lang","es', ...FLAGS]
  return {
    name: 'command lines',
    share: 16_000,
    valid: LINES.map((words) => Buffer.from(JSON.stringify(words))),
    words: ['","', '--date=', '-x', '--no-', ...flags.map(between)],
    /** Any exit status except that of a bug. */
    enter: async (input): Promise<Answer> => {
      const words = wordsIn(input).filter((word) => !word.includes('\0') && !/(^|=)\//.test(word))
      if (lasts(words)) return 'refused'
      const { status, stderr } = await typed(words, at)
      if (status === 1) throw new Error(stderr)
      return status === 0 ? 'taken' : 'refused'
    },
  }
}

/** Text that is not a list has one word for each line. */
const wordsIn = (input: Buffer): readonly string[] => {
  const text = input.toString('utf8')
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.map(String) : [String(read)]
  } catch {
    return text.split('\n')
  }
}

/** Commands that read what a night left. */
export const READERS = lines(`
  check --from 2026-03-12 --to 2026-03-12 --fail-on never
  explain 2026-03-12 11
  statement --month 2026-03 --format xlsx
  audit 2026-03-12 11 --out pack
  export --from 2026-03-12 --to 2026-03-12 --format xlsx
  discrepancies list --json
  history 2026-03-12 11
  fees --month 2026-03
  find R-1
  readings
  status
  in-transit --at 2026-03-12
  close --through 2026-03-12 --force --reason trial`)

const READERS_OF_DATABASE = lines(`
  export --from 2026-03-01 --to 2026-03-31 --format csv
  fees fit
  bank list
  bank accounts
  runs list
  merchants list
  db verify
  db backup backup.db
  db restore cuadre.db --db restored.db`)

const READERS_OF_INBOX = lines(`
  webhooks list --json
  webhooks show w-3
  inbox --quiet
  status
  db verify
  db backup backup.db
  db restore cuadre.db --db restored.db`)

/** A database with some changed bytes. */
export const databaseDoor = (folder: string, database: string): Door =>
  doorOf('databases', folder, { 'cuadre.db': readFileSync(database) }, [...READERS, ...READERS_OF_DATABASE])

/** An inbox with some changed bytes, next to an intact database. */
export const inboxDoor = (folder: string, database: string): Door => {
  const inbox = join(folder, 'inbox')
  fillInbox(inbox)
  const files = { 'cuadre.db.inbox': readFileSync(inbox), 'cuadre.db': readFileSync(database) }
  return doorOf('inboxes', folder, files, READERS_OF_INBOX)
}

/** A change in an input: four bytes select one of the bytes that are not zero, and one byte is its new value. */
const CHANGE_BYTES = 5

/** No service is listening there. */
const NOBODY = 'http://127.0.0.1:9/v1'

/** An input is a list of changes of the first file: one with inserted bytes would be refused at its first page. */
const doorOf = (
  name: string,
  folder: string,
  files: Readonly<Record<string, Buffer>>,
  commands: readonly (readonly string[])[],
): Door => {
  const [cwd, changed] = [join(folder, 'here'), Object.keys(files)[0] ?? '']
  const whole = files[changed] ?? Buffer.alloc(0)
  // Much of a small database is free space.
  const places = Uint32Array.from(whole.keys()).filter((place) => whole[place] !== 0)
  const env = { CUADRE_DB: join(cwd, 'cuadre.db'), CUADRE_BASE_URL: NOBODY, CUADRE_API_KEY: 'sk-fuzz-0123456789' }
  return {
    name,
    share: 1_000,
    valid: [Buffer.from('00001000ff', 'hex'), Buffer.from('00001000310000200022', 'hex')],
    words: ['\u0000', '\u00ff', '\u0001', '\u0080'],
    enter: async (input) => {
      rmSync(cwd, { recursive: true, force: true })
      mkdirSync(cwd)
      for (const [file, bytes] of Object.entries(files))
        writeFileSync(join(cwd, file), file === changed ? withChanges(whole, places, input) : bytes)
      const command = chosenBy(input, commands)
      const { status, stderr } = await typed(command, { cwd, env })
      if (status === 1) throw new Error(`${command.join(' ')}: ${stderr}`)
      return status === 6 ? 'refused' : 'taken'
    },
  }
}

const withChanges = (whole: Buffer, places: Uint32Array, input: Buffer): Buffer => {
  const bytes = Buffer.from(whole)
  for (let at = 0; at + CHANGE_BYTES <= input.length; at += CHANGE_BYTES)
    bytes[places[input.readUInt32BE(at) % places.length] ?? 0] = input[at + CHANGE_BYTES - 1] ?? 0
  return bytes
}
