import type { Body } from '../story.ts'
import { type Finding, inPesos, inText, size } from './finding.ts'
import { aliased, isKnownCycle, type Money } from './money.ts'
import type { Invoice, Reading } from './reading.ts'
import { slotText } from './settlement-findings.ts'
import { type FullPolicy, isAbsent, isDate, textOf } from './words.ts'

const PAYMENT_FIELDS = [
  'paymentDate',
  'paymentMethod',
  'paymentSource',
  'paymentAmount',
  'settlementDate',
  'settlementTime',
  'paymentId',
]
const ALWAYS = ['description', 'contract', 'customerDocumentNumber', 'createdAt', 'paymentUrl']
const INVOICE_FIELDS = [
  'id',
  'reference',
  'status',
  'amount',
  'expirationDate',
  'customerName',
  ...ALWAYS,
  ...PAYMENT_FIELDS,
]
export const SETTLEMENT_FIELDS = [
  'date',
  'cycle',
  'status',
  'numberOfInvoices',
  'amountCollected',
  'fees',
  'feesPostpaid',
  'adjustments',
  'gateway',
  'paymentAmount',
]
const INVOICE_STATUSES = ['ready', 'paid', 'cancelled', 'chargeback']
const SETTLEMENT_STATUSES = ['processing', 'paid', 'credited', 'error']
const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card']
const SOURCES = ['whatsapp', 'portal', 'link']

export const isPaidOnce = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'paid' || status === 'chargeback'

/** Findings from each invoice, the list and the fields alone. */
export const invoiceFindings = (
  reading: Reading,
  earlier: readonly Reading[],
  money: Money,
  policy: FullPolicy,
): Finding[] => [
  ...[...reading.invoices.values()].flatMap((invoice) => [
    ...ofInvoice(invoice, pesosOf(invoice, earlier)),
    ...outside(reading, invoice, pesosOf(invoice, earlier), policy),
  ]),
  ...labels(reading, policy),
  ...ofList(reading),
  ...malformedRecords(reading, money),
  ...ofFields(reading),
]

type Pesos = Pick<Finding, 'amount'>

/** The sum that the invoice pays, else that of earlier versions; absent when these differ. */
export const pesosOf = ({ id, paid }: Pick<Invoice, 'id' | 'paid'>, earlier: readonly Reading[]): Pesos => {
  if (paid !== null) return { amount: Math.abs(paid) }
  const sums = new Set(earlier.flatMap(({ invoices }) => invoices.get(id)?.paid ?? []))
  const [only] = sums
  if (only === undefined) return { amount: null }
  const wasPaid = earlier.some(({ invoices }) => isPaidOnce(invoices.get(id) ?? { status: '' }))
  return sums.size === 1 && wasPaid ? { amount: Math.abs(only) } : {}
}

const ofInvoice = (invoice: Invoice, pesos: Pesos): Finding[] => {
  const { id, status, amount, paid } = invoice
  const subject = `invoice:${id}`
  const found: Finding[] = []
  if (isPaidOnce(invoice)) {
    const missing = PAYMENT_FIELDS.filter(
      (field) =>
        isAbsent(invoice.body[field]) || textOfField(invoice, field) === null || !isReadableDate(invoice.body, field),
    )
    const severity = missing.includes('paymentId') ? 'error' : 'warning'
    const words = missing.join(' ')
    if (missing.length > 0)
      found.push({ code: 'PAYMENT_FIELDS_MISSING', severity, subject, unit: null, words, ...pesos })
    if (paid !== null && paid < amount)
      found.push(inPesos('UNDERPAID', 'warning', subject, [paid, amount], size(paid, amount)))
    if (paid !== null && paid > amount)
      found.push(inPesos('OVERPAID', 'warning', subject, [paid, amount], size(paid, amount)))
  }
  if (status === 'ready' || status === 'cancelled') {
    found.push({ code: 'NOT_PAID', severity: 'warning', subject, unit: null, reported: status, ...pesos })
  }
  if (status === 'chargeback') found.push({ code: 'CHARGEBACK', severity: 'warning', subject, unit: null, ...pesos })
  if (amount < 0)
    found.push({
      code: 'NEGATIVE_AMOUNT',
      severity: 'error',
      subject: `${subject}.amount`,
      unit: 'COP',
      reported: amount,
      expected: 0,
      ...pesos,
    })
  if (paid !== null && paid < 0) found.push(inPesos('NEGATIVE_AMOUNT', 'error', `${subject}.paid`, [paid, 0], -paid))
  return found
}

const DATES = ['createdAt', 'paymentDate', 'settlementDate']

/** A documented date that is none is unreadable. */
const isReadableDate = (body: Body, field: string): boolean => {
  const text = textOf(body[field])
  return text === null || !DATES.includes(field) || isDate(text)
}

const textOfField = ({ body }: Invoice, field: string): unknown =>
  field === 'paymentAmount' ? body[field] : textOf(body[field])

/** Whether it names another slot; not when the settlement, or the whole list, has that label. */
const outside = (reading: Reading, { id, ownDate, ownCycle }: Invoice, pesos: Pesos, policy: FullPolicy): Finding[] => {
  const { slot } = reading
  if (ownCycle === null && (ownDate === null || ownDate === slot.date)) return []
  const isOwn =
    ownCycle !== null && (aliased(ownCycle, policy) === slot.cycle || labelsOf(reading, policy).includes(ownCycle))
  if ((ownDate === null || ownDate === slot.date) && isOwn) return []
  // What is reported about an invoice that names only another date or only another cycle is left open.
  const reported =
    ownCycle === null || ownDate === null ? {} : { reported: slotText({ date: ownDate, cycle: ownCycle }) }
  const expected = slotText(slot)
  return [
    {
      code: 'INVOICE_OUTSIDE_SLOT',
      severity: 'error',
      subject: `invoice:${id}`,
      unit: null,
      ...reported,
      expected,
      words: `${ownDate} ${ownCycle}`,
      ...pesos,
    },
  ]
}

/** A label that is neither the cycle's own nor known. */
const isOther = (label: string, { slot }: Reading, policy: FullPolicy): boolean =>
  aliased(label, policy) !== slot.cycle && !isKnownCycle(aliased(label, policy), policy)

/** The one other label that all labelled invoices of the slot have in common. */
const labelOfList = (reading: Reading, policy: FullPolicy): string | null => {
  const [label, ...others] = new Set([...reading.invoices.values()].flatMap(({ ownCycle }) => ownCycle ?? []))
  return label !== undefined && others.length === 0 && isOther(label, reading, policy) ? label : null
}

const labelOfSettlement = ({ slot, settlement }: Reading): string | null =>
  settlement?.date === slot.date ? settlement.cycle : null

/** The other labels under which an invoice is not outside: those of the settlement and of the whole list. */
const labelsOf = (reading: Reading, policy: FullPolicy): readonly string[] =>
  [labelOfSettlement(reading), labelOfList(reading, policy)].flatMap((label) =>
    label !== null && isOther(label, reading, policy) ? [label] : [],
  )

const labels = (reading: Reading, policy: FullPolicy): Finding[] => {
  const label = labelOfList(reading, policy)
  if (label === null || label === reading.settlement?.cycle) return []
  return [inText('CYCLE_LABEL', 'warning', `cycle:${label}`, label, reading.slot.cycle, null)]
}

const ofList = ({ invoices, repeats, items, wrongCounts, counted, cursorAbsent }: Reading): Finding[] => {
  const found: Finding[] = [...repeats].map(([id, differ]) => {
    const paid = invoices.get(id)?.paid ?? null
    const severity = differ ? 'error' : 'info'
    return {
      code: 'LISTED_TWICE',
      severity,
      subject: `invoice:${id}`,
      unit: null,
      amount: paid === null ? null : Math.abs(paid),
    }
  })
  if (wrongCounts > 0) {
    const figures = { unit: 'invoices', reported: counted, expected: items, amount: null } as const
    found.push({ code: 'PAGE_COUNT', severity: 'warning', subject: 'list', ...figures })
  }
  if (cursorAbsent) found.push({ code: 'CURSOR_ABSENT', severity: 'info', subject: 'list', unit: null, amount: null })
  return found
}

/** The first malformed record carries the sum reported beyond the readable records, so that pesos can be summed. */
const malformedRecords = ({ settlement, malformed }: Reading, { isEcho, listed }: Money): Finding[] => {
  const fields = new Map<string, string>()
  for (const { digest, field } of malformed) if (!fields.has(digest)) fields.set(digest, field)
  const beyond = settlement === null || isEcho ? null : size(settlement.collected, listed)
  return [...fields].map(([digest, field], place) => ({
    code: 'MALFORMED_RECORD',
    severity: 'error',
    subject: `record:${digest}`,
    unit: null,
    reported: field,
    amount: place === 0 ? beyond : null,
  }))
}

const ofFields = ({ settlement, invoices, repeats }: Reading): Finding[] => {
  const counts = new Map<string, number>()
  const note = (code: string, field: string): void => {
    counts.set(`${code} field:${field}`, (counts.get(`${code} field:${field}`) ?? 0) + 1)
  }
  const values = (body: Readonly<Record<string, unknown>>, field: string, known: readonly string[]): void => {
    const value = textOf(body[field])
    if (value !== null && !known.includes(value)) note('UNKNOWN_VALUE', `${field}=${value}`)
  }
  const unknown = (body: Readonly<Record<string, unknown>>, known: readonly string[]): void => {
    for (const field of Object.keys(body))
      if (!known.includes(field) && !isAbsent(body[field])) note('UNKNOWN_FIELD', field)
  }
  const centavos = (body: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, string>>): void => {
    for (const [field, name] of Object.entries(fields))
      if (!Number.isInteger(Number(body[field] ?? 0))) note('FRACTIONAL_PESOS', name)
  }
  if (settlement !== null) {
    values(settlement.body, 'status', SETTLEMENT_STATUSES)
    unknown(settlement.body, SETTLEMENT_FIELDS)
    centavos(settlement.body, {
      amountCollected: 'collected',
      fees: 'fees',
      adjustments: 'adjustments',
      paymentAmount: 'payout',
    })
  }
  for (const invoice of invoices.values()) {
    const { body } = invoice
    values(body, 'status', INVOICE_STATUSES)
    values(body, 'paymentMethod', METHODS)
    values(body, 'paymentSource', SOURCES)
    unknown(body, INVOICE_FIELDS)
    centavos(body, { amount: 'amount', paymentAmount: 'paid' })
    for (const field of ALWAYS) {
      if (textOf(body[field]) === null || !isReadableDate(body, field))
        note('FIELD_MISSING', field === 'customerDocumentNumber' ? 'customerDocument' : field)
    }
  }
  return [...counts].map(([key, count]) => {
    const [code = '', subject = ''] = key.split(/ (.*)/)
    const severity = code === 'UNKNOWN_VALUE' || code === 'FIELD_MISSING' ? 'warning' : 'info'
    const reported = repeats.size === 0 ? { reported: String(count) } : {}
    return { code, severity, subject, unit: null, ...reported, amount: null }
  })
}
