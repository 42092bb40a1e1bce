/** Invoices as programs of Colombia write them, with a place to change each part. */

export const CUFE = 'a1'.repeat(48)

export interface InvoiceParts {
  readonly root?: 'Invoice' | 'CreditNote' | 'DebitNote'
  readonly id?: string
  readonly uuid?: string
  readonly day?: string
  readonly type?: string
  readonly currency?: string
  /** Elements before the parties. */
  readonly head?: string
  readonly supplier?: string
  readonly customer?: string
  /** Allowances, charges and prepayments of the whole invoice. */
  readonly between?: string
  readonly taxes?: string
  readonly withholdings?: string
  readonly totals?: string
  readonly lines?: readonly string[]
}

export const amount = (name: string, sum: string, currency = 'COP'): string =>
  `<cbc:${name} currencyID="${currency}">${sum}</cbc:${name}>`

export const tax = (group: string, code: string, name: string, sum: string, taxable = '1000.00', percent = '19.00') =>
  `<cac:${group}>${amount('TaxAmount', sum)}<cac:TaxSubtotal>${amount('TaxableAmount', taxable)}${amount('TaxAmount', sum)}<cac:TaxCategory><cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>${code}</cbc:ID><cbc:Name>${name}</cbc:Name></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:${group}>`

export const line = (sum: string, more = '', kind = 'Invoice'): string =>
  `<cac:${kind}Line><cbc:ID>1</cbc:ID>${amount('LineExtensionAmount', sum)}${more}<cac:Item><cbc:Description>Comisión de recaudo</cbc:Description></cac:Item></cac:${kind}Line>`

export const totals = (sums: Readonly<Record<string, string>>): string =>
  `<cac:LegalMonetaryTotal>${Object.entries(sums)
    .map(([name, sum]) => amount(name, sum))
    .join('')}</cac:LegalMonetaryTotal>`

export const TOTALS = {
  LineExtensionAmount: '1000.00',
  TaxExclusiveAmount: '1000.00',
  TaxInclusiveAmount: '1190.00',
  PayableAmount: '1190.00',
}

const party = (role: string, id: string): string =>
  `<cac:${role}>\n<cac:Party><cac:PartyTaxScheme>\n<cbc:CompanyID schemeID="8" schemeName="31">${id}</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:${role}>`

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** An invoice of 1,000 pesos and 190 of IVA, an element a line. */
export const invoiceXml = (parts: InvoiceParts = {}): string => {
  const { root = 'Invoice', id = 'FE-1', uuid = CUFE, day = '2026-04-01', currency = 'COP' } = parts
  const { type = root === 'Invoice' ? '01' : '91', head = '', between = '', withholdings = '' } = parts
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${UBL}${root}-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">`,
    '<cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID>',
    `<cbc:ID>${id}</cbc:ID>`,
    `<cbc:UUID schemeName="CUFE-SHA384">${uuid}</cbc:UUID>`,
    `<cbc:IssueDate>${day}</cbc:IssueDate>`,
    `<cbc:${root}TypeCode>${type}</cbc:${root}TypeCode>`,
    `<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>`,
    head,
    party('AccountingSupplierParty', parts.supplier ?? '901234567'),
    party('AccountingCustomerParty', parts.customer ?? '900123456'),
    between,
    parts.taxes ?? tax('TaxTotal', '01', 'IVA', '190.00'),
    withholdings,
    parts.totals ?? totals(TOTALS),
    ...(parts.lines ?? [line('1000.00', '', root)]),
    `</${root}>`,
  ].join('\n')
}

export const period = (from: string, to: string): string =>
  `<cac:InvoicePeriod><cbc:StartDate>${from}</cbc:StartDate><cbc:EndDate>${to}</cbc:EndDate></cac:InvoicePeriod>`

export const about = (id: string, uuid = ''): string =>
  `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${id}</cbc:ID>${uuid === '' ? '' : `<cbc:UUID>${uuid}</cbc:UUID>`}</cac:InvoiceDocumentReference></cac:BillingReference>`

/** As an operator mails it; the answer of the tax office stands in a part of its own. */
export const attached = (...documents: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<AttachedDocument xmlns="${UBL}AttachedDocument-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">`,
    '<cbc:ID>FE-1</cbc:ID>',
    `<cac:Attachment><cac:ExternalReference><cbc:Description>${documents.map((one) => `<![CDATA[${one}]]>`).join('')}</cbc:Description></cac:ExternalReference></cac:Attachment>`,
    '<cac:ParentDocumentLineReference><cac:DocumentReference><cac:Attachment><cac:ExternalReference><cbc:Description><![CDATA[<ApplicationResponse/>]]></cbc:Description></cac:ExternalReference></cac:Attachment></cac:DocumentReference></cac:ParentDocumentLineReference>',
    '</AttachedDocument>',
  ].join('\n')
