import { readSheet } from '../../../src/print/csv/read-sheet.ts'
import { mayBeFigure, sheetDate } from '../../../src/rules/account/decision-row.ts'
import { type Door, refusedOr } from '../door.ts'

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
