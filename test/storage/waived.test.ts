import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DispositionIntent } from '../../src/domain/findings/act.ts'
import type { Finding } from '../../src/domain/findings/discrepancy.ts'
import { fromCentavos, ZERO } from '../../src/domain/money.ts'
import { messageIn } from '../../src/i18n/sentences.ts'
import { linkEarlier } from '../../src/storage/chain/link-earlier.ts'
import { linkOf } from '../../src/storage/chain/link-of.ts'
import { factsOf } from '../../src/storage/dispositions/act-row.ts'
import { verifyDatabaseFile } from '../../src/storage/maintenance/verify/verify.ts'
import type { Store } from '../../src/storage/store.ts'
import { beginNight, openTestStore, pagesOf, pullNight, READER, SLOT, tempFolder } from './night.ts'
import { asOlderDatabase, NEWEST_SCHEMA } from './older-database.ts'

/** A finding as stored by versions before 0.2: its rule has the old name, and it has no amount. */
const found = (code: string, schema: number): Finding => ({
  code,
  severity: 'error',
  subject: 'settlement',
  figures: { unit: 'COP', reported: fromCentavos(5), expected: ZERO },
  message: 'this gateway payout fits: zero; the previous gateway settlement fitted: fees deducted',
  data: schema < WITH_DATA ? null : { rule: 'gateway-zero', before: 'prepaid' },
  amount: null,
  causes: [],
})

/** The first schema that stored the data of a sentence. */
const WITH_DATA = 9

const UNTIL = { date: SLOT.date, end: 500 }

/** Ana waives one permanently, one until a day, and one until a day that is over. */
const story = async (store: Store, schema: number): Promise<void> => {
  const run = await beginNight(store, 'r1')
  const pull = await pullNight(store, { run, pages: pagesOf([[{ id: 'a' }]]) })
  await store.findings.record(
    SLOT,
    pull,
    ['A', 'B', 'GATEWAY_READING'].map((code) => found(code, schema)),
  )
  const [forGood = '', stillOn = '', over = ''] = (await store.findings.ofSlot(SLOT)).map(({ id }) => id)
  const waive = (discrepancy: string, until: typeof UNTIL | null): DispositionIntent => ({
    kind: 'accept',
    discrepancy,
    reason: 'agreed',
    until,
  })
  const ended = { ...UNTIL, end: 100 }
  await store.dispositions.record([waive(forGood, null), waive(stillOn, UNTIL), waive(over, ended)], {
    by: 'Ana',
    at: 50,
  })
  await store.dispositions.endDecisions(100)
  const sum = { invoices: 1, amount: ZERO, paid: ZERO }
  const totals = { kept: 1, counted: 1, collected: ZERO, listed: sum, byStatus: new Map(), byMethod: new Map() }
  await store.assessments.record([{ slot: SLOT, pullId: pull.id, verdict: 'discrepant', totals, rulebook: '1 1' }])
  await store.runs.end(run, { at: 100, exitCode: 3, outcome: 'differs' })
}

type ActRow = Parameters<typeof factsOf>[0]

/** Acceptances under the word that earlier versions wrote into the chain. */
const underTheOldWord = (path: string): void => {
  const sqlite = new Database(path)
  sqlite.exec("DROP TRIGGER act_unchanged; DROP TRIGGER link_kept; UPDATE act SET kind = 'waive' WHERE kind = 'accept'")
  const rows = sqlite.prepare<[], ActRow>('SELECT * FROM act ORDER BY number').all()
  let previous: string | null = null
  for (const row of rows) {
    previous = linkOf(previous, factsOf(row))
    sqlite.prepare('UPDATE act SET chain = ? WHERE number = ?').run(previous, row.number)
  }
  sqlite.exec("DELETE FROM link; DELETE FROM sqlite_sequence WHERE name = 'link'")
  linkEarlier(sqlite, null)
  sqlite.close()
}

const databaseWithWaivers = async (schema: number): Promise<string> => {
  const path = join(tempFolder(), 'cuadre.db')
  const store = await openTestStore(path)
  await story(store, schema)
  await store.close()
  underTheOldWord(path)
  return asOlderDatabase(path, schema)
}

const states = async (store: Store) => (await store.findings.ofSlot(SLOT)).map(({ code, state }) => `${code} ${state}`)
const damageIn = async (path: string) => (await verifyDatabaseFile(path, READER, new AbortController().signal)).damage

/** The first schema had no links, and no waiving. */
const FIRST = 2
const SCHEMAS = Array.from({ length: NEWEST_SCHEMA - FIRST + 1 }, (_, before) => before + FIRST)

describe.each(SCHEMAS)('what was waived in a database of schema %i', (schema) => {
  test('is accepted, with its reason and its last day, and the chain verifies', async () => {
    const path = await databaseWithWaivers(schema)
    const store = await openTestStore(path)
    expect(await states(store)).toEqual(['A accepted', 'B accepted', 'GATEWAY_READING open'])
    const steps = [...(await store.findings.timelines(SLOT)).values()].map((life) =>
      life.map(({ event, by, why, act }) => [
        event,
        by,
        why?.en ?? null,
        act !== null && 'until' in act ? act.until?.date : null,
      ]),
    )
    expect(steps).toEqual([
      [
        ['found', null, null, null],
        ['accepted', 'Ana', 'agreed', undefined],
      ],
      [
        ['found', null, null, null],
        ['accepted', 'Ana', 'agreed', SLOT.date],
      ],
      [
        ['found', null, null, null],
        ['accepted', 'Ana', 'agreed', SLOT.date],
        ['acceptance-ended', 'cuadre', `its acceptance ended with ${SLOT.date}`, null],
      ],
    ])
    expect(await store.dispositions.endDecisions(500)).toMatchObject([{ kind: 'reopen', isAutomatic: true }])
    expect(await states(store)).toEqual(['A accepted', 'B open', 'GATEWAY_READING open'])
    await store.close()
    expect(await damageIn(path)).toEqual([])
  })

  test('goes on under the new words: claimed, with a ticket, and found with its pesos', async () => {
    const path = await databaseWithWaivers(schema)
    const store = await openTestStore(path)
    const [pull] = (await store.slots.states()).flatMap((state) => state.pull ?? [])
    if (pull === undefined) throw new Error('it was pulled')
    const again = (code: string): Finding => ({ ...found(code, schema), amount: fromCentavos(5) })
    await store.findings.record(SLOT, pull, ['A', 'B', 'GATEWAY_READING'].map(again))
    const discrepancies = await store.findings.ofSlot(SLOT)
    expect(discrepancies.map(({ state, amount }) => [state, amount])).toEqual([
      ['accepted', 5n],
      ['accepted', 5n],
      ['open', 5n],
    ])
    const discrepancy = discrepancies[2]?.id ?? ''
    const claim = { kind: 'claim', discrepancy, reason: 'asked', ticket: 'T-1', until: UNTIL } as const
    expect(await store.dispositions.record([claim], { by: 'Ana', at: 200 })).toMatchObject([claim])
    expect(await states(store)).toEqual(['A accepted', 'B accepted', 'GATEWAY_READING claimed'])
    await store.close()
    expect(await damageIn(path)).toEqual([])
  })
})

test('a finding with a rule of its old name is said in Spanish', async () => {
  const store = await openTestStore(await databaseWithWaivers(NEWEST_SCHEMA - 1))
  const finding = (await store.findings.ofSlot(SLOT)).find(({ code }) => code === 'GATEWAY_READING')
  if (finding === undefined) throw new Error('it was found')
  expect(messageIn(finding, 'es')).toEqual({
    text: 'este abono de pasarela corresponde a: cero; la liquidación de pasarela anterior, a: comisiones descontadas',
    language: 'es',
  })
  await store.close()
})
