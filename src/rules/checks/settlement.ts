import { hoursSince } from '../../core/calendar/calendar.ts'
import {
  asText,
  type Figures,
  inCop,
  inInvoices,
  settlementField,
  THE_SETTLEMENT,
  theInvoice,
} from '../../core/findings/discrepancy.ts'
import { ZERO } from '../../core/money.ts'
import { awaitedPayout, expectedPayout, payoutByList } from '../../core/payout.ts'
import { isFinal, isKnownCycle } from '../../core/policy.ts'
import type { InvoiceInPull } from '../../core/pull/invoice-in-pull.ts'
import { carriesAnotherLabel, isEcho, ownSettlement, type SettlementVersion } from '../../core/pull/pull.ts'
import { isCycleNumber, SETTLEMENT_FLAGS, SETTLEMENT_SUMS, type Settlement } from '../../core/settlement.ts'
import { nameOf } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { howMany } from '../../std/how-many.ts'
import { defineCheck, NO_DATA, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotContext, SlotFacts } from '../facts.ts'
import type { Say } from '../say.ts'
import { payoutRuleInWords } from './figures.ts'
import type { RestatedFact } from './restated.ts'

type Shown = Pick<SlotContext, 'settlements' | 'slot' | 'policy'>

/** The settlements that the slot's pulls showed, oldest first, without echoes of other slots. */
const ownSettlements = (shown: Shown): readonly Settlement[] => ownVersions(shown).map(({ settlement }) => settlement)

export const ownVersions = ({ settlements, slot, policy }: Shown): readonly SettlementVersion[] =>
  settlements.filter(({ settlement }) => !isEcho(settlement, slot, policy))

type Label =
  | { readonly kind: 'number'; readonly cycle: string }
  | { readonly kind: 'label'; readonly cycle: string; readonly label: string }

type Labels = readonly Observation<Figures, Label>[]

/** A cycle is text. A number is read as its digits. */
const cycleNumber = ({ settlement }: SlotFacts): Labels =>
  settlement === null || !isCycleNumber(settlement)
    ? NOTHING
    : observed(settlementField('cycle'), asText(settlement.cycle, null), { kind: 'number', cycle: settlement.cycle })

/** One other, unknown label on the settlement or on all invoices is most likely another spelling of the same cycle. */
const otherLabels = ({ settlement, slot, policy, ownSlots }: SlotFacts): Labels => {
  const labels = new Set<string>()
  if (settlement !== null && carriesAnotherLabel(settlement, slot, policy) && !isEcho(settlement, slot, policy))
    labels.add(settlement.cycle)
  if (ownSlots.label !== null) labels.add(ownSlots.label)
  return [...labels].flatMap((label) =>
    observed({ kind: 'cycle', label }, asText(label, slot.cycle), { kind: 'label', cycle: slot.cycle, label }),
  )
}

const aliasFor = (label: string, cycle: string): string => JSON.stringify({ [label]: cycle })

export const cycleLabel = defineCheck({
  code: 'CYCLE_LABEL',
  severity: 'warning',
  acts: 'engineer',
  check: (facts) => [...otherLabels(facts), ...cycleNumber(facts)],
  title: { en: 'Another label of the cycle', es: 'Otra etiqueta del ciclo' },
  when: 'the settlement, or all invoices, have one other, unknown label of the cycle: see `cycleAliases`',
  message: {
    en: ({ data }) =>
      data.kind === 'number'
        ? `the settlement gives its cycle as the number ${data.cycle}; it is read as text`
        : `cycle ${data.cycle} answers under the label ${data.label}; if they are the same, set cycleAliases to ${aliasFor(data.label, data.cycle)}`,
    es: ({ data }) =>
      data.kind === 'number'
        ? `la liquidación da su ciclo como el número ${data.cycle}; se lee como texto`
        : `el ciclo ${data.cycle} responde con la etiqueta ${data.label}; si son el mismo, ponga cycleAliases en ${aliasFor(data.label, data.cycle)}`,
  },
})

export const feesExceedCollected = defineCheck({
  code: 'FEES_EXCEED_COLLECTED',
  severity: 'warning',
  acts: 'operator',
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.collected <= 0n || settlement.fees <= settlement.collected) return NOTHING
    return observed(settlementField('fees'), inCop(settlement.fees, settlement.collected), NO_DATA)
  },
  title: { en: 'Fees are more than was collected', es: 'Las comisiones superan lo recaudado' },
  when: 'F is more than A, and A more than zero',
  message: {
    en: ({ figures }, say) =>
      `fees of ${say.money(figures.reported)} on ${say.money(figures.expected)} collected (amountCollected)`,
    es: ({ figures }, say) =>
      `comisiones de ${say.money(figures.reported)} sobre ${say.money(figures.expected)} recaudados (amountCollected)`,
  },
})

type Negatives = readonly Observation<Figures, { readonly field: string }>[]

/** Collected, fees and the number of invoices are not negative. */
const ofSettlement = (facts: SlotFacts): Negatives => {
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const sums = (['collected', 'fees'] as const)
    .filter((field) => settlement[field] < 0n)
    .flatMap((field) => observed(settlementField(field), inCop(settlement[field], ZERO), { field }))
  const { invoiceCount } = settlement
  if (invoiceCount >= 0) return sums
  const field = 'invoiceCount'
  return [...sums, ...observed(settlementField(field), inInvoices(invoiceCount, 0), { field })]
}

/** Amounts and payments are not negative. */
const ofInvoice = ({ id, current }: InvoiceInPull): Negatives => {
  if (current === null || (current.amount >= 0n && (current.paid ?? 0n) >= 0n)) return NOTHING
  return (['amount', 'paid'] as const).flatMap((field) => {
    const sum = current[field]
    return sum === null || sum >= 0n ? NOTHING : observed(theInvoice(id, field), inCop(sum, ZERO), { field })
  })
}

const sayNegative = ({ reported }: Figures, say: Say): string =>
  typeof reported === 'bigint' ? say.money(reported) : String(reported)

export const negativeAmount = defineCheck({
  code: 'NEGATIVE_AMOUNT',
  badge: { en: 'Below zero', es: 'Valor negativo' },
  severity: 'error',
  acts: 'operator',
  check: ofSettlement,
  checkInvoice: ofInvoice,
  title: { en: 'An amount is below zero', es: 'Un valor es menor que cero' },
  when: 'A, F, the count, an amount or a payment is below zero',
  message: {
    en: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'number of invoices (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayNegative(figures, say)}`
    },
    es: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'número de facturas (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayNegative(figures, say)}`
    },
  },
})

export const negativePayout = defineCheck({
  code: 'NEGATIVE_PAYOUT',
  severity: 'warning',
  acts: 'operator',
  isTold: true,
  /** A payout below zero takes money from the merchant. */
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.payout >= 0n) return NOTHING
    return observed(settlementField('payout'), inCop(settlement.payout, ZERO), NO_DATA)
  },
  title: { en: 'The payout is below zero', es: 'El abono es menor que cero' },
  when: 'P is below zero',
  message: {
    en: ({ figures }, say) => `the reported payout (paymentAmount) is ${say.money(figures.reported)}`,
    es: ({ figures }, say) => `el abono reportado (paymentAmount) es ${say.money(figures.reported)}`,
  },
})

/** The values of the settings that can be pinned; those of a gateway may also be payout rules. */
const VALUES: Readonly<Record<string, Both<string>>> = {
  add: { en: 'adjustments are added to the payout', es: 'los ajustes se suman al abono' },
  subtract: { en: 'adjustments are subtracted from the payout', es: 'los ajustes se restan del abono' },
  'not-deducted': {
    en: 'fees billed apart are not deducted',
    es: 'las comisiones facturadas aparte no se descuentan',
  },
  deducted: { en: 'fees billed apart are deducted', es: 'las comisiones facturadas aparte se descuentan' },
  same: { en: 'the usual equation', es: 'la ecuación usual' },
  candidates: { en: 'any of the known equations', es: 'alguna de las ecuaciones conocidas' },
}

/** The values of a setting in words; `figure` has them joined by a space. */
const valuesInWords = (figure: Figures['reported'], language: keyof Both<string>): string => {
  const values = String(figure).split(' ')
  const words = values.map((value) => VALUES[value]?.[language] ?? payoutRuleInWords(value, language))
  return words.join(language === 'en' ? ', or ' : ', o ')
}

export const readingContradicted = defineCheck({
  code: 'READING_CONTRADICTED',
  severity: 'warning',
  acts: 'engineer',
  dependsOn: 'others',
  /** The settlement does not fit a reading that a person pinned (SPEC, section 8). Only the first such settlement reports it. */
  check: ({ contradictions }) =>
    contradictions.flatMap(({ setting, inForce, fitting }) =>
      observed(settlementField(setting), asText(fitting.join(' '), inForce), { setting }),
    ),
  title: {
    en: 'A settlement contradicts a pinned interpretation',
    es: 'Una liquidación contradice una interpretación fijada',
  },
  when: 'a settlement of the day of pinning or later does not fit a pinned interpretation (`adjustments`, `postpaidFees`, `gateway`). Only the first is reported',
  message: {
    en: ({ figures, data: { setting } }) =>
      `this settlement fits: ${valuesInWords(figures.reported, 'en')}; the setting ${setting} says: ${valuesInWords(figures.expected, 'en')}; see cuadre readings`,
    es: ({ figures, data: { setting } }) =>
      `esta liquidación corresponde a: ${valuesInWords(figures.reported, 'es')}; el parámetro ${setting} dice: ${valuesInWords(figures.expected, 'es')}; vea cuadre readings`,
  },
})

/** What two readings of a settlement say differently, but for its status. */
export const changedFigures = (now: Settlement, before: Settlement): readonly ChangedFigure[] => [
  ...SETTLEMENT_SUMS.filter((field) => now[field] !== before[field]).map((field): ChangedFigure => {
    const fact = { kind: 'sum', field, before: before[field], now: now[field] } as const
    return { field, figures: inCop(now[field], before[field]), fact }
  }),
  ...[now.invoiceCount]
    .filter((count) => count !== before.invoiceCount)
    .map((count): ChangedFigure => {
      const fact = { kind: 'count', before: before.invoiceCount, now: count } as const
      return { field: 'invoiceCount', figures: inInvoices(count, before.invoiceCount), fact }
    }),
  ...SETTLEMENT_FLAGS.filter((field) => now[field] !== before[field]).map((field): ChangedFigure => {
    const fact = { kind: 'flag', field, before: before[field], now: now[field] } as const
    return { field, figures: asText(String(now[field]), String(before[field])), fact }
  }),
]

interface ChangedFigure {
  readonly field: string
  readonly figures: Figures
  readonly fact: RestatedFact
}

/** A sum, a number or a flag. */
const sayFigure = (figure: Figures['reported'], say: Say): string => {
  if (typeof figure === 'bigint') return say.money(figure)
  return typeof figure === 'number' ? String(figure) : say.flag(figure === 'true')
}

export const settlementChanged = defineCheck({
  code: 'SETTLEMENT_CHANGED',
  badge: { en: 'Changed', es: 'Cambió' },
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  amount: 'difference',
  isChange: true,
  bucket: 'changed',
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement === null || facts.baseline === null) return NOTHING
    return changedFigures(settlement, facts.baseline.settlement).flatMap(({ field, figures }) =>
      observed(settlementField(field), figures, { field }),
    )
  },
  title: {
    en: 'The settlement changed after it was final',
    es: 'La liquidación cambió después de ser definitiva',
  },
  when: 'an amount, the count or a flag differs from the baseline',
  message: {
    en: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'number of invoices (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures.reported, say)} now, ${sayFigure(figures.expected, say)} at the first final reading`
    },
    es: ({ figures, data: { field } }, say) => {
      const what = field === 'invoiceCount' ? 'número de facturas (numberOfInvoices)' : say.bothNames(field)
      return `${what}: ${sayFigure(figures.reported, say)} ahora, ${sayFigure(figures.expected, say)} en la primera lectura definitiva`
    },
  },
})

export const settlementError = defineCheck({
  code: 'SETTLEMENT_ERROR',
  badge: { en: 'Failed', es: 'Fallida' },
  severity: 'error',
  acts: 'operator',
  bucket: 'failed',
  event: 'figures',
  check: (facts) => {
    const settlement = ownSettlement(facts)
    if (settlement?.status !== 'error') return NOTHING
    return observed(THE_SETTLEMENT, asText('error', null), NO_DATA, null, awaitedPayout({ ...facts, settlement }))
  },
  title: { en: 'The settlement failed', es: 'La liquidación falló' },
  when: "the settlement's status is `error`",
  message: {
    en: () => 'the operator marked this payout as failed',
    es: () => 'el operador marcó este abono como fallido',
  },
})

export const settlementMissing = defineCheck({
  code: 'SETTLEMENT_MISSING',
  badge: { en: 'No settlement', es: 'Sin liquidación' },
  severity: 'info',
  also: ['error'],
  acts: 'operator',
  bucket: 'noSettlement',
  isAboutFigures: true,
  mayStillCome: true,
  check: (facts) => {
    const { settlement, totals, slot, zone, pull, policy } = facts
    const { counted, collected } = totals
    if (settlement !== null || counted === 0) return NOTHING
    const isOverdue = hoursSince(slot, zone, pull.at) >= policy.overdueHours
    const data = { counted, overdueHours: isOverdue ? policy.overdueHours : null }
    return observed(THE_SETTLEMENT, inCop(null, collected), data, isOverdue ? 'error' : 'info', expectedPayout(facts))
  },
  title: { en: 'There is no settlement', es: 'No hay liquidación' },
  when: 'invoices count and there is no settlement; an error from `overdueHours`',
  message: {
    en: ({ figures, data: { counted, overdueHours } }, say) => {
      const since = overdueHours === null ? 'yet' : `more than ${overdueHours} hours after its cycle`
      return `${howMany(counted, 'invoice')} of ${say.money(figures.expected)} ${counted === 1 ? 'counts' : 'count'} here and the service has no settlement ${since}`
    },
    es: ({ figures, data: { counted, overdueHours } }, say) => {
      const since =
        overdueHours === null
          ? 'aún no tiene liquidación'
          : `no tiene liquidación más de ${overdueHours} horas después del ciclo`
      return `aquí ${counted === 1 ? 'cuenta' : 'cuentan'} ${howMany(counted, 'factura')} por ${say.money(figures.expected)} y el servicio ${since}`
    },
  },
})

export const settlementOverdue = defineCheck({
  code: 'SETTLEMENT_OVERDUE',
  badge: { en: 'Late', es: 'Atrasada' },
  severity: 'warning',
  also: ['error'],
  acts: 'operator',
  bucket: 'inProcess',
  isTold: true,
  isAboutFigures: true,
  mayStillCome: true,
  check: (facts) => {
    const { slot, zone, pull, policy } = facts
    const settlement = ownSettlement(facts)
    if (settlement === null || settlement.status === 'error' || isFinal(settlement.status, policy)) return NOTHING
    const age = hoursSince(slot, zone, pull.at)
    if (age < policy.overdueHours) return NOTHING
    const isStuck = age >= policy.stuckHours
    const data = { status: settlement.status, hours: isStuck ? policy.stuckHours : policy.overdueHours }
    return observed(
      THE_SETTLEMENT,
      asText(settlement.status, null),
      data,
      isStuck ? 'error' : 'warning',
      awaitedPayout({ ...facts, settlement }),
    )
  },
  title: { en: 'The settlement is late', es: 'La liquidación está atrasada' },
  when: 'not final after `overdueHours`; an error from `stuckHours`',
  message: {
    en: ({ data: { status, hours } }, say) => `still ${say.status(status)} more than ${hours} hours after its cycle`,
    es: ({ data: { status, hours } }, say) =>
      `sigue en estado «${say.status(status)}» más de ${hours} horas después de su ciclo`,
  },
})

export const settlementVanished = defineCheck({
  code: 'SETTLEMENT_VANISHED',
  badge: { en: 'Gone', es: 'Desapareció' },
  severity: 'error',
  acts: 'operator',
  bucket: 'gone',
  isAboutFigures: true,
  isChange: true,
  /** A settlement does not disappear. It is about what it should have paid by its own figures and the list of then. */
  check: (facts) => {
    const last = ownSettlements(facts).at(-1)
    if (facts.settlement !== null || last === undefined) return NOTHING
    const { status, payout, collected } = last
    const expected = payoutByList(last, facts.lastCollected ?? collected, facts.policy) ?? payout
    return observed(THE_SETTLEMENT, asText(null, status), { status, payout }, null, expected)
  },
  title: { en: 'The settlement is gone', es: 'La liquidación desapareció' },
  when: 'a settlement that was there is gone',
  message: {
    en: ({ data: { status, payout } }, say) =>
      `a settlement that was ${say.status(status)} with a payout of ${say.money(payout)} is gone`,
    es: ({ data: { status, payout } }, say) =>
      `desapareció una liquidación que estaba ${say.status(status)} con un abono de ${say.money(payout)}`,
  },
})

export const slotEcho = defineCheck({
  code: 'SLOT_ECHO',
  badge: { en: 'Wrong cycle', es: 'Otro ciclo' },
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  check: ({ settlement, slot, policy }) => {
    if (settlement === null || !isEcho(settlement, slot, policy)) return NOTHING
    const { date, cycle } = settlement
    const data = { asked: { date: slot.date, cycle: slot.cycle }, answered: { date, cycle } }
    return observed(THE_SETTLEMENT, asText(nameOf(settlement), nameOf(slot)), data)
  },
  title: { en: 'The answer is about another settlement', es: 'La respuesta es de otra liquidación' },
  when: 'the settlement answers for another date or another known cycle; it is not judged',
  message: {
    en: ({ data: { asked, answered } }, say) =>
      `asked for ${say.slot(asked)}, the service answered for ${say.slot(answered)}; its figures are not compared`,
    es: ({ data: { asked, answered } }, say) =>
      `se pidió ${say.slot(asked)} y el servicio respondió por ${say.slot(answered)}; sus cifras no se comparan`,
  },
})

interface Regress {
  readonly of: 'settlement' | 'invoice'
  readonly before: string
  readonly now: string
}

type Regresses = readonly Observation<Figures, Regress>[]

/** A final settlement stays final, and a credited one does not return to paid. */
const settlementRegressed = (facts: SlotFacts): Regresses => {
  const { policy } = facts
  const settlement = ownSettlement(facts)
  if (settlement === null) return NOTHING
  const earlier = ownSettlements(facts).map(({ status }) => status)
  const isBackToPaid = settlement.status === 'paid' && earlier.includes('credited')
  if (isFinal(settlement.status, policy) && !isBackToPaid) return NOTHING
  const before = isBackToPaid ? 'credited' : earlier.find((status) => isFinal(status, policy))
  if (before === undefined) return NOTHING
  const data = { of: 'settlement', before, now: settlement.status } as const
  return observed(settlementField('status'), asText(settlement.status, before), data)
}

/** A paid invoice does not become unpaid. */
const invoiceRegressed = (
  { id, current, baseline }: InvoiceInPull,
  { departures, unreadable }: SlotContext,
): Regresses => {
  if (baseline === null || unreadable.now.has(id)) return NOTHING
  const now = current === null ? (departures.get(id)?.status ?? null) : current.status
  if (now !== 'ready' && now !== 'cancelled') return NOTHING
  const data = { of: 'invoice', before: baseline.status, now } as const
  return observed(theInvoice(id, 'status'), asText(now, baseline.status), data)
}

export const statusRegressed = defineCheck({
  code: 'STATUS_REGRESSED',
  badge: { en: 'Status went back', es: 'Estado retrocedió' },
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  isChange: true,
  bucket: 'changed',
  check: settlementRegressed,
  checkInvoice: invoiceRegressed,
  title: { en: 'A final status went back', es: 'Un estado definitivo retrocedió' },
  when: 'a final settlement is not final any more, or paid after credited; a paid invoice is ready or cancelled',
  message: {
    en: ({ data: { of, before, now } }, say) =>
      `${of === 'settlement' ? 'the settlement ' : ''}was ${say.status(before)} and is ${say.status(now)} now`,
    es: ({ data: { of, before, now } }, say) =>
      `${of === 'settlement' ? 'la liquidación ' : ''}pasó de ${say.status(before)} a ${say.status(now)}`,
  },
})

export const unknownCycle = defineCheck({
  code: 'UNKNOWN_CYCLE',
  severity: 'info',
  acts: 'engineer',
  check: ({ slot: { cycle }, policy }) =>
    isKnownCycle(cycle, policy) ? NOTHING : observed({ kind: 'cycle', label: cycle }, asText(cycle, null), { cycle }),
  title: { en: 'An unknown cycle', es: 'Un ciclo desconocido' },
  when: 'a cycle outside `cycles` and `extraCycles`',
  message: {
    en: ({ data }) => `cycle ${data.cycle} is in neither cycles nor extraCycles`,
    es: ({ data }) => `el ciclo ${data.cycle} no está en cycles ni en extraCycles`,
  },
})
