import type { SandboxStatement } from '../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS, type StatementForm } from '../../src/sandbox/bank/statement-forms.ts'

/** Two statements; sums that cancel out, so that balances do not notice every part that is gone. */
const STATEMENTS: readonly SandboxStatement[] = [
  {
    account: '40600001122',
    from: '2026-03-12',
    to: '2026-03-14',
    opening: 100_000,
    entries: [
      { day: '2026-03-12', centavos: 4_459_000_000, text: 'ABONO OPERADOR', reference: 'R1' },
      { day: '2026-03-12', centavos: -4_459_000_000, text: 'PAGO "A" & B; C, D', reference: 'R2' },
      { day: '2026-03-13', centavos: 250_000, text: 'CONSIGNACION', reference: 'R3' },
      { day: '2026-03-13', centavos: -250_000, text: 'IMPTO GOBIERNO 4X1000', reference: 'R4' },
      { day: '2026-03-14', centavos: 12_345_678, text: 'CONSIGNACION', reference: 'R5' },
    ],
  },
  {
    account: '40600001122',
    from: '2026-03-15',
    to: '2026-03-15',
    opening: 12_445_678,
    entries: [
      { day: '2026-03-15', centavos: 90_000, text: 'ABONO OPERADOR', reference: 'S1' },
      { day: '2026-03-15', centavos: -90_000, text: 'PAGO', reference: 'S2' },
    ],
  },
]

const written = (form: StatementForm): readonly [string, string] => {
  const [first = '', second = ''] = STATEMENTS.map((one) => STATEMENT_FORMS[form].write(one).toString('utf8'))
  return [first, second]
}

/** Both statements of a form in one file: the parts of the second that a file has once are left out. */
const joined = ([first, second]: readonly [string, string], start: string, end: string): string => {
  const at = first.lastIndexOf(end)
  return `${first.slice(0, at)}${second.slice(second.indexOf(start), second.lastIndexOf(end))}${first.slice(at)}`
}

const inBlocks = (text: string): string =>
  text.replaceAll(':20:', '{1:F01COBBAXXX}{2:I940XN}{4:\r\n:20:').replaceAll('\r\n-\r\n', '\r\n-}{5:{CHK:1}}\r\n')

/** OFX 2: each value has its end tag. */
const inXml = (text: string): string =>
  `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n${text
    .slice(text.indexOf('<OFX>'))
    .replace(/<(\w+)>([^<>\r\n]+)/g, '<$1>$2</$1>')}`

/** Reports within the day and notifications have no balances. */
const asMessage = (text: string, message: string, report: string): string =>
  text
    .replaceAll(/<Bal>.*<\/Bal>\r?\n?/g, '')
    .replaceAll('BkToCstmrStmt', message)
    .replaceAll(/(<\/?)Stmt>/g, `$1${report}>`)
    .replaceAll('camt.053', message === 'BkToCstmrAcctRpt' ? 'camt.052' : 'camt.054')

const [MT940, CAMT, OFX] = [written('mt940'), written('camt'), written('ofx')]
const TWO_CAMT = joined(CAMT, '<Stmt>', '</BkToCstmrStmt>')
const TWO_OFX = joined(OFX, '<STMTTRNRS>', '</BANKMSGSRSV1>')

/** Statements of each format of messages, with one statement and with two. */
export const MESSAGE_TEXTS: readonly string[] = [
  ...MT940,
  MT940.join(''),
  inBlocks(MT940.join('')),
  `\u0001${inBlocks(MT940[0])}\u0003`,
  ...CAMT,
  TWO_CAMT,
  CAMT[0].replace('<Document', '<Envelope><AppHdr/><Document').replace('</Document>', '</Document></Envelope>'),
  asMessage(TWO_CAMT, 'BkToCstmrAcctRpt', 'Rpt').replace('<Sts>BOOK', '<Sts>PDNG'),
  asMessage(TWO_CAMT, 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'),
  ...OFX,
  TWO_OFX,
  inXml(TWO_OFX),
]

/** Statements of each format of tables. */
export const TABLE_TEXTS: readonly string[] = (
  ['bancolombia-csv', 'bancolombia-text', 'davivienda-csv', 'csv'] as const
).flatMap((form) => written(form))
