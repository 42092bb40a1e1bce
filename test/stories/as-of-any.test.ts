import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { closePeriod, undoClosing } from '../../jobs/close.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { Settings } from '../../src/input/settings.ts'
import { slot } from '../core/a.ts'
import { trials } from '../trials.ts'
import { type Nights, policy, startNights } from './night.ts'
import { paid, settlement } from './told.ts'

const DATES = ['2026-03-11', '2026-03-12']
const RANGE = { from: '2026-03-11', to: '2026-03-12' }
const POLICIES = [
  policy({ cycles: [slot('2026-03-11', '11').cycle, slot('2026-03-11', '13').cycle] }),
  policy({ cycles: [slot('2026-03-11', '11').cycle, slot('2026-03-11', '13').cycle], chargebacks: 'excluded' }),
  policy({ cycles: [slot('2026-03-11', '11').cycle], adjustments: 'subtract' }),
]

/**
 * The service's contents of a slot: its invoices, whether one was charged back or shares its payment, and the error of
 * the figures.
 */
const told = fc.record({
  at: fc.constantFrom(...DATES),
  cycle: fc.constantFrom('11', '13'),
  invoices: fc.subarray([1, 2, 3, 4]),
  chargedBack: fc.boolean(),
  shares: fc.boolean(),
  status: fc.constantFrom('processing', 'credited', 'error'),
  off: fc.constantFrom(0, 0, 1_000),
  adjustments: fc.constantFrom(0, -5_000),
})
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      changes: fc.array(told, { maxLength: 3 }),
      breaks: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check' as const), policy: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'reopen' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'undo' as const), date: fc.constantFrom(...DATES) }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const tell = (
  { service }: Nights,
  {
    at,
    cycle,
    invoices,
    chargedBack,
    shares,
    status,
    off,
    adjustments,
  }: typeof told extends fc.Arbitrary<infer T> ? T : never,
) => {
  const list = invoices.map((n) =>
    paid(at, cycle, n, {
      ...(chargedBack && n === 1 ? { status: 'chargeback' } : {}),
      ...(shares && n === 2 ? { paymentId: 'P-shared', reference: 'R-shared' } : {}),
    }),
  )
  const reported = settlement(at, cycle, list, { status, adjustments })
  const paymentAmount = Number(reported.paymentAmount) + adjustments + off
  service.tell(at, cycle, { settlement: { ...reported, paymentAmount }, invoices: list })
}

const csvIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.csv'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/**
 * Performs an action under the policy in force; returns the policy from then on. An action that is impossible at that
 * time is refused.
 */
const act = async (nights: Nights, one: Action, inForce: Partial<Settings>): Promise<Partial<Settings>> => {
  const by = 'ana'
  const reason = 'agreed'
  switch (one.kind) {
    case 'run':
      for (const change of one.changes) tell(nights, change)
      nights.service.refuse((path) => (one.breaks && path.includes('Cycle=13') ? { status: 400, body: {} } : null))
      await nights.run(RANGE, inForce)
      return inForce
    case 'check':
      await nights.check(RANGE, POLICIES[one.policy])
      return POLICIES[one.policy] ?? inForce
    case 'accept':
    case 'reopen': {
      const states = one.kind === 'accept' ? (['new', 'open'] as const) : (['accepted'] as const)
      const disposition = one.kind === 'accept' ? { kind: one.kind, reason, until: null } : { kind: one.kind, reason }
      const targets = { kind: 'filter', filter: { ...EVERYTHING, states } } as const
      await actOnDiscrepancies(nights.context(inForce), { by, targets, disposition })
      return inForce
    }
    case 'close':
    case 'undo': {
      const through = slot(one.date).date
      const context = nights.context(inForce)
      const doing =
        one.kind === 'close'
          ? closePeriod(context, { through, by, reason, force: true })
          : undoClosing(context, { by, reason })
      await doing.catch((fault) =>
        expect(fault.code).toMatch(/^(CLOSED_ALREADY|NOTHING_TO_CLOSE|NOT_OVER|NOT_CLOSED)$/),
      )
      return inForce
    }
  }
}

const lastNumber = async ({ folder }: Nights): Promise<number> => {
  const sqlite = new Database(join(folder, 'cuadre.db'), { readonly: true })
  const number = sqlite.prepare<[], number>('SELECT max(number) FROM moment').pluck().get() ?? 0
  sqlite.close()
  return number
}

const filesAsOf = async (nights: Nights, number: number): Promise<Record<string, string>> => {
  const out = join(nights.folder, 'then')
  rmSync(out, { recursive: true, force: true })
  await nights.check({ ...RANGE, asOf: { kind: 'number', number } }, { out })
  return csvIn(out)
}

test('any sequence of pulls, checks, policies, acceptances and closings leaves what was known at every earlier number as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 7 }), async (actions) => {
      const nights = await startNights('2026-03-12 22:30')
      const known = new Map<number, Record<string, string>>()
      let last = 0
      let inForce: Partial<Settings> = POLICIES[0] ?? {}
      for (const [at, one] of [{ kind: 'run', changes: [], breaks: false } as Action, ...actions].entries()) {
        nights.clock(`2026-03-${13 + at} 22:30`)
        inForce = await act(nights, one, inForce)
        const number = await lastNumber(nights)
        for (const earlier of new Set([last, number - 1]))
          if (earlier > 1 && earlier < number) known.set(earlier, await filesAsOf(nights, earlier))
        if (number > last) expect(await filesAsOf(nights, number)).toEqual(csvIn(join(nights.folder, 'out')))
        last = number
      }
      for (const [number, files] of known) expect(await filesAsOf(nights, number), `as of ${number}`).toEqual(files)
      rmSync(nights.folder, { recursive: true, force: true })
    }),
    { numRuns: trials(3) },
  )
})
