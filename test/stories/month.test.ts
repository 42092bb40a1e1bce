import { expect, test } from 'vitest'
import { actOnDiscrepancies } from '../../jobs/act.ts'
import { closePeriod } from '../../jobs/close.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import { readMonth } from '../../jobs/steps/query/month-steps.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { cop, slot } from '../core/a.ts'
import { type Nights, policy, startNights } from './night.ts'
import type { Told } from './service.ts'
import { settlement, somePaid } from './told.ts'

const MARCH = monthOf('2026-03-01' as SlotDate)
const SETTINGS = policy({ cycles: [slot('2026-03-30').cycle], bankText: ['OPERADOR PAGOS'] })

/** The last two days of March, one settlement of COP 1,999,000 a day. */
const lastDays = async (instead: Told = {}): Promise<Nights> => {
  const nights = await startNights('2026-03-31 22:30')
  for (const date of ['2026-03-30', '2026-03-31']) {
    const invoices = somePaid(date, '11', 2)
    const told = settlement(date, '11', invoices, date === '2026-03-31' ? instead : {})
    nights.service.tell(date, '11', { settlement: told, invoices })
  }
  await nights.run({ from: '2026-03-30', to: '2026-03-31' }, SETTINGS)
  return nights
}

/** `name state done/of COP`, and the command of a step that is to do. */
const steps = async (nights: Nights): Promise<readonly string[]> =>
  (await readMonth({ ...nights.context(SETTINGS), asOf: null }, MARCH)).steps.map(({ step, state, facts, next }) =>
    [step, state, `${facts.done ?? '-'}/${facts.of ?? '-'}`, facts.sum ?? [], next ?? []].flat().join(' '),
  )

const NOT_YET = ['journal not-used -/-', 'pack blocked -/-']

test('a month that was never read is refused, with the command that reads it', async () => {
  const nights = await lastDays()
  const february = monthOf('2026-02-01' as SlotDate)
  await expect(readMonth({ ...nights.context(SETTINGS), asOf: null }, february)).rejects.toMatchObject({
    code: 'NEVER_PULLED',
    next: expect.stringContaining('cuadre run --from 2026-02-01 --to 2026-02-28'),
  })
})

test('a good month ticks itself from its last night to its closing', async () => {
  const nights = await lastDays()
  const quiet = [
    'bank not-used -/-',
    'open done -/0',
    'claims done 0/0',
    'fees not-used -/-',
    'receivables not-used -/-',
  ]
  expect(await steps(nights)).toEqual([
    'read blocked 2/2',
    'swept blocked 0/2',
    ...quiet,
    'statement blocked -/-',
    'closed blocked 2/2',
    ...NOT_YET,
  ])
  nights.clock('2026-04-01 10:00')
  expect((await steps(nights)).slice(0, 2)).toEqual([
    'read done 2/2',
    'swept to-do 0/2 cuadre run --from 2026-03-01 --to 2026-03-31',
  ])
  await nights.run({ from: '2026-03-30', to: '2026-03-31' }, SETTINGS)
  expect(await steps(nights)).toEqual([
    'read done 2/2',
    'swept done 2/2',
    ...quiet,
    'statement to-do -/- cuadre statement --month 2026-03',
    'closed to-do 2/2 cuadre close --through 2026-03-31',
    ...NOT_YET,
  ])
  await closePeriod(nights.context(SETTINGS), { through: MARCH.to, by: 'Ana', reason: 'month', force: false })
  expect((await steps(nights)).slice(7)).toEqual([
    'statement done -/-',
    'closed done -/-',
    'journal not-used -/-',
    'pack to-do -/- cuadre pack --month 2026-03 --out pack-2026-03.zip',
  ])
})

test('what the operator owes is to be claimed before the month is closed', async () => {
  const nights = await lastDays({ paymentAmount: 1_900_000 })
  nights.clock('2026-04-01 10:00')
  const owed = Number(cop(99_000))
  expect((await steps(nights)).slice(3, 5)).toEqual([
    `open to-do -/1 ${owed} cuadre explain 2026-03-31 11`,
    `claims to-do 0/1 ${owed} cuadre claims letter --out claim-2026-03.zip`,
  ])
  const { found } = await listDiscrepancies(nights.context(SETTINGS), {
    kind: 'filter',
    filter: { ...EVERYTHING, codes: ['PAYOUT_MISMATCH'] },
  })
  await actOnDiscrepancies(nights.context(SETTINGS), {
    by: 'Ana',
    targets: { kind: 'ids', ids: found.map(({ discrepancy }) => discrepancy.id) },
    disposition: { kind: 'claim', reason: 'asked', ticket: 'T-1', until: null },
  })
  expect((await steps(nights)).slice(3, 5)).toEqual(['open done -/0', 'claims done 1/1'])
})
