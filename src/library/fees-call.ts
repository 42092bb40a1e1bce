import { importInvoices, voidInvoice } from '../../jobs/fees/import-invoices.ts'
import { readFees } from '../../jobs/fees/read-fees.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { FEES, type FeesDocument } from '../../reports/documents/fees/fees-document.ts'
import { INVOICE_IMPORT, INVOICE_VOID } from '../../reports/documents/fees/fees-invoices.ts'
import { type Centavos, fromPesos } from '../core/money.ts'
import { DECISION, month, monthOrDaysIn, type ReadersOf } from '../input/dates.ts'
import { listOf, NAME_ONE, optionsIn, orElse, refuseValue, text, type ValueReader } from '../input/readers.ts'
import { FEES_INVOICE_LIST } from '../questions/fees-invoices.ts'
import type { FeesInvoiceCalls, FeesOptions } from './cuadre.ts'
import { answerOf } from './document-of.ts'
import type { questionCalls } from './question-calls.ts'
import { statementReaders } from './statement-call.ts'
import type { WorkQueue } from './work-queue.ts'

/**
 * Fees compared with the tariff. For a past state no files are written, since they would replace those of the present.
 */
export const feesCall = async (context: JobContext, options: unknown): Promise<FeesDocument> => {
  const { asOf, format, billed, ...days } = optionsIn('fees', options, {
    ...statementReaders(context.zone),
    billed: orElse(sumOfPesos, null),
  } satisfies ReadersOf<FeesOptions>)
  const request = { days: monthOrDaysIn(days), asOf, billed, format, isWritten: asOf === null }
  return answerOf('fees', FEES, await readFees(context, request))
}

const A_SUM = {
  en: 'a sum of COP with at most two decimals, such as 4512300',
  es: 'una suma en COP con máximo dos decimales, como 4512300',
}

const sumOfPesos: ValueReader<Centavos> = (name, value) =>
  (typeof value === 'number' && value >= 0 ? fromPesos(value) : null) ?? refuseValue(name, value, A_SUM)

/** The operator's electronic invoices. */
export const feesInvoiceCalls = (
  context: JobContext,
  queue: WorkQueue,
  call: ReturnType<typeof questionCalls>,
): FeesInvoiceCalls => ({
  import: async (files, options) => {
    const request = {
      files: listOf(text, NAME_ONE)('files', files),
      ...optionsIn('feesInvoices.import', options, IMPORT),
    }
    return queue.write(async () =>
      answerOf('fees invoice import', INVOICE_IMPORT, await importInvoices(context, request)),
    )
  },
  list: call(FEES_INVOICE_LIST, 'feesInvoices.list'),
  void: async (number, who) => {
    const request = { number: text('number', number), ...optionsIn('feesInvoices.void', who, DECISION) }
    return queue.write(async () => answerOf('fees invoice void', INVOICE_VOID, await voidInvoice(context, request)))
  },
})

const IMPORT = { by: DECISION.by, month: orElse(month, null) } satisfies ReadersOf<
  Parameters<FeesInvoiceCalls['import']>[1]
>
