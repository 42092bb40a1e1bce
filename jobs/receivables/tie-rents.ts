import type { ReceivableVoidReport, RentTieReport } from '../../reports/documents/receivables.ts'
import { BY_EXACT_SUMS } from '../../src/core/bank/tie-out.ts'
import { EVER } from '../../src/core/calendar/calendar.ts'
import type { RentTie } from '../../src/core/receivables.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import { nothingPulled, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { readDatabase } from '../steps/query/read-database.ts'
import type { JobContext } from '../steps/run/context.ts'

interface Who {
  readonly reason: string
  readonly by: string
}

export interface RentTieRequest extends Who {
  /** The keys of dues, as `receivables list` shows them. */
  readonly dues: readonly string[]
  /** The ids of invoices, and of operations at banks. */
  readonly payments: readonly string[]
}

/** Says that payments are of dues, whether or not their sums agree. It goes before all that is found without a person. */
export const tieRents = (job: JobContext, request: RentTieRequest): Promise<RentTieReport> =>
  say(job, 'receivables tie', request, true)

/** Says that payments are not of dues, which were found to belong together. */
export const partRents = (job: JobContext, request: RentTieRequest): Promise<RentTieReport> =>
  say(job, 'receivables untie', request, false)

const say = (
  job: JobContext,
  name: 'receivables tie' | 'receivables untie',
  request: RentTieRequest,
  isTied: boolean,
): Promise<RentTieReport> =>
  withLists(job, name, request, async (store) => {
    const { dues, payments, reason, by } = request
    await requireKnown(store, request)
    if (isTied) refuseTied(await store.receivables.ties(), payments)
    let number = 0
    const { files } = await recordBankRun(job, store, name, async () => {
      number = await store.receivables.tie({ dues, payments, isTied, reason }, { by, at: job.now() })
    })
    return { merchant: store.merchant.name, tie: await findTie(store, number), files }
  })

/** Undoes what a person said, by its number. */
export const untieRents = (
  job: JobContext,
  { number, reason, by }: Who & { readonly number: number },
): Promise<RentTieReport> =>
  withLists(job, 'receivables untie', { by }, async (store) => {
    const tie = await findTie(store, number)
    if (tie.undone !== null)
      throw refusal({ en: `tie ${number} is already undone`, es: `el cruce ${number} ya está deshecho` }, SEE_LIST)
    const undo = (): Promise<number> => store.dispositions.untie(number, { by, reason, at: job.now() })
    const { files } = await recordBankRun(job, store, 'receivables untie', undo)
    return { merchant: store.merchant.name, tie: await findTie(store, number), files }
  })

/** Voids a file that should not have been imported: its rows do not count any more. It is kept, and ties stay by key. */
export const voidList = (
  job: JobContext,
  { number, reason, by }: Who & { readonly number: number },
): Promise<ReceivableVoidReport> =>
  withLists(job, 'receivables void', { by }, async (store) => {
    const find = async () => (await store.receivables.files()).find((one) => one.number === number)
    const file = await find()
    if (file === undefined || file.voided !== null)
      throw refusal(
        file === undefined
          ? { en: `there is no file of receivables ${number}`, es: `no hay un archivo de cartera ${number}` }
          : { en: `file ${number} is already void`, es: `el archivo ${number} ya está anulado` },
        { en: 'see "cuadre receivables files"', es: 'vea "cuadre receivables files"' },
      )
    const voidIt = (): Promise<number> => store.receivables.voidFile(number, { by, at: job.now(), reason })
    const { files } = await recordBankRun(job, store, 'receivables void', voidIt)
    return { merchant: store.merchant.name, file: (await find()) ?? file, files }
  })

const withLists = async <T>(
  job: JobContext,
  name: string,
  { by }: Pick<Who, 'by'>,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  if (by === BY_EXACT_SUMS)
    throw refusal(
      { en: `"${by}" is the program, not a person`, es: `"${by}" es el programa, no una persona` },
      { en: 'say who: --by NAME', es: 'diga quién: --by NOMBRE' },
    )
  const files = await readDatabase(job, (store) => store.receivables.files())
  if (files === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  if (files.length === 0) throw noReceivables(job.settings)
  return withDatabase(job, name, work)
}

const SEE_LIST: Both<string> = { en: 'see "cuadre receivables list"', es: 'vea "cuadre receivables list"' }

const refusal = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('RECEIVABLE_TIE', message, next)

/** The error when there is no list, or was none by then. */
export const noReceivables = (settings: NamedMerchant): CuadreError =>
  new CuadreError(
    'NO_RECEIVABLES',
    { en: 'there is no list of what tenants owe', es: 'no hay ninguna lista de lo que deben los inquilinos' },
    {
      en: `import one with: ${forMerchant('cuadre receivables import FILE', settings)}`,
      es: `importe una con: ${forMerchant('cuadre receivables import ARCHIVO', settings)}`,
    },
  )

const findTie = async (store: Store, asked: number): Promise<RentTie> => {
  const tie = (await store.receivables.ties()).find(({ number }) => number === asked)
  if (tie === undefined) throw refusal({ en: `there is no tie ${asked}`, es: `no hay un cruce ${asked}` }, SEE_LIST)
  return tie
}

const requireKnown = async (store: Store, { dues, payments }: RentTieRequest): Promise<void> => {
  if (dues.length === 0 || payments.length === 0)
    throw refusal({ en: 'a tie needs a due and a payment', es: 'un cruce necesita un cobro y un pago' }, SEE_LIST)
  const keys = new Set((await store.receivables.dues()).map(({ key }) => key))
  const due = dues.find((key) => !keys.has(key))
  if (due !== undefined) throw refusal({ en: 'no list has such a due', es: 'ninguna lista tiene ese cobro' }, SEE_LIST)
  const ids = new Set([
    ...(await store.receivables.operatorPayments(EVER.from, String)).map(({ id }) => id),
    ...(await store.receivables.bankPayments()).map(({ id }) => id),
  ])
  const payment = payments.find((id) => !ids.has(id))
  if (payment !== undefined) throw refusal({ en: 'no such payment is known', es: 'no se conoce ese pago' }, SEE_LIST)
}

/** A payment is of what a person said first, until that is undone. */
const refuseTied = (ties: readonly RentTie[], payments: readonly string[]): void => {
  const tie = ties.find((one) => one.isTied && one.undone === null && one.payments.some((id) => payments.includes(id)))
  if (tie === undefined) return
  throw refusal(
    { en: `a payment of it is in tie ${tie.number} already`, es: `uno de sus pagos ya está en el cruce ${tie.number}` },
    {
      en: `undo it first: cuadre receivables untie ${tie.number}`,
      es: `deshágalo antes: cuadre receivables untie ${tie.number}`,
    },
  )
}
