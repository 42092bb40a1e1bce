import type { DispositionIntent, Payer } from '../../src/core/findings/act.ts'
import { firstFinal, paidOutBy } from '../../src/core/in-transit.ts'
import { ZERO } from '../../src/core/money.ts'
import { nameOf, type Slot, sameSlot, slotInWords } from '../../src/core/slot.ts'
import {
  type ClaimPayment,
  type DispositionDecision,
  decideSettle,
  type KnownDiscrepancy,
} from '../../src/rules/account/disposition.ts'
import { unexplainedOf } from '../../src/rules/assessment/chargeback-account.ts'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { groupBy } from '../../src/std/group-by.ts'
import type { Store } from '../../src/store/store.ts'
import { type ActReport, applyDispositions, refusal } from '../act.ts'
import { readChargebackAccount } from '../steps/assess/merchant-facts.ts'
import { arrivalDays } from '../steps/bank/arrival-days.ts'
import { bankInDatabase } from '../steps/bank/bank-in-database.ts'
import { findDiscrepancies, shownInCases, type Targets } from '../steps/query/find-discrepancies.ts'
import { requirePulled } from '../steps/query/nothing-pulled.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface SettleRequest {
  readonly by: string
  readonly targets: Targets
  /** What paid the claims; of an entry its id, or its first digits. */
  readonly payer: Payer
  readonly reason: string
}

/** Ends claims that were paid elsewhere, as far as the payment reaches: none of them where one is refused. */
export const settleClaims = (job: JobContext, { by, targets, payer, reason }: SettleRequest): Promise<ActReport> =>
  applyDispositions(job, 'settle', by, async (store) => {
    const named = await findDiscrepancies(store, targets, job)
    const shown = await shownInCases(store, named)
    const cases = [...groupBy(shown.length > 0 ? shown : named, ({ discrepancy }) => discrepancy.case).values()]
    const decisions = decideSettle(await paymentOf(job, store, payer), reason, cases)
    const intents = cases.flatMap((claim, at) => intentsOf(claim[0], decisions[at] ?? []))
    return { discrepancies: cases.filter((_, at) => decisions[at]?.length !== 0).flat(), intents }
  })

const intentsOf = (claim: KnownDiscrepancy, decisions: readonly DispositionDecision[]): readonly DispositionIntent[] =>
  decisions.flatMap((decision) => {
    if (decision.kind === 'refused') throw refusal(decision.why, claim)
    return decision.kind === 'act' ? decision.intent : []
  })

const paymentOf = (job: JobContext, store: Store, payer: Payer): Promise<ClaimPayment> =>
  payer.kind === 'adjustment' ? paymentByAdjustment(job, store, payer.slot) : paymentByEntry(job, store, payer.entry)

/** It was paid on the day from which the settlement of the adjustment counts as paid out; one that went back pays nothing. */
const paymentByAdjustment = async (job: JobContext, store: Store, slot: Slot): Promise<ClaimPayment> => {
  await requirePulled(job, store, slot)
  const {
    settings: { policy },
    zone,
  } = job
  const words = slotInWords(slot)
  const account = await readChargebackAccount(store, await store.slots.states(), policy)
  const adjustment = account.adjustments.find((one) => sameSlot(one.slot, slot))
  if (adjustment === undefined || adjustment.effect <= ZERO)
    throw notPaid({
      en: `the settlement ${words.en} has no adjustments that bring money`,
      es: `la liquidación ${words.es} no tiene ajustes que sumen dinero`,
    })
  const known = { policy, zone, readSince: zone.dateAt((await store.pulls.firstTime()) ?? 0) }
  const arrivedOn = (await arrivalDays(store)).get(nameOf(slot))
  const final = paidOutBy(firstFinal(slot, await store.settlements.inPulls(slot), known), arrivedOn)
  if (final === null || !adjustment.isPaidOut)
    throw notPaid({
      en: `the settlement ${words.en} is not paid out`,
      es: `la liquidación ${words.es} no está abonada`,
    })
  const left = unexplainedOf(adjustment)
  return {
    by: { kind: 'adjustment', slot },
    on: final.day > slot.date ? final.day : slot.date,
    left: left > ZERO ? left : ZERO,
  }
}

const paymentByEntry = async (
  { settings: { policy }, zone }: JobContext,
  store: Store,
  typed: string,
): Promise<ClaimPayment> => {
  const entries = (await store.bank.isKnown()) ? await store.bank.entries() : []
  const [entry, another] = typed.length < ID_MIN_DIGITS ? [] : entries.filter(({ id }) => id.startsWith(typed))
  if (entry === undefined || another !== undefined)
    throw notPaid({
      en: `${another === undefined ? 'no entry' : 'more than one entry'} of the bank has the id ${typed}`,
      es: `${another === undefined ? 'ningún movimiento' : 'más de un movimiento'} del banco tiene el id ${typed}`,
    })
  const overview = await bankInDatabase(store, await store.slots.states(), { policy, zone })
  const open = overview?.unknownCredits.find(({ id }) => id === entry.id)
  return { by: { kind: 'entry', entry: entry.id }, on: entry.bookedOn, left: open?.value ?? ZERO }
}

/** Fewer digits of an id are a slip, even where they are unique. */
const ID_MIN_DIGITS = 6

const notPaid = (message: Both<string>): CuadreError =>
  new CuadreError('NOT_PAID_BY', message, {
    en: 'see the open adjustments and credits with "cuadre discrepancies list"',
    es: 'vea los ajustes y consignaciones abiertos con "cuadre discrepancies list"',
  })
