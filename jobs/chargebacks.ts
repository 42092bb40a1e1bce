import type { ChargebacksReport } from '../reports/documents/chargebacks.ts'
import { type Slot, sameSlot, slotInWords, uniqueSlots } from '../src/core/slot.ts'
import { forMerchant } from '../src/input/for-merchant.ts'
import type { ChargebackAccount, ChargebackTie } from '../src/rules/assessment/chargeback-account.ts'
import type { Both } from '../src/std/both.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { readChargebackAccount } from './steps/assess/merchant-facts.ts'
import { recordBankRun } from './steps/bank/record-bank-run.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { nothingPulled, requireDatabase, requirePulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import type { JobContext, JobReport, QueryContext } from './steps/run/context.ts'

/** Returns which adjustments debited which chargebacks, and the ties of people. Only reads. */
export const readChargebacks = async (context: QueryContext): Promise<ChargebacksReport> => {
  const report = await readDatabase(context, (store, then) => chargebacksIn(store, then))
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  return report
}

export const chargebacksIn = async (
  store: Store,
  { settings }: Pick<JobContext, 'settings'>,
): Promise<ChargebacksReport> => ({
  merchant: store.merchant.name,
  account: await readChargebackAccount(store, await store.slots.states(), settings.policy),
  ties: await store.dispositions.chargebackTies(),
})

export interface ChargebackTieRequest {
  readonly invoiceIds: readonly string[]
  /** The settlements whose adjustments debited them. */
  readonly adjustments: readonly Slot[]
  readonly reason: string
  readonly by: string
}

/** The account after a tie was made or undone, and what was written. */
export interface ChargebackTieReport extends ChargebacksReport {
  readonly tie: ChargebackTie
  readonly report: JobReport
}

/** Stores what a person says: these adjustments debited these chargebacks, whatever their sums. */
export const tieChargebacks = (job: JobContext, request: ChargebackTieRequest): Promise<ChargebackTieReport> =>
  decideInDatabase(job, 'chargebacks tie', async (store) => {
    const intent = {
      ...request,
      adjustments: uniqueSlots(request.adjustments),
      invoiceIds: [...new Set(request.invoiceIds)],
    }
    for (const slot of intent.adjustments) await requirePulled(job, store, slot)
    refuseUntieable(intent, await chargebacksIn(store, job), job)
    return () => store.dispositions.tieChargebacks(intent, { by: request.by, at: job.now() })
  })

/** Undoes the tie with this number. */
export const untieChargebacks = (
  job: JobContext,
  { number, reason, by }: { readonly number: number; readonly reason: string; readonly by: string },
): Promise<ChargebackTieReport> =>
  decideInDatabase(job, 'chargebacks untie', async (store) => {
    const tie = (await store.dispositions.chargebackTies()).find((one) => one.number === number)
    if (tie === undefined) throw refusal({ en: `there is no tie ${number}`, es: `no hay un cruce ${number}` })
    if (tie.undone !== null)
      throw refusal({ en: `tie ${number} is already undone`, es: `el cruce ${number} ya está deshecho` })
    return async () => {
      await store.dispositions.untie(number, { by, reason, at: job.now() })
      return number
    }
  })

/** Decides, then writes, assesses what the decision touches, and writes its files. */
const decideInDatabase = async (
  job: JobContext,
  name: 'chargebacks tie' | 'chargebacks untie',
  decide: (store: Store) => Promise<() => Promise<number>>,
): Promise<ChargebackTieReport> => {
  await requireDatabase(job)
  return withDatabase(job, name, async (store) => {
    const write = await decide(store)
    let number = 0
    const report = await recordBankRun(job, store, name, async () => {
      number = await write()
    })
    const after = await chargebacksIn(store, job)
    const tie = after.ties.find((one) => one.number === number)
    if (tie === undefined) throw new Error(`the tie ${number} was not stored`)
    return { ...after, tie, report }
  })
}

const refuseUntieable = (
  { invoiceIds, adjustments }: ChargebackTieRequest,
  { account, ties }: ChargebacksReport,
  { settings }: JobContext,
): void => {
  for (const id of invoiceIds) {
    if (!isChargeback(account, id))
      throw refusal({ en: `the invoice ${id} is no chargeback`, es: `la factura ${id} no es un contracargo` })
  }
  for (const slot of adjustments) {
    const { en, es } = slotInWords(slot)
    const found = account.adjustments.find((one) => sameSlot(one.slot, slot))
    if (found === undefined)
      throw refusal({ en: `the settlement ${en} has no adjustments`, es: `la liquidación ${es} no tiene ajustes` })
    if (found.effect > 0n)
      throw refusal({
        en: `the adjustments of ${en} add money, and debit nothing`,
        es: `los ajustes de ${es} suman dinero: no debitan nada`,
      })
  }
  const inForce = ties.filter(({ undone }) => undone === null)
  const taken = inForce.find(
    (tie) =>
      tie.invoiceIds.some((id) => invoiceIds.includes(id)) ||
      tie.adjustments.some((slot) => adjustments.some((one) => sameSlot(one, slot))),
  )
  if (taken === undefined) return
  const undo = (reason: string) => forMerchant(`cuadre chargebacks untie ${taken.number} --reason ${reason}`, settings)
  throw refusal(
    { en: `part of it is in tie ${taken.number} already`, es: `una parte ya está en el cruce ${taken.number}` },
    { en: `undo it first: ${undo('TEXT')}`, es: `deshágalo primero: ${undo('TEXTO')}` },
  )
}

const isChargeback = ({ chargebacks }: ChargebackAccount, id: string): boolean =>
  chargebacks.some(({ invoiceId }) => invoiceId === id)

const SEE_LIST: Both<string> = { en: 'see "cuadre chargebacks list"', es: 'vea "cuadre chargebacks list"' }

const refusal = (message: Both<string>, next = SEE_LIST): CuadreError =>
  new CuadreError('CHARGEBACK_TIE', message, next)
