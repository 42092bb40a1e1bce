import { type NamedTax, type OperatorInvoice, taxIdOf } from '../../core/fees/operator-invoice.ts'
import {
  type Centavos,
  fromCentavos,
  isExact,
  minus,
  plus,
  size,
  sumOf,
  times,
  toPesos,
  ZERO,
} from '../../core/money.ts'
import { asSlotDate, type SlotDate } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import { FileFault, faultAt, foldSpaces, LINES } from '../../tables/file-fault.ts'
import { type Element, elementAt, elementsAt, textAt } from '../../tables/markup.ts'

/** An Invoice or CreditNote as it stands, before its month is known. */
export interface StandingInvoice extends Omit<OperatorInvoice, 'period'> {
  /** The days that it charges; null where it names none. */
  readonly days: { readonly from: SlotDate; readonly to: SlotDate } | null
  /** The numbers and CUFEs of the invoices that a credit note is about. */
  readonly about: readonly string[]
  readonly root: Element
}

/** Whose invoices they are, by tax id; null where nobody says. */
export interface InvoiceParties {
  readonly supplier: string | null
  readonly customer: string | null
}

/** A fault of an invoice, with advice of its own. */
export class InvoiceFault extends FileFault {
  constructor(what: Both<string>, next = GET_INVOICE_AGAIN) {
    super(what, next)
  }
}

export const GET_INVOICE_AGAIN: Both<string> = {
  en: 'get the invoice from the operator once more (its XML, or the zip of its e-mail), and import it unchanged',
  es: 'pida de nuevo la factura al operador (su XML, o el zip de su correo) e impórtela sin cambios',
}

/** A fault at an element: its line, its name, and what is wrong. */
export const wrongAt = (
  { name, position }: Pick<Element, 'name' | 'position'>,
  what: Both<string>,
  next?: Both<string>,
): InvoiceFault =>
  new InvoiceFault(faultAt(LINES, position, { en: `<${name}>: ${what.en}`, es: `<${name}>: ${what.es}` }).what, next)

/** Invoices of sales, of exports and of contingency; and credit notes. A support document has buyer and seller exchanged. */
export const TYPE_CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Invoice', ['01', '02', '03', '04']],
  ['CreditNote', ['91']],
])
const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Reads an Invoice or a CreditNote. Its totals follow from its lines, taxes, allowances, charges and prepayments, or it is refused. */
export const readInvoice = (root: Element, parties: InvoiceParties): StandingInvoice => {
  const kind = root.name === 'Invoice' ? 'invoice' : 'credit-note'
  if (![...root.attributes.values()].includes(`${NAMESPACE}${root.name}-2`)) throw wrongAt(root, NO_UBL)
  refuseOtherTypes(root)
  const lines = linesIn(root)
  const taxes = taxesIn(root, 'TaxTotal')
  const withholdings = taxesIn(root, 'WithholdingTaxTotal')
  refuseOtherTaxesOfLines(root, taxes)
  const number = needed(root, 'ID')
  const cufe = needed(root, 'UUID')
  if (!/^[\w-]{1,128}$/.test(cufe.text)) throw wrongAt(cufe, { en: 'it is no CUFE', es: 'no es un CUFE' })
  if (number.text.length > 64) throw wrongAt(number, { en: 'it is too long', es: 'es demasiado largo' })
  return {
    kind,
    number: foldSpaces(number.text),
    cufe: cufe.text.toLowerCase(),
    day: dayAt(needed(root, 'IssueDate')),
    days: daysIn(root),
    about: kind === 'invoice' ? [] : invoicesNamedIn(root),
    supplier: taxIdIn(root, 'Supplier', parties.supplier),
    customer: taxIdIn(root, 'Customer', parties.customer),
    ...{ lines, taxes, withholdings, root },
    ...totalsIn(root, lines, taxes, withholdings),
    iva: sumOf(taxes.filter(isIva).map(({ sum }) => sum)),
  }
}

/** What is said where a party is another one. */
const OTHER_PARTY: Readonly<Record<'Supplier' | 'Customer', readonly [what: Both<string>, next: Both<string>]>> = {
  Supplier: [
    {
      en: 'its supplier is not the operator of the settings (journal.thirdParties.operator)',
      es: 'su emisor no es el operador de los parámetros (journal.thirdParties.operator)',
    },
    {
      en: "import only the operator's invoices, or correct journal.thirdParties.operator in the settings file",
      es: 'importe solo facturas del operador, o corrija journal.thirdParties.operator en el archivo de parámetros',
    },
  ],
  Customer: [
    {
      en: 'its customer is not the merchant of the settings (taxId)',
      es: 'su adquiriente no es el comercio de los parámetros (taxId)',
    },
    {
      en: 'import only invoices to this merchant, or correct taxId in the settings file',
      es: 'importe solo facturas a este comercio, o corrija taxId en el archivo de parámetros',
    },
  ],
}

const NO_UBL: Both<string> = { en: 'it is not one of UBL 2.1', es: 'no es uno de UBL 2.1' }

const refuseOtherTypes = (root: Element): void => {
  const version = only(root, 'UBLVersionID')
  if (version !== null && !/\b2\.1$/.test(version.text)) throw wrongAt(version, NO_UBL)
  const type = only(root, `${root.name}TypeCode`)
  if (type !== null && !TYPE_CODES.get(root.name)?.includes(type.text))
    throw wrongAt(type, {
      en: 'a document of this type is no invoice or credit note of the operator',
      es: 'un documento de este tipo no es una factura ni una nota crédito del operador',
    })
  const currency = needed(root, 'DocumentCurrencyCode')
  if (currency.text !== 'COP') throw wrongAt(currency, NOT_PESOS)
}

const NOT_PESOS: Both<string> = { en: 'its currency is not COP', es: 'su moneda no es COP' }

/** The only element of this name; null without one. Of two, it would be a guess which one counts. */
export const only = (parent: Element, name: string): Element | null => {
  const [one, second] = elementsAt(parent, name)
  if (second !== undefined) throw wrongAt(second, { en: 'it stands there twice', es: 'está dos veces' })
  return one ?? null
}

const needed = (parent: Element, name: string): Element => {
  const one = only(parent, name)
  if (one === null) throw wrongAt(parent, { en: `it has no <${name}>`, es: `no tiene <${name}>` })
  if (one.text === '' && one.children.length === 0) throw wrongAt(one, { en: 'it is empty', es: 'está vacío' })
  return one
}

const dayAt = (element: Element): SlotDate => {
  const day = asSlotDate(element.text)
  if (day === null) throw wrongAt(element, { en: 'it is no day (YYYY-MM-DD)', es: 'no es una fecha (AAAA-MM-DD)' })
  return day
}

const daysIn = (root: Element): StandingInvoice['days'] => {
  const period = only(root, 'InvoicePeriod')
  if (period === null || only(period, 'StartDate') === null) return null
  const [from, to] = [dayAt(needed(period, 'StartDate')), dayAt(needed(period, 'EndDate'))]
  if (to < from) throw wrongAt(period, { en: 'it ends before it begins', es: 'termina antes de empezar' })
  return { from, to }
}

const invoicesNamedIn = (note: Element): readonly string[] =>
  elementsAt(note, 'BillingReference')
    .flatMap((reference) => elementsAt(reference, 'InvoiceDocumentReference'))
    .flatMap((invoice) => [textAt(invoice, 'UUID').toLowerCase(), foldSpaces(textAt(invoice, 'ID'))])
    .filter((text) => text !== '')

/** The tax id of a party. No message shows it. */
const taxIdIn = (root: Element, side: keyof typeof OTHER_PARTY, expected: string | null): string => {
  const name = `Accounting${side}Party`
  const party = needed(needed(root, name), 'Party')
  const found = [
    elementAt(party, 'PartyTaxScheme', 'CompanyID'),
    elementAt(party, 'PartyLegalEntity', 'CompanyID'),
    elementAt(party, 'PartyIdentification', 'ID'),
  ].find((one) => one !== undefined && one.text !== '')
  const id = found === undefined ? null : taxIdOf(found.text)
  if (id === null)
    throw wrongAt(found ?? party, { en: 'it has no tax id that can be read', es: 'no tiene un NIT que se pueda leer' })
  if (expected !== null && id !== expected)
    throw wrongAt({ name, position: (found ?? party).position }, ...OTHER_PARTY[side])
  return id
}

/** A sum in COP, exact to the centavo: further decimals that are not zero are refused, never rounded. */
const moneyAt = (element: Element): Centavos => {
  if ((element.attributes.get('currencyID') ?? 'COP') !== 'COP') throw wrongAt(element, NOT_PESOS)
  const [whole, sign = '', pesos = '', decimals = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,12}))?$/.exec(element.text) ?? []
  if (whole === undefined || !/^\d{0,2}0*$/.test(decimals))
    throw wrongAt(element, {
      en: 'it is no sum with at most two decimals',
      es: 'no es un valor con dos decimales como máximo',
    })
  const sum = fromCentavos(BigInt(`${sign}${pesos}${decimals.padEnd(2, '0').slice(0, 2)}`))
  if (!isExact(sum)) throw wrongAt(element, { en: 'it is too large', es: 'es demasiado grande' })
  return sum
}

/** A sum that is never below zero; a credit note says by its kind that it takes off. */
const positiveAt = (element: Element): Centavos => {
  const sum = moneyAt(element)
  if (sum < ZERO) throw wrongAt(element, { en: 'it is below zero', es: 'es menor que cero' })
  return sum
}

const moneyIn = (parent: Element, name: string): Centavos | null => {
  const element = only(parent, name)
  return element === null ? null : positiveAt(element)
}

const lineElements = (root: Element): readonly Element[] => elementsAt(root, `${root.name}Line`)

const linesIn = (root: Element): OperatorInvoice['lines'] => {
  const lines = lineElements(root)
  const count = only(root, 'LineCountNumeric')
  if (lines.length === 0) throw wrongAt(root, { en: 'it has no lines', es: 'no tiene líneas' })
  if (count !== null && count.text !== '' && Number(count.text) !== lines.length)
    throw wrongAt(count, { en: `it has ${lines.length} lines`, es: `tiene ${lines.length} líneas` })
  return lines.map((element) => ({
    text: foldSpaces(textAt(element, 'Item', 'Description')).slice(0, 300),
    sum: positiveAt(needed(element, 'LineExtensionAmount')),
  }))
}

/** The taxes or withholdings of an element, by code and name. */
const taxesIn = (parent: Element, group: 'TaxTotal' | 'WithholdingTaxTotal'): readonly NamedTax[] => {
  const taxes = new Map<string, NamedTax>()
  for (const total of elementsAt(parent, group)) {
    const sum = positiveAt(needed(total, 'TaxAmount'))
    const parts = elementsAt(total, 'TaxSubtotal').map(taxIn)
    follows(only(total, 'TaxAmount') ?? total, sum, [sumOf(parts.map((part) => part.sum))])
    for (const part of parts) {
      const key = [part.code, part.name, part.percent].join('\n')
      taxes.set(key, { ...part, sum: plus(part.sum, taxes.get(key)?.sum ?? ZERO) })
    }
  }
  return [...taxes.values()]
}

const taxIn = (subtotal: Element): NamedTax => {
  const category = needed(subtotal, 'TaxCategory')
  const scheme = needed(category, 'TaxScheme')
  return {
    code: needed(scheme, 'ID').text,
    name: foldSpaces(textAt(scheme, 'Name')),
    percent: textAt(category, 'Percent') || null,
    sum: positiveAt(needed(subtotal, 'TaxAmount')),
  }
}

/** By its name; by its code only where it has none. */
const isIva = ({ code, name }: NamedTax): boolean => (name === '' ? code === '01' : name.toUpperCase() === 'IVA')

/** Where lines name their taxes, those of the invoice are their sum, but for the rounding of each. */
const refuseOtherTaxesOfLines = (root: Element, taxes: readonly NamedTax[]): void => {
  const lines = lineElements(root)
  const ofLines = lines.flatMap((line) => taxesIn(line, 'TaxTotal'))
  for (const code of new Set(ofLines.map((tax) => tax.code))) {
    const [ofInvoice, added] = [taxes, ofLines].map((some) =>
      sumOf(some.filter((tax) => tax.code === code).map(({ sum }) => sum)),
    ) as [Centavos, Centavos]
    if (size(minus(ofInvoice, added)) > times(ROUNDING_OF_LINE, lines.length))
      throw wrongAt(elementAt(root, 'TaxTotal', 'TaxAmount') ?? root, notFollowing(ofInvoice, added))
  }
}

const ROUNDING_OF_LINE = fromCentavos(100)

const notFollowing = (stands: Centavos, follows: Centavos): Both<string> => ({
  en: `it is ${toPesos(stands)}, and the parts come to ${toPesos(follows)}`,
  es: `es ${toPesos(stands)}, y las partes suman ${toPesos(follows)}`,
})

/** Throws unless a total is one of the sums that its parts may come to. */
const follows = (element: Element, stands: Centavos, sums: readonly [Centavos, ...Centavos[]]): void => {
  if (!sums.includes(stands)) throw wrongAt(element, notFollowing(stands, sums[0]))
}

/**
 * Base and sum to pay. In Colombia the total with taxes is that of the lines, and allowances and charges of the whole
 * invoice come after it; elsewhere they come before. Programs differ on whether withholdings are taken off the sum to pay.
 */
const totalsIn = (
  root: Element,
  lines: OperatorInvoice['lines'],
  taxes: readonly NamedTax[],
  withholdings: readonly NamedTax[],
): Pick<OperatorInvoice, 'base' | 'total'> => {
  const totals = needed(root, 'LegalMonetaryTotal')
  const check = (name: string, ...sums: readonly [Centavos, ...Centavos[]]): void => {
    const element = only(totals, name)
    if (element !== null) follows(element, positiveAt(element), sums)
  }
  const ofLines = sumOf(lines.map(({ sum }) => sum))
  const [allowances, charges] = allowancesIn(root)
  const base = plus(minus(ofLines, allowances), charges)
  const tax = sumOf(taxes.map(({ sum }) => sum))
  needed(totals, 'LineExtensionAmount')
  check('LineExtensionAmount', ofLines)
  check('TaxExclusiveAmount', ofLines, base, ...taxableIn(root))
  check('TaxInclusiveAmount', plus(ofLines, tax), plus(base, tax))
  check('AllowanceTotalAmount', allowances)
  check('ChargeTotalAmount', charges)
  const paid = elementsAt(root, 'PrepaidPayment').map((one) => positiveAt(needed(one, 'PaidAmount')))
  if (paid.length > 0) check('PrepaidAmount', sumOf(paid))
  const prepaid = moneyIn(totals, 'PrepaidAmount') ?? sumOf(paid)
  const rounding = only(totals, 'PayableRoundingAmount')
  const whole = plus(minus(plus(base, tax), prepaid), rounding === null ? ZERO : moneyAt(rounding))
  const payable = needed(totals, 'PayableAmount')
  const total = positiveAt(payable)
  follows(payable, total, [whole, minus(whole, sumOf(withholdings.map(({ sum }) => sum)))])
  return { base, total }
}

/** Allowances and charges of the whole invoice; those of a line are part of its sum. */
const allowancesIn = (root: Element): readonly [allowances: Centavos, charges: Centavos] => {
  const sums = elementsAt(root, 'AllowanceCharge').map((one) => {
    const indicator = needed(one, 'ChargeIndicator')
    if (!/^(true|false)$/.test(indicator.text))
      throw wrongAt(indicator, { en: 'it is neither true nor false', es: 'no es true ni false' })
    return { isCharge: indicator.text === 'true', sum: positiveAt(needed(one, 'Amount')) }
  })
  const sumWhere = (isCharge: boolean): Centavos =>
    sumOf(sums.filter((one) => one.isCharge === isCharge).map(({ sum }) => sum))
  return [sumWhere(false), sumWhere(true)]
}

/** What is taxed: of one tax, or of several. Lines without a tax are in none of them. */
const taxableIn = (root: Element): readonly Centavos[] => {
  const sums = elementsAt(root, 'TaxTotal').map((total) =>
    sumOf(elementsAt(total, 'TaxSubtotal').map((part) => moneyIn(part, 'TaxableAmount') ?? ZERO)),
  )
  return [...sums, sumOf(sums)]
}
