import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInvoiceFile } from '../../../src/bank/invoice/read-invoice-file.ts'
import { readBankFile } from '../../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../../src/bank/tables/guess-mapping.ts'
import { zoneByName } from '../../../src/input/zone.ts'
import { readSheet } from '../../../src/print/csv/read-sheet.ts'
import { mayBeFigure, sheetDate } from '../../../src/rules/account/decision-row.ts'
import type { SandboxStatement } from '../../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS } from '../../../src/sandbox/bank/statement-forms.ts'
import { statusAmong, typed } from '../../typed.ts'
import type { Answer, Door, ValidInput, ZipFile } from '../door.ts'
import { MESSAGE_TEXTS, movedParts, TABLE_TEXTS, visibleEntries } from '../moved-parts.ts'
import { refusedOr } from '../run-door.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'

/** The parts of a small workbook with one sheet. */
const filesOfWorkbook = (rows: readonly (readonly (string | number)[])[]): readonly ZipFile[] => {
  const file = (name: string, text: string): ZipFile => ({ name, bytes: Buffer.from(`${XML}${text}`) })
  const relation = (type: string, target: string) =>
    `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`
  return [
    file(
      '[Content_Types].xml',
      `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    file('_rels/.rels', relation('officeDocument', 'xl/workbook.xml')),
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    file('xl/_rels/workbook.xml.rels', relation('worksheet', 'worksheets/sheet1.xml')),
    file(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowText).join('')}</sheetData></worksheet>`,
    ),
  ]
}

const rowText = (cells: readonly (string | number)[], index: number): string =>
  `<row r="${index + 1}">${cells.map((cell, at) => cellText(cell, `${'ABCDEFGH'[at]}${index + 1}`)).join('')}</row>`

const cellText = (cell: string | number, place: string): string =>
  typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;')}</t></is></c>`

const STATEMENT: SandboxStatement = {
  account: '40600001122',
  from: '2026-03-12',
  to: '2026-03-14',
  opening: 100_000,
  entries: [
    { day: '2026-03-12', centavos: 4_459_000_000, text: 'ABONO OPERADOR', reference: 'R1' },
    { day: '2026-03-12', centavos: -250_000, text: 'PAGO "A" & B; C, D', reference: 'R2' },
    { day: '2026-03-13', centavos: -1_000, text: 'IMPTO GOBIERNO 4X1000', reference: 'R3' },
    { day: '2026-03-14', centavos: 12_345_678, text: 'CONSIGNACION ÑANDÚ', reference: 'R4' },
  ],
}

export const BANK_TEXTS = Object.values(STATEMENT_FORMS).map(({ write }) => Buffer.from(write(STATEMENT)))
export const BANK_BOOK = filesOfWorkbook([
  ['Fecha', 'Concepto', 'Valor'],
  ...STATEMENT.entries.map(({ day, text, centavos }) => [day, text, centavos / 100]),
])

const BOGOTA = zoneByName('America/Bogota')

const enter = (input: Buffer) =>
  refusedOr(() => {
    try {
      readBankFile(input, { zone: BOGOTA, name: 'file' })
    } catch {
      readBankFile(input, { zone: BOGOTA, name: 'file', mapping: guessMapping(input, { name: 'file' }) })
    }
  })

/** Bank statements as text: CSV, camt, MT940, OFX. */
export const bankTexts: Door = {
  name: 'bank statements',
  share: 100_000,
  valid: BANK_TEXTS,
  words: [
    ...[':61:', ':62F:', ':86:', '-}', '{4:', '<STMTTRN>', '<TRNAMT>', '</BANKTRANLIST>', '<Ntry>', '<Amt Ccy="COP">'],
    ...['<Sum>', 'D', 'C', 'RC'],
  ],
  enter,
}

/** Bank statements as a workbook, with changes in each of its parts. */
export const bankWorkbooks: Door = {
  name: 'bank workbooks',
  share: 20_000,
  valid: [BANK_BOOK],
  words: ['<c r="A1">', '<v>', 't="s"', 't="d"', 's="1"', '<row r="99999999">', 'ref="A1:XFD1048576"', '<mergeCell'],
  enter,
}

/** The proposal for the valid file, as in the settings of a merchant. */
const MAPPING = guessMapping(STATEMENT_FORMS.csv.write(STATEMENT), { name: 'file' })

const losesNothing = (input: Buffer) =>
  refusedOr(() => {
    const { format, statements, leftOut } = readBankFile(input, { zone: BOGOTA, name: 'file', mapping: MAPPING })
    const visible = visibleEntries(input.toString('utf8'), format)
    const read = statements.reduce((sum, { entries }) => sum + entries.length, 0)
    const known = read + leftOut.notBooked + leftOut.doubled
    if (visible > known)
      throw new Error(`${format}: ${visible} entries are visible, and ${known} were read or are known`)
  })

const movedDoor = (name: string, share: number, texts: readonly string[]): Door => ({
  ...{ name, share, words: [], valid: texts.map((text) => Buffer.from(text)) },
  inputs: movedParts(texts),
  enter: losesNothing,
})

/** Messages whose parts were cut, doubled and moved: no entry is lost in silence. */
export const movedMessages = movedDoor('moved messages', 100_000, MESSAGE_TEXTS)

/** Tables whose parts were cut, doubled and moved. */
export const movedTables = movedDoor('moved tables', 50_000, TABLE_TEXTS)

const AMOUNT = (name: string, sum: string) => `<cbc:${name} currencyID="COP">${sum}</cbc:${name}>`
const PARTY = (role: string, id: string) =>
  `<cac:Accounting${role}Party><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:Accounting${role}Party>`
const TAX = `${AMOUNT('TaxAmount', '190.00')}<cac:TaxSubtotal>${AMOUNT('TaxableAmount', '1000.00')}${AMOUNT('TaxAmount', '190.00')}<cac:TaxCategory><cbc:Percent>19.00</cbc:Percent><cac:TaxScheme><cbc:ID>01</cbc:ID><cbc:Name>IVA</cbc:Name></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`
const SUMS = [
  ...[AMOUNT('LineExtensionAmount', '1000.00'), AMOUNT('TaxExclusiveAmount', '1000.00')],
  ...[AMOUNT('TaxInclusiveAmount', '1190.00'), AMOUNT('PayableAmount', '1190.00')],
].join('')
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const SPACES = `xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`
const INVOICE = [
  `<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="${UBL}:Invoice-2" ${SPACES}>`,
  `<cbc:ID>FE1</cbc:ID><cbc:UUID>${'a1'.repeat(48)}</cbc:UUID><cbc:IssueDate>2026-04-01</cbc:IssueDate>`,
  '<cbc:InvoiceTypeCode>01</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>COP</cbc:DocumentCurrencyCode>',
  '<cac:InvoicePeriod><cbc:StartDate>2026-03-01</cbc:StartDate><cbc:EndDate>2026-03-31</cbc:EndDate></cac:InvoicePeriod>',
  PARTY('Supplier', '901234567') + PARTY('Customer', '900123456'),
  `<cac:TaxTotal>${TAX}</cac:TaxTotal><cac:LegalMonetaryTotal>${SUMS}</cac:LegalMonetaryTotal>`,
  `<cac:InvoiceLine><cbc:ID>1</cbc:ID>${AMOUNT('LineExtensionAmount', '1000.00')}<cac:Item><cbc:Description>Comisión</cbc:Description></cac:Item></cac:InvoiceLine>`,
  '</Invoice>',
].join('\n')
const ATTACHED = `<AttachedDocument xmlns="${UBL}:AttachedDocument-2" ${SPACES}><cac:Attachment><cac:ExternalReference><cbc:Description><![CDATA[${INVOICE}]]></cbc:Description></cac:ExternalReference></cac:Attachment></AttachedDocument>`
const PARTIES = { supplier: '901234567', customer: '900123456' }

/** Electronic invoices of the operator: alone, attached, and zipped. */
export const operatorInvoices: Door = {
  name: 'invoices of the operator',
  share: 50_000,
  valid: [
    ...[INVOICE, ATTACHED, INVOICE.replaceAll('Invoice', 'CreditNote').replace('>01<', '>91<')].map((text) =>
      Buffer.from(text),
    ),
    [{ name: 'ad.xml', bytes: Buffer.from(ATTACHED) }],
  ],
  words: [
    ...['<cbc:ID>05</cbc:ID>', '<cac:AllowanceCharge>', '<cac:WithholdingTaxTotal>', '<cac:PrepaidPayment>', ']]>'],
    ...['<CreditNote>', 'currencyID="USD"', '<!DOCTYPE a [<!ENTITY b "c">]>', '&amp;', '0.005', '1e3', '2026-02-30'],
  ],
  enter: (input) => refusedOr(() => readInvoiceFile(input, 'factura.xml', PARTIES)),
}

const SHEET = [
  'id,merchant,date,cycle,code,reported,expected,difference,disposition,reason,until,ticket',
  '0123456789abcdef,default,2026-03-12,11,COLLECTED_MISMATCH,45200000,43350000,1850000,accept,"a loss, taken",31/03/2026,',
  '1123456789abcdef,default,2026-03-12,13,COUNT_MISMATCH,24,23,1,claim,asked,2026-04-01,A-1',
  '',
].join('\n')

/** Sheets of decisions filled in by people, as saved by a spreadsheet. */
export const sheets: Door = {
  name: 'sheets of decisions',
  share: 100_000,
  valid: [
    Buffer.from(SHEET),
    Buffer.from(`\ufeffsep=;\r\n${SHEET.replaceAll(',', ';').replaceAll('\n', '\r\n')}`),
    Buffer.from(`\ufeff${SHEET.replaceAll(',', '\t')}`, 'utf16le'),
  ],
  words: ['sep=;', '"a\nb"', 'aceptar', 'reclamar', 'disposition', 'id'],
  enter: (input) =>
    refusedOr(() => {
      for (const cell of readSheet(input, 'id').rows.flatMap(({ cells }) => cells)) {
        mayBeFigure(cell, 0)
        sheetDate(cell, 'day-first')
      }
    }),
}

/** A file that a command imports, on a copy of the database that must verify afterwards. */
interface TakenFile {
  readonly name: string
  readonly file: string
  readonly command: readonly string[]
  readonly valid: readonly ValidInput[]
  readonly words: readonly string[]
}

/** How to read the columns of a CSV statement, and the bank's spelling of the operator. */
const SETTINGS = {
  bankText: ['OPERADOR'],
  bankMapping: {
    ...{ headerRows: 1, date: 'Fecha', amount: { value: 'Valor' }, balance: 'Saldo' },
    ...{ text: ['Concepto'], reference: 'Referencia', dates: 'dd/mm/yyyy', decimal: ',', delimiter: ';' },
  },
}

/** Wrong contents of a file end with 2, and never count as damage. */
const STATUSES = [0, 2, 3]

export const takenFileDoor = (
  folder: string,
  database: string,
  { name, file, command, valid, words }: TakenFile,
): Door => {
  const at = { cwd: folder, env: { CUADRE_DB: join(folder, 'cuadre.db') } }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(SETTINGS))
  return {
    name,
    share: 1_000,
    valid,
    words,
    enter: async (input): Promise<Answer> => {
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `cuadre.db${end}`), { force: true })
      copyFileSync(database, join(folder, 'cuadre.db'))
      writeFileSync(join(folder, file), input)
      const status = await statusAmong(STATUSES, command, at)
      if (status === 2) return 'refused'
      await statusAmong([0], ['db', 'verify'], at)
      return 'taken'
    },
  }
}

/** The printed sheet of open discrepancies, with a decision in each row. */
export const filledSheet = async (folder: string, database: string): Promise<Buffer> => {
  const { stdout } = await typed(['discrepancies', 'list', '--csv'], { cwd: folder, env: { CUADRE_DB: database } })
  const lines = stdout.split('\n').slice(0, SHEET_LINES)
  return Buffer.from(lines.map((line, index) => line.replace(/,,,,$/, chosenOf(index))).join('\n'))
}

const SHEET_LINES = 8
const DECISIONS = [',accept,a loss,,31/12/2026', ',claim,asked,A-1,2026-04-01', ',note,called,,', ',,,,']
const chosenOf = (index: number): string => DECISIONS[index % DECISIONS.length] ?? ''
