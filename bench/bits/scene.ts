import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Delivery } from '../../src/core/notifications/notification.ts'
import { asCycle, asSlotDate } from '../../src/core/slot.ts'
import { openInbox } from '../../src/store/inbox/inbox.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { PROGRAM } from '../tool.ts'

/** The files in which bits are flipped, closed by all writers. */
export interface Scene {
  readonly database: string
  readonly inbox: string
  readonly backup: string
  readonly pack: string
  readonly zip: string
}

/** The week of the demo with its bank, acts of people, a closing, notifications, two evidence packs and a backup. */
export const makeScene = (folder: string): Scene => {
  const database = join(folder, 'cuadre-demo/cuadre.db')
  const files = { inbox: `${database}.inbox`, backup: join(folder, 'backup.db') }
  const packs = { pack: join(folder, 'pack'), zip: join(folder, 'pack.zip') }
  const cuadre = programIn(folder, database)
  cuadre('demo')
  const [accepted, claimed] = openIds(cuadre('discrepancies', 'list', '--json'))
  cuadre('discrepancies', 'accept', accepted, '--reason', 'a loss, taken as it is')
  cuadre('discrepancies', 'claim', claimed, '--reason', 'asked of the operator', '--ticket', 'A-1')
  cuadre('discrepancies', 'note', claimed, 'the operator was called')
  for (const pack of [packs.pack, packs.zip]) cuadre('audit', '2026-03-12', '11', '--out', pack)
  fillInbox(files.inbox)
  cuadre('db', 'backup', files.backup)
  return { database, ...files, ...packs }
}

const openIds = (json: string): readonly [string, string] => {
  const { discrepancies } = JSON.parse(json) as { discrepancies: { id: string; code: string; state: string }[] }
  const [first, second] = discrepancies
    .filter(({ code, state }) => !code.startsWith('BANK_') && (state === 'open' || state === 'new'))
    .map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('the demo has no open discrepancies')
  return [first, second]
}

const programIn =
  (folder: string, database: string) =>
  (...args: readonly string[]): string => {
    const env = { PATH: process.env.PATH, HOME: folder, CUADRE_DB: database, CUADRE_OUT: join(folder, 'out') }
    return execFileSync(process.execPath, [PROGRAM, ...args], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
  }

const AT = Date.parse('2026-03-13T03:30:00Z')
const NOTIFICATIONS = 40

/** Notifications in each state: waiting, postponed, done, kept, and one with another body under its id. */
export const fillInbox = (path: string): void => {
  const writer = openInboxWriter(path, 'default', 'signed-body')
  writer.listening(AT)
  writer.store(Array.from({ length: NOTIFICATIONS }, (_, index) => delivery(index, 'credited')))
  writer.store([delivery(3, 'paid'), delivery(3, 'paid')])
  writer.close()
  const inbox = openInbox(path, 'default')
  const waiting = inbox.events('waiting').map(({ id }) => id)
  inbox.done(waiting.slice(0, NOTIFICATIONS / 2), 'run-1')
  inbox.postpone(
    waiting.slice(-5).map((id) => ({ id, failures: 1, reason: 'the service did not answer', nextTryAt: AT + 60_000 })),
  )
  inbox.close()
}

const delivery = (index: number, status: string): Delivery => {
  const [date, cycle] = [asSlotDate('2026-03-12'), asCycle(['11', '13', '16', '18', '20'][index % 5] ?? '')]
  const slot = index % 7 === 0 || date === null || cycle === null ? null : { date, cycle }
  const body = Buffer.from(JSON.stringify({ webhookId: `w-${index}`, type: 'settlement', data: { ...slot, status } }))
  return {
    webhookId: `w-${index}`,
    format: 'signed-body',
    type: 'settlement',
    sentAt: '2026-03-13T03:30:30.000Z',
    payloadField: 'data',
    slot,
    unusable: slot === null ? 'its payload names no settlement date and cycle that can be asked for' : null,
    content: createHash('sha256').update(body).digest(),
    receivedAt: AT + index,
    body,
    headers: { 'content-type': 'application/json', 'x-signature': 'a'.repeat(64) },
  }
}
