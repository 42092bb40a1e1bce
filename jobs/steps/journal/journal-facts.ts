import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import { tiesInForce } from '../../../src/core/bank/tie-out.ts'
import { firstFinal, settledBy } from '../../../src/core/in-transit.ts'
import type { JournalSettings } from '../../../src/core/journal.ts'
import { type Centavos, plus, size, sumOf, ZERO } from '../../../src/core/money.ts'
import { isJudged } from '../../../src/core/pull/pull.ts'
import { nameOf, type Slot, type SlotDate, sameSlot } from '../../../src/core/slot.ts'
import {
  type BankArrival,
  bankDeduction,
  bookedFrom,
  type ExplainedPart,
  type FinalSettlement,
  type SettlementFacts,
  type UnknownCredit,
} from '../../../src/journal/book.ts'
import { acceptedSums, recoveredSums } from '../../../src/journal/decisions.ts'
import type { AccountFacts } from '../../../src/rules/account/operator-account.ts'
import { isPaidOut } from '../../../src/rules/account/settlement-times.ts'
import type { Adjustment } from '../../../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../../../src/rules/assessment/slot-report.ts'
import { recordOf } from '../../../src/rules/registry.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import { accountFacts } from '../report/account-facts.ts'
import { reportsOfSlots } from '../report/counted-reports.ts'
import type { QueryContext } from '../run/context.ts'

/** All that is known of settlements and credits at one moment, for the journal; what payments move comes later. */
export interface JournalFacts {
  readonly account: AccountFacts
  /** By the name of the slot. */
  readonly settlements: ReadonlyMap<string, SettlementFacts>
  readonly credits: readonly UnknownCredit[]
}

const NEVER = {
  ...{ paidOn: null, acceptedOn: null, acceptedAtBankOn: null },
  ...{ recoveries: [], recoveriesAtBank: [], statuses: [] },
} as const

export const journalFacts = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
): Promise<JournalFacts> => {
  const all = await store.slots.states()
  const slots = all.map(({ slot }) => slot)
  const reports = await reportsOfSlots(context, store, all, slots, await judgedAtMoment(store, context.now()))
  const account = await accountFacts(store, context, { states: all, reports })
  const states = new Map(all.map((state) => [nameOf(state.slot), state]))
  const finalOf = await finalReadings(store, context, slots)
  const tiedAt = new Map(tiesInForce(await store.bank.ties()).map(({ number, at }) => [number, at]))
  const recoveries = groupBy(await store.dispositions.recoveries(), ({ slot }) => nameOf(slot))
  const settlements = new Map<string, SettlementFacts>()
  for (const report of reports) {
    const name = nameOf(report.slot)
    const state = states.get(name)
    if (state === undefined || state.pull === null) continue
    const arrival = account.bank?.arrivals.get(name) ?? null
    const arrived = arrivedOf(arrival)
    const { final, readAt, readOn } = finalOf(report, state, arrived?.tie == null ? undefined : arrived.on)
    const isEarly = arrived?.tie != null && (tiedAt.get(arrived.tie) ?? 0) < (readAt ?? Number.POSITIVE_INFINITY)
    const isAdvance = arrived !== null && isEarly && (readOn === null || arrived.on < readOn)
    const basics = { final, arrival: arrived, isAdvance }
    const decided = {
      ...{ slot: report.slot, money: report.money, times: account.times.get(name) ?? NEVER, arrival, isAdvance },
      bankDeduction: final === null || arrived === null ? ZERO : bankDeduction(final.settlement.payout, arrived),
      bookedOn:
        final === null ? (isAdvance && arrived !== null ? arrived.on : null) : bookedFrom(basics, basis, final.day),
      isPaidOut: final?.isPaidOut === true,
    }
    settlements.set(name, {
      ...{ slot: report.slot, settled: new Map(), gone: new Map(), ...basics },
      isCompared: report.money.notCompared === null && report.money.expected !== null,
      withholdings: withholdingsOf(report),
      explained: await explainedParts(store, states, account.chargebacks.adjustments, report.slot),
      findings: findingsOf(report),
      accepted: acceptedSums(decided),
      recovered: recoveredSums(decided, recoveries.get(name) ?? []),
    })
  }
  return { account, settlements, credits: await unknownCredits(store, account) }
}

const arrivedOf = (arrival: Arrival | null): BankArrival | null => {
  if (arrival?.kind === 'arrived') return arrival
  if (arrival?.kind !== 'unconfirmed') return null
  const { bookedOn: on, value } = arrival.credit
  return { tie: null, banked: value, on, parts: [{ on, sum: value }] }
}

interface FinalReading {
  readonly final: FinalSettlement | null
  /** When it was first read final, and on which day; null while it never was. */
  readonly readAt: number | null
  readonly readOn: SlotDate | null
}

/** How each settlement was first read final, and what it is now. */
const finalReadings = async (store: Store, { settings: { policy }, zone }: QueryContext, slots: readonly Slot[]) => {
  const known = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const shown = await store.settlements.inPullsOf(slots)
  return ({ slot, money }: CountedReport, { pull }: SlotState, arrivedOn: SlotDate | undefined): FinalReading => {
    const settlements = (shown.get(nameOf(slot)) ?? []).filter(({ settlement }) => isJudged(settlement, slot, policy))
    const first = firstFinal(slot, settlements, known)
    const day = settledBy(first, 0, arrivedOn)?.day
    const [now, last] = [pull?.settlement ?? null, settlements.at(-1)]
    if (first === null || day === undefined || last === undefined) return { final: null, readAt: null, readOn: null }
    const isStill = isPaidOut(money) || (money.notCompared === 'unread' && isJudged(now, slot, policy))
    const settlement = isStill && now !== null ? now : last.settlement
    return {
      final: { day, settlement, listed: money.listed ?? ZERO, isPaidOut: isStill },
      readAt: settlements[0]?.at ?? null,
      readOn: first.day,
    }
  }
}

/** By their names in the tariff; none where the tariff cannot say the fees. */
const withholdingsOf = ({ totals }: CountedReport): ReadonlyMap<string, Centavos> => {
  const sums = new Map<string, Centavos>()
  const fees = totals?.fees
  if (fees === undefined || fees.expected === null) return sums
  for (const { withholdings } of fees.byMethod.values())
    for (const [name, sum] of withholdings) sums.set(name, plus(sums.get(name) ?? ZERO, sum))
  return sums
}

const findingsOf = ({ discrepancies }: CountedReport): readonly string[] =>
  discrepancies
    .filter(({ state, severity }) => state !== 'resolved' && severity !== 'info')
    .filter(({ code }) => recordOf(code)?.isAboutFigures === true || recordOf(code)?.bucket !== undefined)
    .map((one) => `${one.code} ${one.case}`)

/** A line an invoice where one adjustment has whole chargebacks; else one for the sum. */
const explainedParts = async (
  store: Store,
  states: ReadonlyMap<string, SlotState>,
  adjustments: readonly Adjustment[],
  slot: Slot,
): Promise<readonly ExplainedPart[]> => {
  const one = adjustments.find((adjustment) => sameSlot(adjustment.slot, slot))
  if (one === undefined || one.explained === ZERO || one.inPayout === ZERO) return []
  const { explanation, explained } = one
  const chargebacks =
    explanation.kind === 'tied'
      ? explanation.chargebacks
      : explanation.kind === 'none'
        ? []
        : (explanation.sets[0] ?? [])
  if (sumOf(chargebacks.map(({ paid }) => paid)) !== size(explained))
    return [{ effect: explained, invoice: null, document: null }]
  const parts: ExplainedPart[] = []
  for (const { slot: of, invoiceId: invoice, paid } of chargebacks) {
    const pull = states.get(nameOf(of))?.pull ?? null
    const versions = pull === null ? [] : await store.invoices.versionsOf(of, pull, invoice)
    const document = versions.at(-1)?.invoice.customerDocument ?? null
    parts.push({ effect: explained < ZERO ? (-paid as Centavos) : paid, invoice, document })
  }
  return parts
}

/** Credits that no payout explains, with those that paid claims. */
const unknownCredits = async (store: Store, { bank }: AccountFacts): Promise<readonly UnknownCredit[]> => {
  if (bank === null) return []
  const paying = (await store.dispositions.recoveries()).flatMap(({ by }) => (by.kind === 'entry' ? by.entry : []))
  const left = new Map(bank.unknownCredits.map((one) => [one.entry.id, one]))
  const entries = await store.bank.entries([...new Set([...left.keys(), ...paying])])
  return entries.map(({ id, bookedOn: day, value }) => {
    const { acceptedOn = null, entry } = left.get(id) ?? {}
    return {
      id,
      day,
      value,
      accepted: acceptedOn === null || entry === undefined ? null : { day: acceptedOn, sum: entry.value },
    }
  })
}
