import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { describe, expect, test } from 'vitest'
import { ended, type Served, serve, serveLean } from '../webhooks/in-process.ts'
import { emptyFolder, hmac, settlementEvent } from '../webhooks/receiving.ts'

/** Receivers side by side, each killed repeatedly over its own inbox. */
const LANES = 4
const KILLS = 51
const CONNECTIONS = 8
/** A receiver is killed after this many answers, at a random later moment. */
const ANSWERS = 24

interface Ledger {
  readonly sent: Map<string, string>
  readonly answered: Set<string>
}

/** Sends new events, and sometimes one that was never answered, until the receiver is gone. */
const load = async ({ url, child }: Served, ledger: Ledger, killAfter: number): Promise<void> => {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS })
  let answers = 0
  const sender = async (): Promise<void> => {
    while (child.exitCode === null && child.signalCode === null) {
      const id = nextOf(ledger)
      const body = ledger.sent.get(id) ?? settlementEvent(id, { note: `first said with ${id}` })
      ledger.sent.set(id, body)
      try {
        const answer = await pool.request({
          path: '/webhooks',
          method: 'POST',
          headers: { 'x-signature': hmac(body) },
          body,
        })
        await answer.body.dump()
        if (answer.statusCode === 200) ledger.answered.add(id)
        else throw new Error(`answered ${answer.statusCode}`)
      } catch {
        return
      }
      answers += 1
      if (answers === killAfter) child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  await pool.destroy()
}

const nextOf = ({ sent, answered }: Ledger): string => {
  const lost = sent.size % 5 === 0 ? [...sent.keys()].find((id) => !answered.has(id)) : undefined
  return lost ?? randomUUID()
}

const lane = async (): Promise<number> => {
  const folder = emptyFolder()
  const ledger: Ledger = { sent: new Map(), answered: new Set() }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const served = await serveLean(join(folder, 'cuadre.db.inbox'))
    await load(served, ledger, 1 + ((kill * 7) % ANSWERS))
    expect(await ended(served.child)).toBe('SIGKILL')
  }
  const last = await serve(folder)
  last.child.kill('SIGTERM')
  expect(await ended(last.child)).toBe(0)
  expectWhole(join(folder, 'cuadre.db.inbox'), ledger)
  return KILLS
}

/** Every answered notification is stored once and whole; none is stored twice, and none that was never sent. */
const expectWhole = (path: string, { sent, answered }: Ledger): void => {
  const db = new Database(path, { readonly: true })
  try {
    const kept = db.prepare<[], [string, Buffer]>('SELECT webhook_id, body FROM event').raw().all()
    const bodies = new Map(kept.map(([id, body]) => [id, body.toString()]))
    expect(bodies.size).toBe(kept.length)
    expect([...answered].filter((id) => !bodies.has(id))).toEqual([])
    expect(kept.filter(([id, body]) => sent.get(id) !== body.toString())).toEqual([])
    expect(db.prepare('SELECT count(*) FROM conflict').pluck().get()).toBe(0)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(answered.size).toBeGreaterThan(KILLS)
  } finally {
    db.close()
  }
}

describe('a receiver killed under load', () => {
  test(`keeps every event it answered 200, once, at ${LANES * KILLS} moments`, async () => {
    const kills = await Promise.all(Array.from({ length: LANES }, lane))
    expect(kills.reduce((sum, number) => sum + number)).toBeGreaterThanOrEqual(200)
  }, 120_000)
})
