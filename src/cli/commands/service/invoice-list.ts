import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { invoiceDocument } from '../../../../reports/documents/invoice-document.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { MalformedRecord } from '../../../domain/invoice.ts'
import type { InvoiceFilter } from '../../../domain/invoice-filter.ts'
import type { FetchedInvoice } from '../../../domain/pull/fetched-invoice.ts'
import { jsonText } from '../../../publish/json.ts'
import type { PageForPerson } from '../../../service/pages.ts'
import { ASKING_FLAGS, asking, settingsGiven } from '../../framework/asking.ts'
import { type Command, type Given, usageError } from '../../framework/command.ts'
import { cycleIn, dateIn } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { textGiven } from './new-invoice.ts'
import { tableText } from './table-text.ts'

export const invoiceList: Command = {
  name: 'invoice list',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: 'List invoices, all pages of them; the table leaves out names and documents',
  manual: [
    [
      '[--reference R] [--document N] [--contract C] [--payment-date D] [--settlement-date D] [--settlement-cycle C] [--limit N] [--json]',
      'All invoices that fit, from every page; the table leaves out names and documents.',
    ],
  ],
  examples: [
    ['cuadre invoice list --reference ARR-0001', 'what became of a reference'],
    ['cuadre invoice list --settlement-date 2026-03-12 --settlement-cycle 11', 'the invoices of a settlement'],
    ['cuadre invoice list --payment-date 2026-03-10 --json', 'paid on a day, for a program'],
    ['cuadre invoice list --limit 20', 'the first 20 in whatever order the service lists them'],
  ],
  flags: {
    reference: { kind: 'once', describe: 'Only with this reference' },
    document: { kind: 'once', describe: 'Only of the customer with this document number' },
    contract: { kind: 'once', describe: 'Only of this contract' },
    'payment-date': { kind: 'once', describe: 'Only paid on this day, YYYY-MM-DD' },
    'settlement-date': { kind: 'once', describe: 'Only settled on this day, YYYY-MM-DD' },
    'settlement-cycle': { kind: 'once', describe: 'Only of this cycle' },
    limit: { kind: 'once', describe: 'No more than this many' },
    ...ASKING_FLAGS,
  },
  execute: async (given, io) => {
    const filter = filterGiven(given)
    const limit = limitGiven(given)
    const settings = settingsGiven(given, io)
    const pageLimit = Math.min(settings.pageLimit, limit)
    const listed = await asking({ ...settings, pageLimit }, io, (client, context) =>
      gather(client.shownPages(filter, context), limit),
    )
    const error = unreadable(listed.malformed)
    if (error !== null) io.stderr(failureLine(error))
    const exitCode = error === null ? 0 : INCOMPLETE
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('invoice list', exitCode, documentOf(listed), error))}\n`
        : tableText(listed, zoneNamed(settings.policy.timeZone)),
    )
    return exitCode
  },
}

const INCOMPLETE = 5

const filterGiven = (given: Given): InvoiceFilter => {
  const [paymentDate, date, cycle] = ['payment-date', 'settlement-date', 'settlement-cycle'].map(given.text)
  return {
    reference: textGiven(given, 'reference') ?? undefined,
    customerDocument: textGiven(given, 'document') ?? undefined,
    contract: textGiven(given, 'contract') ?? undefined,
    paymentDate: paymentDate === undefined ? undefined : dateIn('--payment-date', paymentDate),
    date: date === undefined ? undefined : dateIn('--settlement-date', date),
    cycle: cycle === undefined ? undefined : cycleIn('--settlement-cycle', cycle),
  }
}

const limitGiven = ({ text }: Given): number => {
  const typed = text('limit')
  if (typed === undefined) return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw usageError('--limit is not a whole number from 1 to 999999999', 'give one, in digits')
}

interface Listed {
  readonly invoices: readonly FetchedInvoice[]
  readonly malformed: readonly MalformedRecord[]
  /** False when the limit came before the end of the list. */
  readonly complete: boolean
}

/** Takes pages until there are as many records as asked for; a page that is not needed is not asked for. */
const gather = async (pages: AsyncIterable<PageForPerson>, limit: number): Promise<Listed> => {
  const invoices: FetchedInvoice[] = []
  const malformed: MalformedRecord[] = []
  let left = limit
  for await (const { readings, isLast } of pages) {
    for (const reading of readings.slice(0, left)) {
      if (reading.kind === 'shown') invoices.push(reading)
      else malformed.push(reading.record)
    }
    if (readings.length >= left) return { invoices, malformed, complete: isLast && readings.length === left }
    left -= readings.length
  }
  return { invoices, malformed, complete: true }
}

/** What is said of records that are no invoices; null when there are none. */
const unreadable = ([first, ...others]: readonly MalformedRecord[]) => {
  if (first === undefined) return null
  const many = others.length === 0 ? 'a record of the list is' : `${others.length + 1} records of the list are`
  return {
    code: 'MALFORMED_RECORD',
    message: `${many} not readable: ${first.field} ${first.reason}${others.length === 0 ? '' : ' in the first of them'}`,
    next: 'tell the operator of the service; the others are shown',
  }
}

const documentOf = ({ invoices, malformed, complete }: Listed) => ({
  complete,
  count: invoices.length,
  invoices: invoices.map(invoiceDocument),
  malformed: malformed.map(({ invoiceId, field, reason, digest }) => ({ invoiceId, field, reason, digest })),
})
