import { createHash } from 'node:crypto'
import type { SettlementRow } from '../settlements/settlements.ts'
import { addDays, dayAt } from '../time/clock.ts'
import type { World } from '../world.ts'
import { pesos } from './sandbox-statement.ts'

/** The parties of the operator's invoice, by tax id and check digit. */
const OPERATOR = { id: '901234567', digit: '3', name: 'OPERADOR DE PAGOS SAS' }
const MERCHANT = { id: '900123456', digit: '8', name: 'COMERCIO DE PRUEBA SAS' }

/** The taxes of a made-up operator, in percent. Its fees have the IVA in them. */
const IVA = 19
const WITHHELD = 4

interface Line {
  readonly text: string
  /** Without IVA. */
  readonly centavos: number
}

interface Invoice {
  readonly number: string
  readonly day: string
  readonly from: string
  readonly to: string
  readonly lines: readonly Line[]
  readonly iva: number
}

/** The operator's electronic invoice for a month up to today, as it mails it; null without a settlement of that month. */
export const operatorInvoice = (world: World, merchant: number, month: string): Buffer | null => {
  const settlements = world.settlements
    .all(merchant)
    .filter((row) => row.date.startsWith(month) && !isBilledElsewhere(row))
  if (settlements.length === 0) return null
  const [from, today] = [`${month}-01`, dayAt(world.clock.now())]
  const next = addDays(`${month}-28`, 4)
  const last = addDays(`${next.slice(0, 7)}-01`, -1)
  const to = today < last ? today : last
  const lines = linesOf(settlements)
  const charged = centavosOf(settlements)
  const base = lines.reduce((sum, { centavos }) => sum + centavos, 0)
  const number = `FEOP${month.replace('-', '')}${merchant}`
  const text = invoiceXml({
    number,
    day: today < last ? today : addDays(last, 1),
    from,
    to,
    lines,
    iva: charged - base,
  })
  return Buffer.from(attachedDocument(number, to, text))
}

/** A gateway that pays out all that was collected bills its fees itself. */
const isBilledElsewhere = ({ gateway, payout, collected }: SettlementRow): boolean =>
  gateway === 1 && payout >= collected

const centavosOf = (settlements: readonly SettlementRow[]): number =>
  settlements.reduce((sum, { fees }) => sum + Math.round(fees * 100), 0)

/** What was deducted and what was not stand on a line of their own. */
const linesOf = (settlements: readonly SettlementRow[]): readonly Line[] => {
  const lineOf = (text: string, some: readonly SettlementRow[]): readonly Line[] =>
    some.length === 0 ? [] : [{ text, centavos: Math.round((centavosOf(some) * 100) / (100 + IVA)) }]
  return [
    ...lineOf(
      'Comisiones de recaudo, descontadas de los abonos',
      settlements.filter((row) => row.fees_postpaid === 0),
    ),
    ...lineOf(
      'Comisiones de recaudo, sin descontar',
      settlements.filter((row) => row.fees_postpaid === 1),
    ),
  ]
}

const money = (name: string, centavos: number): string =>
  `<cbc:${name} currencyID="COP">${pesos(centavos)}</cbc:${name}>`

const taxTotal = (group: string, [code, name, percent]: readonly [string, string, number], base: number, tax: number) =>
  [
    `<cac:${group}>${money('TaxAmount', tax)}<cac:TaxSubtotal>${money('TaxableAmount', base)}${money('TaxAmount', tax)}`,
    `<cac:TaxCategory><cbc:Percent>${percent.toFixed(2)}</cbc:Percent><cac:TaxScheme><cbc:ID>${code}</cbc:ID><cbc:Name>${name}</cbc:Name></cac:TaxScheme></cac:TaxCategory>`,
    `</cac:TaxSubtotal></cac:${group}>`,
  ].join('')

const party = (role: string, { id, digit, name }: typeof OPERATOR): string =>
  `<cac:${role}><cbc:AdditionalAccountID>1</cbc:AdditionalAccountID><cac:Party><cac:PartyTaxScheme><cbc:RegistrationName>${name}</cbc:RegistrationName><cbc:CompanyID schemeAgencyID="195" schemeID="${digit}" schemeName="31">${id}</cbc:CompanyID><cac:TaxScheme><cbc:ID>01</cbc:ID><cbc:Name>IVA</cbc:Name></cac:TaxScheme></cac:PartyTaxScheme></cac:Party></cac:${role}>`

const NAMESPACES =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"'
const rootOf = (name: string): string =>
  `<${name} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${name}-2" ${NAMESPACES}>`

const invoiceXml = ({ number, day, from, to, lines, iva }: Invoice): string => {
  const base = lines.reduce((sum, { centavos }) => sum + centavos, 0)
  const cufe = createHash('sha384').update([number, day, base, iva].join(' ')).digest('hex')
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    rootOf('Invoice'),
    '<cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID><cbc:CustomizationID>10</cbc:CustomizationID>',
    '<cbc:ProfileID>DIAN 2.1: Factura Electrónica de Venta</cbc:ProfileID>',
    `<cbc:ID>${number}</cbc:ID><cbc:UUID schemeID="2" schemeName="CUFE-SHA384">${cufe}</cbc:UUID>`,
    `<cbc:IssueDate>${day}</cbc:IssueDate><cbc:IssueTime>08:00:00-05:00</cbc:IssueTime>`,
    '<cbc:InvoiceTypeCode>01</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>COP</cbc:DocumentCurrencyCode>',
    `<cbc:LineCountNumeric>${lines.length}</cbc:LineCountNumeric>`,
    `<cac:InvoicePeriod><cbc:StartDate>${from}</cbc:StartDate><cbc:EndDate>${to}</cbc:EndDate></cac:InvoicePeriod>`,
    party('AccountingSupplierParty', OPERATOR),
    party('AccountingCustomerParty', MERCHANT),
    taxTotal('TaxTotal', ['01', 'IVA', IVA], base, iva),
    taxTotal('WithholdingTaxTotal', ['06', 'ReteFuente', WITHHELD], base, Math.round((base * WITHHELD) / 100)),
    `<cac:LegalMonetaryTotal>${money('LineExtensionAmount', base)}${money('TaxExclusiveAmount', base)}`,
    `${money('TaxInclusiveAmount', base + iva)}${money('PayableAmount', base + iva)}</cac:LegalMonetaryTotal>`,
    ...lines.map(lineXml),
    '</Invoice>',
    '',
  ].join('\n')
}

const lineXml = ({ text, centavos }: Line, at: number): string =>
  `<cac:InvoiceLine><cbc:ID>${at + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="94">1.000000</cbc:InvoicedQuantity>${money('LineExtensionAmount', centavos)}<cac:Item><cbc:Description>${text}</cbc:Description></cac:Item><cac:Price>${money('PriceAmount', centavos)}<cbc:BaseQuantity unitCode="94">1.000000</cbc:BaseQuantity></cac:Price></cac:InvoiceLine>`

const attachedDocument = (number: string, day: string, text: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
    rootOf('AttachedDocument'),
    `<cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>${day}</cbc:IssueDate>`,
    `<cbc:DocumentType>Contenedor de Factura Electrónica</cbc:DocumentType><cbc:ParentDocumentID>${number}</cbc:ParentDocumentID>`,
    '<cac:Attachment><cac:ExternalReference><cbc:MimeCode>text/xml</cbc:MimeCode><cbc:EncodingCode>UTF-8</cbc:EncodingCode>',
    `<cbc:Description><![CDATA[${text}]]></cbc:Description>`,
    '</cac:ExternalReference></cac:Attachment>',
    '</AttachedDocument>',
    '',
  ].join('\n')
