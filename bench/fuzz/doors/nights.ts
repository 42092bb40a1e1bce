import { copyFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Door } from '../door.ts'
import { INVOICE, PAGE, SETTLEMENT } from './documents-of-service.ts'
import { listening } from './listening.ts'
import { chosenBy, NOW, statusAmong } from './program.ts'

const RUN = ['run', '--date', '2026-03-12', '--cycle', '11', '--quiet']
/** Exit statuses: everything agrees, differences, no access to earlier data, incomplete. */
const RUN_STATUSES = [0, 3, 4, 5]

/** Commands that read the night afterwards. */
const READERS: readonly (readonly string[])[] = [
  ['check', '--from', '2026-03-12', '--to', '2026-03-12', '--fail-on', 'never'],
  ['explain', '2026-03-12', '11'],
  ['statement', '--month', '2026-03', '--format', 'xlsx'],
  ['audit', '2026-03-12', '11', '--out', 'pack'],
  ['export', '--from', '2026-03-12', '--to', '2026-03-12', '--format', 'xlsx'],
  ['discrepancies', 'list', '--json'],
  ['history', '2026-03-12', '11'],
  ['fees', '--month', '2026-03'],
  ['find', 'R-1'],
  ['readings'],
  ['status'],
  ['in-transit', '--at', '2026-03-12'],
  ['close', '--through', '2026-03-12', '--force', '--reason', 'a trial'],
]

/** The service's answers: valid documents, except one. */
interface Answers {
  readonly list: Buffer
  readonly settlement: Buffer
}

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const VALID: Answers = { list: bytes(PAGE), settlement: bytes(SETTLEMENT) }

/**
 * Answers of the service in whole nights: after a valid night the input is the list of invoices or the settlement, then
 * everything is valid again. Each night is checked and reported, the database must verify, and another command reads
 * it. `database` has only the valid night.
 */
export const nightDoor = async (folder: string): Promise<{ readonly door: Door; readonly database: string }> => {
  let answers = VALID
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service')
    const isSettlement = pathname.startsWith('/v1/settlements/')
    const body = isSettlement ? answers.settlement : pathname === '/v1/invoices' ? answers.list : bytes(INVOICE)
    response.writeHead(200, { 'content-type': 'application/json', date: new Date(NOW).toUTCString() })
    response.end(body)
  })
  const baseUrl = `http://127.0.0.1:${await listening(server)}/v1`
  const [first, database] = [join(folder, 'first.db'), join(folder, 'cuadre.db')]
  const about = (db: string) => ({
    cwd: folder,
    env: { CUADRE_DB: db, CUADRE_BASE_URL: baseUrl, CUADRE_API_KEY: 'sk-fuzz-0123456789' },
  })
  const night = async (told: Answers, db: string): Promise<number> => {
    answers = told
    return statusAmong(RUN_STATUSES, RUN, about(db))
  }
  await night(VALID, first)
  const door: Door = {
    name: 'whole nights',
    share: 1_000,
    valid: [VALID.list, VALID.settlement],
    words: ['"items":', '"cursor":', '"count":', '"paymentAmount":', '"settlementTime":', '"status":'],
    enter: async (input) => {
      for (const name of ['out', 'pack', 'cuadre.db-wal', 'cuadre.db-shm'])
        rmSync(join(folder, name), { recursive: true, force: true })
      copyFileSync(first, database)
      const told = input.includes('"items"') ? { ...VALID, list: input } : { ...VALID, settlement: input }
      const status = await night(told, database)
      await night(VALID, database)
      await statusAmong([0], ['db', 'verify'], about(database))
      await statusAmong([0, 2, 3, 5], chosenBy(input, READERS), about(database))
      return status === 5 ? 'refused' : 'taken'
    },
    close: async () => {
      server.close()
    },
  }
  return { door, database: first }
}
