import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { invoiceToKeep } from './bank-file.ts'
import {
  collect,
  DATABASE,
  type Implementation,
  NEVER_PULLED,
  NEXT_CYCLE,
  payoutMismatch,
  SLOT,
  SNAPSHOT,
} from './contract/scene.ts'

const merchantContract = ({ open }: Implementation): void => {
  test('the merchant goes by its name, belongs to one base URL and has customers', async () => {
    const { store } = await open()
    expect(store.merchant).toMatchObject({ name: 'default' })
    expect(await store.merchant.baseUrl()).toBe('https://one.example/v1')
    await expect(store.merchant.checkBaseUrl('https://two.example/v1')).rejects.toMatchObject({
      code: 'OTHER_BASE_URL',
    })
    expect(await store.merchant.customers()).toEqual({ documents: ['123'], names: [] })
    expect(await store.merchant.documents(['123'])).toEqual(['123'])
    expect(await store.merchant.documents(['12345'])).toEqual([])
    await store.close()
  })
}

const policyContract = ({ open }: Implementation): void => {
  test('the last policy is the one recorded last, and each is found by its number', async () => {
    const { store } = await open()
    const last = await store.policies.last()
    expect(last?.policy).toBe('{"last":true}')
    expect(await store.policies.withNumber(last?.number ?? 0)).toBe('{"last":true}')
    expect(await store.policies.withNumber((last?.number ?? 0) + 1)).toBeNull()
    await store.close()
  })
}

const runContract = ({ open }: Implementation): void => {
  test('runs are listed newest first, with what they read', async () => {
    const { store } = await open()
    const runs = await store.runs.list({ job: null, failed: false, most: 10 })
    expect(runs.map(({ id, read, notRead, end }) => [id, read, notRead, end?.exitCode])).toEqual([
      ['run-2000', 1, 1, 3],
      ['run-1000', 1, 0, 3],
    ])
    expect(await store.runs.lastStart()).toBe(2000)
    expect(await store.runs.lastSuccess()).toMatchObject({ id: 'run-2000' })
    expect(await store.runs.hasNights()).toBe(true)
    await store.close()
  })

  test('a run is found by ordinal and id, with its slots', async () => {
    const { store } = await open()
    const [run] = await store.runs.find('2')
    expect(run?.slots.map(({ slot, verdict }) => [slot, verdict])).toEqual([
      [SLOT, 'discrepant'],
      [NEXT_CYCLE, null],
    ])
    expect(await store.runs.find('run-2000')).toHaveLength(1)
    expect(await store.runs.find('run-6000')).toEqual([])
    await store.close()
  })
}

const pullContract = ({ open }: Implementation): void => {
  test('each slot has its last whole pull, and the attempt after it that failed', async () => {
    const { store, second } = await open()
    const states = await store.slots.states()
    expect(states.map(({ slot, pull, incomplete }) => [slot, pull?.id, incomplete?.code])).toEqual([
      [SLOT, second.id, undefined],
      [NEXT_CYCLE, undefined, 'UNREACHABLE'],
    ])
    expect(states[0]).toMatchObject({ assessment: { verdict: 'discrepant' }, actedSince: true })
    expect(await store.slots.paidBetween(SLOT.date, SLOT.date)).toEqual([SLOT])
    await store.close()
  })

  test('the history of a slot holds every pull with what it changed', async () => {
    const { store, first, second } = await open()
    const history = await store.pulls.history(SLOT)
    expect(history.map(({ id, invoices }) => [id, ...Object.values(invoices)])).toEqual([
      [first.id, 2, 0, 0],
      [second.id, 1, 1, 1],
    ])
    expect(await store.pulls.firstTime()).toBe(1000)
    expect([...(await store.pulls.times(SLOT))]).toEqual([
      [first.id, 1000],
      [second.id, 2000],
    ])
    expect(await store.pulls.history(NEVER_PULLED)).toEqual([])
    await store.close()
  })

  test('a pull keeps what was odd about its list, and what became of what left it', async () => {
    const { store, first, second } = await open()
    expect(await store.pulls.quarantine(first)).toMatchObject([{ invoiceId: 'x', field: 'amount' }])
    expect(await store.pulls.repeats(first)).toEqual([{ invoiceId: 'a', paid: 1000n, copiesDiffer: false }])
    expect((await store.pulls.departures(SLOT, second)).map(({ invoiceId }) => invoiceId)).toEqual(['b', 'x'])
    expect(await store.pulls.departures(SLOT, first)).toEqual([])
    await store.close()
  })
}

const listingContract = ({ open }: Implementation): void => {
  test('the newest listing of a date shows the invoices that no slot holds', async () => {
    const { store } = await open()
    expect(await store.listings.newest()).toMatchObject([{ date: SLOT.date, pages: 1, items: 1, unlisted: 1 }])
    expect(await store.listings.unlistedInvoices()).toMatchObject([{ invoiceId: 'unlisted', listedIn: [] }])
    const pages = []
    for await (const { invoiceIds, bytes } of store.listings.unlistedPages())
      pages.push([[...invoiceIds], new TextDecoder().decode(bytes())])
    expect(pages).toEqual([[['unlisted'], expect.stringContaining('unlisted')]])
    await store.close()
  })
}

const settlementContract = ({ open }: Implementation): void => {
  test('the settlements of a slot are given oldest first, up to a pull', async () => {
    const { store, first, second } = await open()
    const payouts = (found: readonly { readonly settlement: { readonly payout: bigint | number } }[]) =>
      found.map(({ settlement }) => Number(settlement.payout))
    expect(payouts(await store.settlements.versions(SLOT, first))).toEqual([5])
    expect(payouts(await store.settlements.versions(SLOT, second))).toEqual([5, 6])
    const readings = await store.settlements.inPulls(SLOT)
    expect(readings.map(({ pull, at, isFirstPull }) => [pull, at, isFirstPull])).toEqual([
      [first.id, 1000, true],
      [second.id, 2000, false],
    ])
    expect(await store.settlements.inPulls(NEVER_PULLED)).toEqual([])
    await store.close()
  })
}

const invoiceContract = ({ open }: Implementation): void => {
  test('the invoices of a slot are given as of a pull, in order of id', async () => {
    const { store, first, second } = await open()
    const listed = async (pull: typeof first) =>
      (await collect(store.invoices.asOf(SLOT, pull, null))).map(({ id, current }) => [id, current?.status])
    expect(await listed(first)).toEqual([
      ['a', 'paid'],
      ['b', 'paid'],
    ])
    expect(await listed(second)).toEqual([
      ['a', 'chargeback'],
      ['b', undefined],
      ['c', 'paid'],
    ])
    expect(await collect(store.invoices.asOf(NEVER_PULLED, second, null))).toEqual([])
    await store.close()
  })

  test('an invoice is found by its id, with its versions', async () => {
    const { store, first, second } = await open()
    const found = await store.invoices.withIds(SLOT, second, ['c', 'd', 'a'])
    expect(found.map(({ id }) => id)).toEqual(['c', 'a'])
    expect(await store.invoices.versionsOf(SLOT, second, 'a')).toMatchObject([
      { from: first.id, to: second.id },
      { from: second.id },
    ])
    expect(await collect(store.invoices.versions(SLOT, second))).toHaveLength(3)
    await store.close()
  })

  test('a pull changes invoices, and chargebacks are those of the latest one', async () => {
    const { store, first, second } = await open()
    const changes = await collect(
      store.invoices.changes({ slot: SLOT, first: first.id, last: second.id }, DEFAULT_POLICY),
    )
    expect(changes.map(({ invoiceId, kind }) => [invoiceId, kind])).toEqual([
      ['a', 'altered'],
      ['b', 'moved'],
      ['c', 'added'],
    ])
    expect(await store.invoices.chargebacks()).toMatchObject([{ slot: SLOT, invoiceId: 'a', paid: 1000n }])
    await store.close()
  })

  test.each<[string, 'exact' | 'beginning', number, [string, string][]]>([
    ['a', 'exact', 9, [['11', 'a']]],
    ['ref-b', 'exact', 9, [['11', 'b']]],
    [
      'pay-a',
      'exact',
      9,
      [
        ['11', 'a'],
        ['11', 'c'],
      ],
    ],
    [
      '00000',
      'exact',
      2,
      [
        ['11', 'a'],
        ['11', 'b'],
      ],
    ],
    [
      '123',
      'exact',
      9,
      [
        ['11', 'a'],
        ['11', 'b'],
        ['11', 'c'],
      ],
    ],
    ['ref', 'exact', 9, []],
    [
      'ref',
      'beginning',
      9,
      [
        ['11', 'a'],
        ['11', 'b'],
        ['11', 'c'],
      ],
    ],
    ["' OR 1=1 --", 'beginning', 9, []],
    ['d', 'exact', 9, []],
  ])('the invoices that carry %s: %s', async (text, mode, most, found) => {
    const { store } = await open()
    const matches = await store.invoices.matching({ text, mode }, most)
    expect(matches.map(({ slot, invoiceId }) => [slot.cycle, invoiceId])).toEqual(found)
    await store.close()
  })
}

const keyContract = ({ open }: Implementation): void => {
  test('two current records share a key', async () => {
    const { store } = await open()
    await store.keys.update()
    const shared = await store.keys.shared()
    expect(shared.map(({ kind, value, holders }) => [kind, value, holders.map(({ invoiceId }) => invoiceId)])).toEqual([
      ['payment', 'pay-a', ['a', 'c']],
    ])
    expect(await store.keys.invoicesOfSeveralSlots()).toEqual(new Map())
    await store.close()
  })
}

const evidenceContract = ({ open }: Implementation): void => {
  test('the answers of a slot are kept in the order in which they were read', async () => {
    const { store, first, second } = await open()
    const answers = []
    for await (const { pull, part, bytes } of store.evidence.answers(SLOT)) {
      expect(bytes().length).toBeGreaterThan(0)
      answers.push([pull, part])
    }
    expect(answers).toEqual([
      [first.number, 'settlement-before'],
      [first.number, 'page'],
      [first.number, 'settlement-after'],
      [second.number, 'settlement-before'],
      [second.number, 'page'],
      [second.number, 'settlement-after'],
      [second.number, 'invoice'],
      [second.number, 'invoice'],
    ])
    for await (const _ of store.evidence.answers(NEVER_PULLED)) expect.unreachable()
    await store.close()
  })

  test('the content of a pull has its proof, and packs of a slot are remembered', async () => {
    const { store, second } = await open()
    expect(await store.evidence.proof(second)).toMatchObject({ runId: 'run-2000', pages: [expect.any(String)] })
    expect((await store.evidence.packs(SLOT)).map(({ at }) => at)).toEqual([2500])
    await store.close()
  })

  test('the pages of a list with a flawed invoice are found by the field that has the flaw', async () => {
    const { store, first } = await open()
    const pagesWith = async (field: string) => {
      const pages = []
      for await (const { pull, part } of store.evidence.pagesWithFlaws([field])) pages.push([pull, part])
      return pages
    }
    expect(await pagesWith('customerName')).toEqual([[first.number, 'page']])
    expect(await pagesWith('contract')).toEqual([])
    await store.close()
  })
}

const findingContract = ({ open }: Implementation): void => {
  test('a discrepancy stands as the last check and the last act left it', async () => {
    const { store } = await open()
    expect(await store.findings.ofSlot(SLOT)).toMatchObject([{ ...payoutMismatch(6), state: 'accepted' }])
    expect(await store.findings.all()).toHaveLength(1)
    expect(await store.findings.slotsWith(['PAYOUT_MISMATCH'])).toEqual([SLOT])
    expect(await store.findings.slotsWith(['COUNT_MISMATCH'])).toEqual([])
    expect([await store.findings.hasAny(SLOT), await store.findings.hasAny(NEVER_PULLED)]).toEqual([true, false])
    expect(await store.findings.errorCount(SLOT)).toEqual({ open: 0, openFigures: 0, decided: 1 })
    await store.close()
  })

  test('its timeline holds what checks saw and people did', async () => {
    const { store } = await open()
    const steps = [...(await store.findings.timelines(SLOT)).values()].flat()
    expect(steps.map(({ event, by }) => [event, by])).toEqual([
      ['found', null],
      ['changed', null],
      ['claimed', 'Ana'],
      ['accepted', 'Ana'],
    ])
    expect(await store.findings.timelines(NEVER_PULLED)).toEqual(new Map())
    await store.close()
  })

  test('a claim keeps its ticket and the day that was promised', async () => {
    const { store } = await open()
    const steps = [...(await store.findings.timelines(SLOT)).values()].flat()
    const claim = { kind: 'claim', ticket: 'PQR-1', until: { date: SLOT.date, end: 9000 } }
    expect(steps.find(({ event }) => event === 'claimed')).toMatchObject({ act: claim, state: 'claimed' })
    await store.close()
  })

  test('a check that finds nothing resolves it, and says so since the sighting before', async () => {
    const { store, second } = await open()
    const before = await store.findings.lastSighting()
    expect(await store.findings.changesSince(before)).toEqual([])
    await store.findings.record(SLOT, second, [])
    expect(await store.findings.ofSlot(SLOT)).toMatchObject([{ state: 'resolved' }])
    expect(await store.findings.changesSince(before)).toMatchObject([{ code: 'PAYOUT_MISMATCH', slot: SLOT }])
    await store.close()
  })

  test('an assessment is the last one of its slot', async () => {
    const { store } = await open()
    const assessment = (await store.slots.states())[0]?.assessment
    if (!assessment) throw new Error('the slot was not assessed')
    const { totals } = assessment
    await store.assessments.record([{ ...assessment, totals, verdict: 'accepted' as typeof assessment.verdict }])
    expect((await store.slots.states())[0]?.assessment?.verdict).toBe('accepted')
    await store.close()
  })
}

const periodContract = ({ open }: Implementation): void => {
  test('a closing stands, and the state of a slot at its number is known', async () => {
    const { store, second } = await open()
    const [closing] = await store.periods.closings()
    expect(closing).toMatchObject({ through: SLOT.date, by: 'Ana', at: 3000, isForced: true })
    expect(await store.periods.everClosedThrough()).toBe(SLOT.date)
    const state = await store.periods.stateAt(SLOT, closing?.number ?? 0)
    expect(state).toMatchObject({ pull: { id: second.id }, findings: [payoutMismatch(6)] })
    expect(await store.periods.stateAt(NEVER_PULLED, 1)).toEqual({ pull: null, findings: [] })
    expect(await store.periods.restatements()).toEqual([])
    await store.close()
  })

  test('two pulls of a slot list invoices differently', async () => {
    const { store, first, second } = await open()
    const differences = await collect(store.periods.listDifferences(SLOT, first.id, second.id))
    expect(differences.map(({ id, before, now }) => [id, before?.status, now?.status])).toEqual([
      ['a', 'paid', 'chargeback'],
      ['b', 'paid', undefined],
      ['c', undefined, 'paid'],
    ])
    await store.close()
  })
}

const bankContract = ({ open }: Implementation): void => {
  test('an invoice of the operator is there as it was kept, and one that was voided with the reason', async () => {
    const { store } = await open()
    const all = await store.operatorInvoices.all()
    const { bytes: _, ...kept } = invoiceToKeep()
    expect(all).toMatchObject([
      { number: 'FE-0', act: { by: 'Ana', at: 2770 }, voided: { by: 'Ana', at: 2780, reason: 'of another' } },
      { ...kept, act: { by: 'Ana', at: 2790 }, name: 'f.xml', voided: null },
    ])
    expect(await store.operatorInvoices.inForce()).toEqual(all.slice(1))
  })

  test('a file of the bank is there with its statement, and each entry once', async () => {
    const { store } = await open()
    expect(await store.bank.isKnown()).toBe(true)
    expect(await store.bank.files()).toMatchObject([
      { at: 2550, voided: { by: 'Ana', at: 2560, reason: 'another account' } },
      {
        name: 'march.csv',
        by: 'Ana',
        at: 2600,
        isOriginal: false,
        statements: [{ account: '123', from: '2026-03-12', to: '2026-03-13', entries: 2 }],
        voided: null,
      },
    ])
    expect(await store.bank.statements()).toMatchObject([
      { account: '123', from: '2026-03-12', to: '2026-03-13', opening: 0n, closing: 1500n },
    ])
    expect(await store.bank.entries()).toMatchObject([
      { bookedOn: '2026-03-12', value: 1000n, text: 'ABONO PROOPTEK' },
      { bookedOn: '2026-03-13', value: 500n, text: null, reference: null },
    ])
    await store.close()
  })

  test('a tie stands with its payouts as they were, or is undone', async () => {
    const { store } = await open()
    const [entry] = await store.bank.entries()
    expect(await store.bank.ties()).toMatchObject([
      {
        payouts: [{ slot: SLOT, payout: 5n }],
        entries: [entry?.id],
        by: 'Ana',
        reason: 'the same',
        undone: { by: 'Ana', reason: 'not the same', at: 2750 },
      },
      { payouts: [{ slot: SLOT, payout: 1000n }], entries: [entry?.id], by: 'cuadre', undone: null },
    ])
    expect(await store.bank.tiesOf({ from: SLOT.date, to: SLOT.date })).toMatchObject([
      { tie: { by: 'cuadre' }, credits: [{ id: entry?.id }] },
    ])
    expect(await store.bank.tiesOf({ from: NEVER_PULLED.date, to: NEVER_PULLED.date })).toEqual([])
    await store.close()
  })
}

describe.each([DATABASE, SNAPSHOT])('$name', (implementation) => {
  describe('merchant', () => merchantContract(implementation))
  describe('policies', () => policyContract(implementation))
  describe('runs', () => runContract(implementation))
  describe('slots and pulls', () => pullContract(implementation))
  describe('listings', () => listingContract(implementation))
  describe('settlements', () => settlementContract(implementation))
  describe('invoices', () => invoiceContract(implementation))
  describe('keys', () => keyContract(implementation))
  describe('evidence', () => evidenceContract(implementation))
  describe('findings and assessments', () => findingContract(implementation))
  describe('periods', () => periodContract(implementation))
  describe('bank', () => bankContract(implementation))
})
