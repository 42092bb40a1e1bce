import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readFees } from '../../jobs/fees/read-fees.ts'
import { readStatement } from '../../jobs/statement.ts'
import { englishIn, textOfPage, textOfSheet } from '../english-words.ts'
import { sheetXmlOf } from '../print/zip-parts.ts'
import { DISASTER, tellDisaster } from './disaster.ts'
import { startNights } from './night.ts'

/** Values of settings are codes; two settlements in a figure are written as in the CSV file, which must not change. */
const VALUES =
  /paid credited \(finalStatuses\)|\(\w+ = [^)\n]*\)|\n(?:not-deducted|paid|paid credited)(?=\n)|^\d{4}-\d\d-\d\d cycle \d+$/gm

/** The text for people in each file under a folder. */
const textsUnder = async (folder: string): Promise<readonly (readonly [file: string, text: string])[]> => {
  const texts: [string, string][] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.name.endsWith('.html')) texts.push([path, textOfPage(readFileSync(path, 'utf8')).replace(VALUES, '')])
    if (entry.name.endsWith('.xlsx'))
      for (const [sheet, xml] of await sheetXmlOf(readFileSync(path)))
        texts.push([`${path} ${sheet}`, textOfSheet(xml).replace(VALUES, '')])
  }
  return texts
}

test('every page and every workbook of a disaster day is Spanish', async () => {
  const nights = await startNights()
  tellDisaster(nights)
  await nights.run({ date: DISASTER }, { language: 'es' })
  const job = nights.context({ language: 'es' })
  await readStatement(job, { days: null, asOf: null, format: null })
  await readFees(job, { days: null, asOf: null, billed: null, format: null })
  const english = (await textsUnder(join(nights.folder, 'out'))).flatMap(([file, text]) =>
    englishIn(text).map((found) => `${file}: ${found}`),
  )
  expect(english).toEqual([])

  const page = readFileSync(join(nights.folder, 'out', DISASTER, 'report.html'), 'utf8')
  expect(page).toContain('medio peso por factura')
  const rows: readonly Readonly<Record<string, string>>[] = parse(
    readFileSync(join(nights.folder, 'out', DISASTER, 'discrepancies.csv'), 'utf8'),
    { columns: true },
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.flatMap(({ message = '' }) => englishIn(message))).toEqual([])
  expect(rows.find(({ code }) => code === 'COUNT_MISMATCH')?.message).toBe(
    'la liquidación reporta 16 facturas (numberOfInvoices); en la lista cuentan 15',
  )
})
