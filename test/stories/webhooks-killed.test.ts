import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Pool } from 'undici'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { trials, tryWithin } from '../trials.ts'
import { ended, type Served, serve, serveLean } from '../webhooks/in-process.ts'
import { hmac, settlementEvent } from '../webhooks/receiving.ts'

/** Receivers side by side, each killed repeatedly over its own inbox. */
const LANES = 4
const KILLS = trials(6)
const CONNECTIONS = 8
/** A receiver is killed after this many answers, at a random later moment. */
const ANSWERS = 24

interface Ledger {
  readonly sent: Map<string, string>
  readonly answered: Set<string>
}

/**
 * Sends new events, and sometimes one that was never answered, until the receiver is gone. Returns how many got no
 * answer.
 */
const load = async ({ url, child }: Served, ledger: Ledger, killAfter: number): Promise<number> => {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS })
  let answers = 0
  let cutOff = 0
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
        cutOff += 1
        return
      }
      answers += 1
      if (answers === killAfter) child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  await pool.destroy()
  return cutOff
}

const nextOf = ({ sent, answered }: Ledger): string => {
  const lost = sent.size % 5 === 0 ? [...sent.keys()].find((id) => !answered.has(id)) : undefined
  return lost ?? randomUUID()
}

interface Lane {
  readonly kills: number
  readonly answered: number
  /** The notifications under way at a kill, which got no answer. */
  readonly cutOff: number
  readonly inbox: ReturnType<typeof inboxOf>
}

const lane = async (): Promise<Lane> => {
  const folder = emptyFolder()
  const ledger: Ledger = { sent: new Map(), answered: new Set() }
  let cutOff = 0
  const kills = await tryWithin(30, KILLS, async (kill) => {
    const served = await serveLean(join(folder, 'cuadre.db.inbox'))
    cutOff += await load(served, ledger, 1 + ((kill * 7) % ANSWERS))
    expect(await ended(served.child)).toBe('SIGKILL')
  })
  const last = await serve(folder)
  last.child.kill('SIGTERM')
  expect(await ended(last.child)).toBe(0)
  return { kills, answered: ledger.answered.size, cutOff, inbox: inboxOf(join(folder, 'cuadre.db.inbox'), ledger) }
}

/** What is wrong with the inbox, held against what was sent and answered. */
const inboxOf = (path: string, { sent, answered }: Ledger) => {
  const db = new Database(path, { readonly: true })
  try {
    const kept = db.prepare<[], [string, Buffer]>('SELECT webhook_id, body FROM event').raw().all()
    const ids = new Set(kept.map(([id]) => id))
    return {
      lost: [...answered].filter((id) => !ids.has(id)),
      twice: kept.length - ids.size,
      altered: kept.filter(([id, body]) => sent.get(id) !== body.toString()),
      conflicts: db.prepare('SELECT count(*) FROM conflict').pluck().get(),
      integrity: db.pragma('integrity_check', { simple: true }),
    }
  } finally {
    db.close()
  }
}

describe('a receiver killed under load', () => {
  test(`keeps every event it answered 200, once, at ${LANES * KILLS} moments`, async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, lane))
    for (const { kills, answered, cutOff, inbox } of lanes) {
      expect(inbox).toEqual({ lost: [], twice: 0, altered: [], conflicts: 0, integrity: 'ok' })
      expect(answered).toBeGreaterThan(kills)
      expect(cutOff).toBeGreaterThan(kills)
    }
  }, 1_500_000)
})
