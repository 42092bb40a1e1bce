import type { AccountEntry } from '../../src/core/bank/bank-statement.ts'
import { type BankTie, BY_EXACT_SUMS, type TieIntent, tiesInForce } from '../../src/core/bank/tie-out.ts'
import { ZERO } from '../../src/core/money.ts'
import { isJudged } from '../../src/core/pull/pull.ts'
import { nameOf, type Slot, sameSlot, slotInWords, uniqueSlots } from '../../src/core/slot.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import { checkedRead } from '../steps/query/checked-read.ts'
import { nothingPulled, slotNeverPulled, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { readDatabase } from '../steps/query/read-database.ts'
import type { JobContext, JobReport } from '../steps/run/context.ts'
import { nothingImported } from './read-bank.ts'

export interface TieRequest {
  readonly slots: readonly Slot[]
  /** Ids of entries, or enough of their first digits to be unique. */
  readonly entries: readonly string[]
  readonly reason: string
  readonly by: string
}

export interface UntieRequest extends Pick<TieRequest, 'reason' | 'by'> {
  readonly number: number
}

/** A tie in its present state, and what changed. */
export interface TieReport {
  readonly merchant: string
  readonly tie: BankTie
  readonly entries: ReadonlyMap<string, AccountEntry>
  readonly report: JobReport
}

/** Ties payouts to bank entries by a person's decision, whether or not their sums agree. */
export const tieBankEntries = async (job: JobContext, request: TieRequest): Promise<TieReport> =>
  inBank(job, 'bank tie', request, async (store) => {
    const intent = await intentOf(job, store, request)
    const { by } = request
    let number = 0
    const report = await recordBankRun(job, store, 'bank tie', async () => {
      const [made] = await store.bank.tie([intent], { by, at: job.now() })
      number = made ?? 0
    })
    return tieReport(store, number, report)
  })

/** Undoes a tie. The same payouts and entries are not tied by exact sums again. */
export const untieBankEntries = async (job: JobContext, { number, reason, by }: UntieRequest): Promise<TieReport> =>
  inBank(job, 'bank untie', { by }, async (store) => {
    const tie = await findTie(store, number)
    if (tie.undone !== null)
      throw refusal({ en: `tie ${number} is already undone`, es: `el cruce ${number} ya está deshecho` }, SEE_LIST)
    const undo = async (): Promise<number> => store.bank.untie(tie, { by, at: job.now(), reason })
    const report = await recordBankRun(job, store, 'bank untie', undo)
    return tieReport(store, number, report)
  })

const tieReport = async (store: Store, number: number, report: JobReport): Promise<TieReport> => ({
  merchant: store.merchant.name,
  tie: await findTie(store, number),
  entries: new Map((await store.bank.entries()).map((entry) => [entry.id, entry])),
  report,
})

const inBank = async <T>(
  job: JobContext,
  name: string,
  { by }: Pick<TieRequest, 'by'>,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  if (by === BY_EXACT_SUMS) throw notAPerson()
  const isKnown = await readDatabase(job, (store) => store.bank.isKnown())
  if (isKnown === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  if (!isKnown) throw nothingImported(job.settings)
  return withDatabase(job, name, work)
}

const SEE_LIST: Both<string> = { en: 'see "cuadre bank list"', es: 'vea "cuadre bank list"' }

const refusal = (message: Both<string>, next: Both<string>): CuadreError => new CuadreError('BANK_TIE', message, next)

/** A person of that name would be taken for the program, whose ties yield to those of people. */
const notAPerson = (): CuadreError =>
  refusal(
    { en: `"${BY_EXACT_SUMS}" is the program, not a person`, es: `"${BY_EXACT_SUMS}" es el programa, no una persona` },
    { en: 'say who: --by NAME', es: 'diga quién: --by NOMBRE' },
  )

const findTie = async (store: Store, asked: number): Promise<BankTie> => {
  const tie = (await store.bank.ties()).find(({ number }) => number === asked)
  if (tie === undefined) throw refusal({ en: `there is no tie ${asked}`, es: `no hay un cruce ${asked}` }, SEE_LIST)
  return tie
}

const intentOf = async (
  { settings }: JobContext,
  store: Store,
  { slots, entries, reason }: TieRequest,
): Promise<TieIntent> => {
  if (slots.length === 0 || entries.length === 0)
    throw refusal(
      { en: 'a tie needs a settlement and an entry', es: 'un cruce necesita una liquidación y un movimiento' },
      SEE_LIST,
    )
  const inForce = tiesInForce(await store.bank.ties())
  const states = await store.slots.states()
  const payouts = uniqueSlots(slots).map((slot) => {
    const words = slotInWords(slot)
    const tie = inForce.find((one) => one.payouts.some((payout) => sameSlot(payout.slot, slot)))
    if (tie !== undefined) throw tiedAlready(words, tie, settings)
    const state = states.find((one) => nameOf(one.slot) === nameOf(slot)) ?? null
    const pull = state?.pull ?? null
    if (pull === null) throw slotNeverPulled({ settings }, slot)
    if (isJudged(pull.settlement, slot, settings.policy)) return { slot, payout: pull.settlement.payout }
    // Paid before its settlement exists: tied to its list.
    const listed = pull.settlement === null ? (checkedRead(state)?.totals.collected ?? ZERO) : ZERO
    if (listed === ZERO) throw notPaidOut(words)
    return { slot, payout: listed }
  })
  const [known, paying] = [await store.bank.entries(), await store.dispositions.recoveries()]
  const ids = entries.map((typed) => {
    const found = typed.length < ID_MIN_DIGITS ? [] : known.filter(({ id }) => id.startsWith(typed))
    const [entry] = found
    if (entry === undefined || found.length > 1) throw unknownEntry(typed, found.length)
    const tie = inForce.find((one) => one.entries.includes(entry.id))
    if (paying.some(({ by }) => by.kind === 'entry' && by.entry === entry.id)) throw paidClaim(typed)
    if (tie !== undefined) throw tiedAlready({ en: `entry ${typed}`, es: `el movimiento ${typed}` }, tie, settings)
    return entry.id
  })
  return { payouts, entries: [...new Set(ids)], reason }
}

/** Fewer digits of an id are a slip, even where they are unique. */
const ID_MIN_DIGITS = 6

const tiedAlready = (what: Both<string>, { number, by }: BankTie, settings: NamedMerchant): CuadreError =>
  refusal(
    {
      en: `${what.en} is already tied, by tie ${number} of ${by}`,
      es: `${what.es} ya está en el cruce ${number} de ${by}`,
    },
    {
      en: `undo it first: ${forMerchant(`cuadre bank untie ${number} --reason TEXT`, settings)}`,
      es: `deshágalo primero: ${forMerchant(`cuadre bank untie ${number} --reason TEXTO`, settings)}`,
    },
  )

const paidClaim = (typed: string): CuadreError =>
  refusal(
    { en: `entry ${typed} paid a claim already`, es: `el movimiento ${typed} ya pagó una reclamación` },
    {
      en: 'reopen that claim first: see "cuadre claims list"',
      es: 'reabra primero esa reclamación: vea "cuadre claims list"',
    },
  )

const notPaidOut = (slot: Both<string>): CuadreError =>
  refusal(
    { en: `the settlement ${slot.en} is not paid out`, es: `la liquidación ${slot.es} no está abonada` },
    {
      en: 'name a settlement that is final, or a list without a settlement yet: see "cuadre status"',
      es: 'indique una liquidación definitiva, o una lista aún sin liquidación: vea "cuadre status"',
    },
  )

const unknownEntry = (typed: string, found: number): CuadreError =>
  refusal(
    found === 0
      ? { en: `the bank has no entry ${typed}`, es: `el banco no tiene un movimiento ${typed}` }
      : {
          en: `${found} entries of the bank begin with ${typed}`,
          es: `${found} movimientos del banco empiezan por ${typed}`,
        },
    SEE_LIST,
  )
