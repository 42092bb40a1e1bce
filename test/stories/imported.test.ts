import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { importDispositions, WrongRowsError } from '../../jobs/import-dispositions.ts'
import { listDiscrepancies } from '../../jobs/list-discrepancies.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { DISPOSITION_LEDGER, dispositionRows } from '../../reports/ledgers/disposition-rows.ts'
import { CSV_PROFILES, type CsvProfile } from '../../src/core/cell.ts'
import { type DiscrepancyFilter, EVERYTHING } from '../../src/core/findings/discrepancy.ts'
import { csvPieces } from '../../src/print/csv/csv.ts'
import { type Nights, startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

/** Three settlements that report one invoice and some pesos more than are listed. */
const troubles = async (): Promise<Nights> => {
  const nights = await startNights()
  for (const cycle of ['11', '13', '16']) {
    const invoices = somePaid(DATE, cycle, 2)
    const right = settlement(DATE, cycle, invoices)
    const wrong = { ...right, numberOfInvoices: 3, amountCollected: 2_003_000.5, paymentAmount: 1_999_000.5 }
    nights.service.tell(DATE, cycle, { settlement: wrong, invoices })
  }
  await nights.run({ date: DATE })
  return nights
}

const MISMATCHES: DiscrepancyFilter = { ...EVERYTHING, codes: ['COLLECTED_MISMATCH', 'COUNT_MISMATCH'] }
const known = async (nights: Nights) =>
  (await listDiscrepancies(nights.context(), { kind: 'filter', filter: MISMATCHES })).found

/** The output of `discrepancies list --csv`. */
const listed = async (nights: Nights, profile: CsvProfile = 'standard'): Promise<string> => {
  const context = nights.context()
  let text = ''
  const rows = [dispositionRows(await known(nights), { merchant: 'default', zone: context.zone, language: 'en' })]
  for await (const piece of csvPieces(DISPOSITION_LEDGER.heads, rows, profile)) text += String(piece.text)
  return text
}

type Filled = Record<string, string>

/**
 * The sheet as filled in by a person and saved by a Spanish spreadsheet: columns moved, one more, dates and sums in the
 * local form.
 */
const savedInSpanish = (csv: string, fill: (row: Filled) => Filled): Buffer => {
  const rows: Filled[] = parse(csv, { columns: true, bom: true, delimiter: ';' })
  const columns = [
    'disposition',
    'until',
    'reason',
    'comentario',
    ...DISPOSITION_LEDGER.heads.slice(0, -4).toReversed(),
  ]
  const day = (text = '') => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
  const lines = rows
    .map(fill)
    .map((row) => columns.map((name) => (name === 'date' ? day(row[name]) : (row[name] ?? ''))))
  const heads = columns.map((name) => ({ disposition: 'Disposición', until: 'Hasta', reason: 'Motivo' })[name] ?? name)
  return Buffer.from([heads, ...lines].map((line) => `${line.map(quoted).join(';')}\r\n`).join(''), 'latin1')
}
const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const importing = (nights: Nights, bytes: Buffer | string, by = 'Ana', context: JobContext = nights.context()) => {
  const file = join(nights.folder, 'sheet.csv')
  writeFileSync(file, bytes)
  return importDispositions(context, { file, by })
}
const states = async (nights: Nights) =>
  (await known(nights)).map(({ discrepancy: { slot, code, state } }) => `${slot.cycle} ${code} ${state}`)

const NOTHING_DONE = ['11', '13', '16'].flatMap((cycle) =>
  ['COLLECTED_MISMATCH', 'COUNT_MISMATCH'].map((code) => `${cycle} ${code} new`),
)

describe('a sheet that was filled in', () => {
  test('in Spanish is done row by row, and the second time changes nothing', async () => {
    const nights = await troubles()
    const sheet = savedInSpanish(await listed(nights, 'excel-co'), (row) => {
      if (row.cycle === '11')
        return { ...row, disposition: 'Aceptar', reason: 'acordado con el señor Peña', until: '31/12/2026' }
      return row.cycle === '13' ? { ...row, disposition: 'nota', reason: 'preguntar; "mañana"' } : row
    })
    const first = await importing(nights, sheet)
    expect([first.acts.length, first.unchanged, first.discrepancies.length]).toEqual([4, 0, 4])
    expect(first.report?.slots.map(({ slot, verdict }) => `${slot.cycle} ${verdict}`)).toEqual([
      '11 accepted',
      '13 discrepant',
    ])
    expect(await states(nights)).toEqual([
      '11 COLLECTED_MISMATCH accepted',
      '11 COUNT_MISMATCH accepted',
      ...NOTHING_DONE.slice(2),
    ])
    const steps = (await known(nights))[0]?.steps.at(-1)
    expect([steps?.by, steps?.why?.en, steps?.act]).toEqual([
      'Ana',
      'acordado con el señor Peña',
      expect.objectContaining({ until: { date: '2026-12-31', end: Date.parse('2027-01-01T00:00:00-05:00') } }),
    ])
    expect(await importing(nights, sheet, 'Otra')).toMatchObject({ acts: [], unchanged: 4 })
  })

  test.each(CSV_PROFILES)('as it was listed, profile %s, asks for what is so already', async (csvProfile) => {
    const nights = await troubles()
    const context = nights.context({ csvProfile })
    const sheet = (await listed(nights)).replaceAll(/,,,,$/gm, ',accept,=1+1 is no reason,,')
    await importing(nights, sheet.replaceAll('disposition,accept,', 'disposition,'))
    const again = await importing(nights, await listed(nights, csvProfile), 'Ana', context)
    expect([again.acts.length, again.unchanged]).toEqual([0, 6])
  })

  test('with wrong rows is refused, each named with its line, and nothing of it is done', async () => {
    const nights = await troubles()
    const sheet = savedInSpanish(await listed(nights, 'excel-co'), (row) => ({
      ...row,
      disposition: 'accept',
      reason: row.cycle === '13' ? '' : 'ok',
      until: row.cycle === '16' ? '30/02/2026' : '',
    }))
    const refused = await importing(nights, sheet).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(WrongRowsError)
    expect((refused as WrongRowsError).rows.map(({ line }) => line)).toEqual([3, 4])
    expect(await states(nights)).toEqual(NOTHING_DONE)
  })

  test('is refused where the numbers have changed since it was listed', async () => {
    const nights = await troubles()
    const sheet = (await listed(nights)).replace(/,,,,$/m, ',accept,ok,,')
    nights.service.tellSettled(DATE, '11', 2, { numberOfInvoices: 4, amountCollected: 1 })
    await nights.run({ date: DATE })
    await expect(importing(nights, sheet)).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
      message: expect.stringContaining('has changed in the database'),
    })
  })

  test.each<readonly [string, (csv: string) => string, RegExp]>([
    [
      'one case twice, with other words',
      (csv) => csv.replace(/,,,,$/m, ',note,x,,').replace(/\n(\w{16}.*,note,)x,,$/m, '\n$1x,,\n$1y,,'),
      /same case as line 2, and asks for something else/,
    ],
    ['a row with a cell too many', (csv) => csv.replace(/,,,,$/m, ',note,x,,,y'), /24 cells, and the header has 23/],
    ['two columns of one name', (csv) => csv.replace('disposition', 'reason'), /two columns reason/],
    ['no column disposition', (csv) => csv.replace('disposition', 'x'), /no column disposition/],
    ['a quote that is never closed', (csv) => `${csv}"x`, /not valid CSV/],
  ])('%s is refused', async (_, spoil, why) => {
    const nights = await troubles()
    await expect(importing(nights, spoil(await listed(nights)))).rejects.toThrow(why)
    expect(await states(nights)).toEqual(NOTHING_DONE)
  })

  test('that is not there, or asks for nothing', async () => {
    const nights = await troubles()
    const file = join(nights.folder, 'absent.csv')
    await expect(importDispositions(nights.context(), { file, by: 'Ana' })).rejects.toMatchObject({
      code: 'NOT_A_SHEET',
    })
    expect(await importing(nights, await listed(nights))).toMatchObject({
      acts: [],
      unchanged: 0,
      discrepancies: [],
      report: null,
    })
  })
})
