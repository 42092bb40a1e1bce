import { join } from 'node:path'
import { Pool } from 'undici'
import { expect, test } from 'vitest'
import { trials } from '../trials.ts'
import { ended, serve } from '../webhooks/in-process.ts'
import { eventsIn, hmac, reading } from '../webhooks/receiving.ts'
import { startNights } from './night.ts'

const DATE = '2026-03-12'
const LATER = '2026-03-13'
const CYCLES = ['11', '13', '16', '18', '20']
const IDS = trials(1_000)
const DELIVERIES = 4 * IDS
const CONNECTIONS = 64

/** The kind of an id: most are an invoice or a settlement of a due slot; the others have a trouble of their own. */
type Kind = 'due' | 'early' | 'no-slot' | 'forged' | 'conflict'
const kindOf = (n: number): Kind => {
  if (n % 50 === 0) return 'forged'
  if (n % 50 === 1) return 'conflict'
  if (n % 10 === 2) return 'early'
  return n % 10 === 3 ? 'no-slot' : 'due'
}

const bodyOf = (n: number, attempt: number, instead: Record<string, unknown> = {}): string => {
  const kind = kindOf(n)
  const date = kind === 'early' ? LATER : DATE
  const cycle = CYCLES[n % CYCLES.length]
  const slot = n % 7 === 0 ? { date, cycle } : { settlementDate: date, settlementTime: cycle }
  return JSON.stringify({
    webhookId: `w-${n}`,
    timestamp: `2026-03-12T20:00:${String(attempt % 60).padStart(2, '0')}.000Z`,
    type: n % 7 === 0 ? 'settlement' : 'invoice',
    data: { note: n, ...(kind === 'no-slot' ? {} : slot), ...instead },
  })
}

/** The same sequence on every machine, so that a failed storm can be reproduced. */
const randomOf = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

interface Delivery {
  readonly n: number
  readonly body: string
  readonly signature: string
  readonly status: 200 | 401
}

/** Every id at least twice, in any order; one in eight with a wrong signature; conflicts with two bodies. */
const storm = (): readonly Delivery[] => {
  const random = randomOf(20_260_312)
  const deliveries = Array.from({ length: DELIVERIES }, (_, at): Delivery => {
    const n = at < 2 * IDS ? at % IDS : Math.floor(random() * IDS)
    const isForged = kindOf(n) === 'forged' || (at >= IDS && random() < 0.125)
    const other = kindOf(n) === 'conflict' && at % 2 === 1 ? { note: -n } : {}
    const body = bodyOf(n, at, other)
    return { n, body, signature: hmac(body, ...(isForged ? ['a wrong key'] : [])), status: isForged ? 401 : 200 }
  })
  for (let last = deliveries.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [deliveries[last], deliveries[other]]
    if (a && b) [deliveries[last], deliveries[other]] = [b, a]
  }
  return deliveries
}

const blow = async (url: string, deliveries: readonly Delivery[]): Promise<readonly Delivery[]> => {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS })
  const wrong: Delivery[] = []
  const rest = deliveries.values()
  const sender = async (): Promise<void> => {
    for (const delivery of rest) {
      const { body, signature: x, status } = delivery
      const answer = await pool.request({ path: '/webhooks', method: 'POST', headers: { 'x-signature': x }, body })
      await answer.body.dump()
      if (answer.statusCode !== status) wrong.push(delivery)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  await pool.close()
  return wrong
}

test(`a storm of ${DELIVERIES} deliveries of ${IDS} ids has exactly the right effects`, async () => {
  const { service, folder, inbox } = await startNights('2026-03-12 22:30')
  for (const cycle of CYCLES) {
    service.tellSettled(DATE, cycle, 2)
  }
  const path = join(folder, 'cuadre.db.inbox')
  const receiver = await serve(folder)
  const deliveries = storm()
  expect(await blow(receiver.url, deliveries)).toEqual([])
  receiver.child.kill('SIGTERM')
  expect(await ended(receiver.child)).toBe(0)

  const numbers = Array.from({ length: IDS }, (_, n) => n)
  const named = (...kinds: readonly Kind[]) => numbers.filter((n) => kinds.includes(kindOf(n))).map((n) => `w-${n}`)
  const idsOf = (state: string) =>
    eventsIn(path)
      .filter((event) => event.state === state)
      .map(({ webhookId }) => webhookId)
      .toSorted()
  const told = eventsIn(path)
  expect(idsOf('waiting')).toEqual(named('due', 'early', 'conflict').toSorted())
  expect(idsOf('kept')).toEqual(named('no-slot').toSorted())
  expect(told).toHaveLength(IDS - named('forged').length)

  // Both bodies of a conflict arrived unless all of one kind were forged, which the sent deliveries show.
  expect(Object.fromEntries(told.map(({ webhookId, conflicts }) => [webhookId, conflicts + 1]))).toEqual(
    contentsOf(deliveries),
  )
  const first = reading(path, (opened) => opened.named('w-4'))
  expect(deliveries.some(({ body }) => body === Buffer.from(first?.body ?? []).toString())).toBe(true)

  const worked = await inbox()
  expect(worked).toMatchObject({ failed: 0, done: named('due', 'conflict').length, early: named('early').length })
  expect(idsOf('done')).toEqual(named('due', 'conflict').toSorted())
  expect(service.asked.filter((line) => line.startsWith('GET /v1/invoices')).toSorted()).toEqual(
    CYCLES.map((cycle) => `GET /v1/invoices?settlementDate=${DATE}&settlementCycle=${cycle}&limit=100`),
  )
  const asked = service.asked.length
  const unusable = named('no-slot').length
  expect(await inbox()).toEqual({
    report: null,
    done: 0,
    failed: 0,
    early: 0,
    waiting: named('early').length,
    unusable,
  })
  expect(service.asked).toHaveLength(asked)
})

/** The number of different contents, without timestamps, that arrived under each id with a valid signature. */
const contentsOf = (deliveries: readonly Delivery[]): Record<string, number> => {
  const contents = new Map<string, Set<string>>()
  for (const { n, body, status } of deliveries) {
    if (status !== 200) continue
    const { timestamp: _, ...said } = JSON.parse(body)
    const known = contents.get(`w-${n}`) ?? new Set()
    contents.set(`w-${n}`, known.add(JSON.stringify(said)))
  }
  return Object.fromEntries([...contents].map(([id, known]) => [id, known.size]))
}
