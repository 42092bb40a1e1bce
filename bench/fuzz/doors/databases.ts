import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillInbox } from '../../bits/scene.ts'
import type { Door } from '../door.ts'
import { chosenBy, ended } from './program.ts'

/** Commands that open the database. */
const COMMANDS: readonly (readonly string[])[] = [
  ['check', '--from', '2026-03-01', '--to', '2026-03-31', '--fail-on', 'never'],
  ['status'],
  ['explain', '2026-03-12', '11'],
  ['statement', '--month', '2026-03', '--format', 'xlsx'],
  ['audit', '2026-03-12', '11', '--out', 'pack'],
  ['export', '--from', '2026-03-01', '--to', '2026-03-31', '--format', 'csv'],
  ['discrepancies', 'list', '--json'],
  ['history', '2026-03-12', '11'],
  ['fees', '--month', '2026-03'],
  ['fees', 'fit'],
  ['readings'],
  ['find', 'R-1'],
  ['bank', 'list'],
  ['bank', 'accounts'],
  ['runs', 'list'],
  ['in-transit', '--at', '2026-03-12'],
  ['close', '--through', '2026-03-12', '--force', '--reason', 'a trial'],
  ['merchants', 'list'],
  ['db', 'verify'],
  ['db', 'backup', 'backup.db'],
  ['db', 'restore', 'cuadre.db', '--db', 'restored.db'],
]

/** Commands that open the inbox. */
const COMMANDS_OF_INBOX: readonly (readonly string[])[] = [
  ['webhooks', 'list', '--json'],
  ['webhooks', 'show', 'w-3'],
  ['inbox', '--quiet'],
  ['status'],
  ['db', 'verify'],
  ['db', 'backup', 'backup.db'],
  ['db', 'restore', 'cuadre.db', '--db', 'restored.db'],
]

/** A database with some changed bytes. */
export const databaseDoor = (folder: string, database: string): Door =>
  doorOf({ name: 'databases', folder, files: { 'cuadre.db': readFileSync(database) }, commands: COMMANDS })

/** An inbox with some changed bytes, next to an intact database. */
export const inboxDoor = (folder: string, database: string): Door => {
  const inbox = join(folder, 'inbox')
  fillInbox(inbox)
  const files = { 'cuadre.db.inbox': readFileSync(inbox), 'cuadre.db': readFileSync(database) }
  return doorOf({ name: 'inboxes', folder, files, commands: COMMANDS_OF_INBOX })
}

interface Files {
  readonly name: string
  readonly folder: string
  /** The first one is changed. */
  readonly files: Readonly<Record<string, Buffer>>
  readonly commands: readonly (readonly string[])[]
}

/** A change in an input: four bytes select one of the bytes that are not zero, and one byte is its new value. */
const CHANGE_BYTES = 5

/** No service is listening there. */
const NOBODY = 'http://127.0.0.1:9/v1'

/** An input is a list of changes: a file with inserted bytes would be refused at its first page. */
const doorOf = ({ name, folder, files, commands }: Files): Door => {
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
      const { status, told } = await ended(command, { cwd, env })
      if (status === 1) throw new Error(`${command.join(' ')}: ${told}`)
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
