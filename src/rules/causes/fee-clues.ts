import type { Zone } from '../../core/calendar/calendar.ts'
import { toCentavos, totalOf } from '../../core/fees/exact-tariff.ts'
import { FeesTally, type RateFinder, rateFinder } from '../../core/fees/list-fees.ts'
import type { MethodRate, Schedule, Tariff } from '../../core/fees/tariff.ts'
import { counts, type PaidInvoice } from '../../core/invoice.ts'
import { type Centavos, fromCentavos, minus, negate, size, sumOf, ZERO } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import type { InvoiceInPull } from '../../core/pull/invoice-in-pull.ts'
import type { Slot } from '../../core/slot.ts'
import { type FeeClues, gatherSample } from './define-cause.ts'

/** The facts about a settlement's fees before its list is read a second time. */
interface FeeQuestion {
  readonly slot: Slot
  readonly policy: Policy
  readonly zone: Zone
  readonly charged: Centavos
  readonly expected: Centavos
  /** The payment of the one invoice that is not listed, in centavos; null when the figures do not point to exactly one. */
  readonly unlisted: Centavos | null
}

/** A tariff that may have been used instead, and the cost of the list under it. */
interface Alternative<Name> {
  readonly name: Name
  readonly tally: FeesTally
}

/** Reads the list a second time, payment by payment, now that charged and expected are known to differ. */
export const gatherFeeClues = ({ slot, policy, zone, charged, expected, unlisted }: FeeQuestion) => {
  const { tariff, tariffDate } = policy
  const tallyOf = (one: Tariff): FeesTally => new FeesTally(rateFinder(one, tariffDate, slot, zone))
  const rateOf = rateFinder(tariff, tariffDate, slot, zone)
  const gap = minus(charged, expected)
  const slack = slackOf(tariff)
  const itself = tallyOf(tariff)
  const bySchedule = scheduleShifts(tariff).map(({ name, tariff: one }) => ({ name, tally: tallyOf(one) }))
  const byMethod = methodSwaps(tariff).map(({ name, tariff: one }) => ({ name, tally: tallyOf(one) }))
  const alternatives = [itself, ...bySchedule.map(({ tally }) => tally), ...byMethod.map(({ tally }) => tally)]
  const notCharged = gatherSample()
  const chargedTwice = gatherSample()

  const add = (invoice: PaidInvoice): void => {
    for (const tally of alternatives) tally.add(invoice)
    const cost = costOf(rateOf, invoice)
    if (cost === null || cost === ZERO) return
    if (size(minus(cost, negate(gap))) <= slack) notCharged.add(invoice.id)
    if (size(minus(cost, gap)) <= slack) chargedTwice.add(invoice.id)
  }
  const unlistedClue = (paid: Centavos) => {
    const ofSettlement = rateFinder(tariff, 'settlement', slot, zone)
    return { paid, methods: methodsCosting(ofSettlement, tariff, paid, gap, slack) }
  }
  return {
    add: ({ current }: InvoiceInPull): void => {
      if (current !== null && counts(current, policy)) add(current)
    },
    result: (): FeeClues => ({
      gap,
      slack,
      ...partsOf(itself),
      bySchedule: fittingNames(bySchedule, charged, itself, slack),
      byMethod: fittingNames(byMethod, charged, itself, slack),
      notCharged: notCharged.result(),
      chargedTwice: chargedTwice.result(),
      unlisted: unlisted === null ? null : unlistedClue(unlisted),
    }),
  }
}

/**
 * When only whole settlements are rounded, or nothing, the operator's own rounding may take up to half a peso; a centavo
 * when its sums are rounded to centavos.
 */
const slackOf = (tariff: Tariff): Centavos =>
  tariff.map(slackUnder).reduce((most, slack) => (slack > most ? slack : most), ZERO)

const slackUnder = ({ rounding, to }: Schedule): Centavos => {
  if (rounding === 'none') return fromCentavos(50)
  if (rounding === 'settlement') return fromCentavos(to === 'peso' ? 50 : 1)
  return ZERO
}

const costOf = (rateOf: RateFinder, payment: Parameters<RateFinder>[0]): Centavos | null => {
  const rate = rateOf(payment)
  if (typeof rate === 'string') return null
  const { fee, tax, withheld } = rate.feeOf(payment.paid)
  return toCentavos(fee + tax + totalOf([...withheld.values()]), rate.centavo)
}

const partsOf = (tally: FeesTally): Pick<FeeClues, 'tax' | 'withheld'> => {
  const all = [...tally.result().byMethod.values()]
  return {
    tax: sumOf(all.map(({ tax }) => tax)),
    withheld: sumOf(all.map(({ withheld }) => withheld)),
  }
}

/** The alternatives under which the list costs what was charged. One with the same cost as the tariff explains nothing. */
const fittingNames = <Name>(
  alternatives: readonly Alternative<Name>[],
  charged: Centavos,
  itself: FeesTally,
  slack: Centavos,
): readonly Name[] => {
  const own = itself.result().expected
  return alternatives.flatMap(({ name, tally }) => {
    const { expected } = tally.result()
    return expected !== null && expected !== own && size(minus(charged, expected)) <= slack ? [name] : []
  })
}

/** The rates of the previous and of the next schedule, on the days of each. */
const scheduleShifts = (tariff: Tariff) =>
  (['before', 'after'] as const).map((name) => {
    const step = name === 'before' ? -1 : 1
    return { name, tariff: tariff.map((schedule, at) => ({ ...(tariff[at + step] ?? schedule), from: schedule.from })) }
  })

/** Each method at the rate of each other. */
const methodSwaps = (tariff: Tariff) => {
  const methods = methodsIn(tariff)
  return methods.flatMap((method) =>
    methods
      .filter((other) => other !== method)
      .map((other) => ({ name: { method, other }, tariff: tariff.map((one) => withRateOf(one, method, other)) })),
  )
}

const withRateOf = (schedule: Schedule, method: string, other: string): Schedule => {
  const rate: MethodRate | undefined = schedule.methods[other]
  return rate === undefined ? schedule : { ...schedule, methods: { ...schedule.methods, [method]: rate } }
}

/** The methods under which a payment of that sum would cost what was charged too much. */
const methodsCosting = (
  rateOf: RateFinder,
  tariff: Tariff,
  paid: Centavos,
  gap: Centavos,
  slack: Centavos,
): readonly string[] =>
  methodsIn(tariff).filter((paymentMethod) => {
    const cost = costOf(rateOf, { paid, paymentMethod, paymentDate: null })
    return cost !== null && size(minus(cost, gap)) <= slack
  })

const methodsIn = (tariff: Tariff): readonly string[] => [
  ...new Set(tariff.flatMap(({ methods }) => Object.keys(methods))),
]
