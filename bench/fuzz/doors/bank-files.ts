import { readBankFile } from '../../../src/bank/read-bank-file.ts'
import { guessMapping } from '../../../src/bank/tables/guess-mapping.ts'
import { zoneByName } from '../../../src/input/zone.ts'
import type { SandboxStatement } from '../../../src/sandbox/bank/sandbox-statement.ts'
import { STATEMENT_FORMS } from '../../../src/sandbox/bank/statement-forms.ts'
import { type Door, refusedOr } from '../door.ts'
import { movedParts } from '../moved-parts.ts'
import { visibleEntries } from '../visible-entries.ts'
import { MESSAGE_TEXTS, TABLE_TEXTS } from '../written-statements.ts'
import { filesOfWorkbook } from './workbook-files.ts'

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
    ':61:',
    ':62F:',
    ':86:',
    '-}',
    '{4:',
    '<STMTTRN>',
    '<TRNAMT>',
    '</BANKTRANLIST>',
    '<Ntry>',
    '<Amt Ccy="COP">',
    '<Sum>',
    'D',
    'C',
    'RC',
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
