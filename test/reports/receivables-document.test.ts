import { expect, test } from 'vitest'
import { RECEIVABLE_GUESS, RECEIVABLE_IMPORT } from '../../reports/documents/receivables.ts'
import { settlementPage } from '../../reports/pages/settlement-page.tsx'
import { LANGUAGES } from '../../src/words/language.ts'
import { aDay } from './a-day.ts'
import { pageText } from './page-text.ts'

type ImportReport = Parameters<typeof RECEIVABLE_IMPORT.of>[0]
type GuessReport = Parameters<typeof RECEIVABLE_GUESS.of>[0]

test('a file that was imported before adds and repeats nothing', () => {
  const imports = [
    { kind: 'imported', number: 7, added: 3, repeated: 1 },
    { kind: 'known', number: 4 },
  ].map((result) => ({ name: 'march.csv', kind: 'list', months: ['2026-03'], leftOut: 1, result }))
  const report = { merchant: 'm', imports, files: [] } as unknown as ImportReport
  expect(RECEIVABLE_IMPORT.of(report)).toMatchObject({
    imports: [
      { number: 7, known: false, added: 3, repeated: 1 },
      { number: 4, known: true, added: 0, repeated: 0 },
    ],
  })
})

test('a proposed mapping has what a person must write, and says why the file would be refused', () => {
  const receivableMapping = { amount: 'Canon', owner: null, headerRows: 1, footerRows: 0 }
  const report = { receivableMapping, rows: [], count: 0, refusal: null } as unknown as GuessReport
  expect(RECEIVABLE_GUESS.of(report)).toMatchObject({
    receivableMapping: { amount: 'Canon', headerRows: 1 },
    refusal: null,
  })
  const footed = { ...receivableMapping, footerRows: 2 } as unknown as GuessReport['receivableMapping']
  const refused = { ...report, receivableMapping: footed, refusal: { en: 'no day', es: 'sin día' } }
  expect(RECEIVABLE_GUESS.of(refused)).toMatchObject({ receivableMapping: { footerRows: 2 }, refusal: 'no day' })
})

test.each(LANGUAGES)('a settlement on the desk lists its cases, or leaves them to the forms (%s)', (language) => {
  const listed = pageText(settlementPage(aDay({}, language), 'listed'))
  expect(listed).toMatch(/1[.,]850[.,]000/)
  expect(pageText(settlementPage(aDay({}, language), 'below')).length).toBeLessThan(listed.length)
  expect(pageText(settlementPage({ ...aDay({}, language), asOf: null }, 'below'))).not.toBe('')
})
