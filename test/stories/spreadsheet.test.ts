import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, test } from 'vitest'
import { INVOICE_LEDGER } from '../../reports/ledgers/invoice-ledger.ts'
import { hasLibreOffice, type Opened, type OpenedCell, opened } from '../print/libreoffice.ts'
import { type Nights, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement, somePaid } from './told.ts'

const DATE = '2026-03-12'

/** Texts that merchants, tenants or attackers may type. */
const HOSTILE = [
  '=1+1',
  '@SUM(A1:A9)',
  "+cmd|' /C calc'!A0",
  '-2+3',
  '=HYPERLINK("http://evil.example","click")',
  '=DDE("soffice";"/etc/passwd";"a")',
  '\t=1+1',
  '＝1+1',
  '<script>alert(1)</script>',
  '\u001b[31mred\u001b[0m',
  '\u202eesrever',
  'NUL \u0000 here',
  'half \ud83d of a pair',
  'two\nlines, and "quotes"; and more',
  '_x0041_ is no letter',
  '1e5',
  '00000',
  '1/2',
  'TRUE',
  'x'.repeat(1_000_000),
]

/** A night with these texts, with centavos in its sums, and its files in every profile. */
const hostileNight = async (): Promise<Nights> => {
  const nights = await startNights()
  const invoices: Told[] = [
    ...somePaid(DATE, '11', 40),
    ...HOSTILE.map((text, at) =>
      paid(DATE, '11', 100 + at, {
        customerName: text,
        description: text,
        reference: text.slice(0, 100),
        contract: '00000',
        paymentAmount: 1_000_000 + at / 100,
      }),
    ),
  ]
  const total = invoices.reduce((sum, { paymentAmount }) => sum + Math.round(Number(paymentAmount) * 100), 0) / 100
  const told = settlement(DATE, '11', invoices, { amountCollected: total, paymentAmount: total - 1 })
  nights.service.tell(DATE, '11', { settlement: told, invoices })
  await nights.run({ date: DATE })
  return nights
}

/** The number of invoices in the database, and the paid centavos. */
const inDatabase = ({ folder }: Nights): { readonly invoices: number; readonly paid: number } => {
  const db = new Database(join(folder, 'cuadre.db'), { readonly: true })
  try {
    return (
      db
        .prepare<[], { invoices: number; paid: number }>('SELECT count(*) AS invoices, sum(paid) AS paid FROM version')
        .get() ?? { invoices: 0, paid: 0 }
    )
  } finally {
    db.close()
  }
}

type Cells = readonly (OpenedCell | null | undefined)[]
const columnOf = (rows: readonly Cells[], name: string): Cells =>
  rows.map((row) => row[INVOICE_LEDGER.heads.indexOf(name)])
const valuesOf = (cells: Cells) => cells.map((cell) => cell?.value)
const typesOf = (cells: Cells) => [...new Set(cells.map((cell) => cell?.type))]
const centavosOf = (cells: Cells): number => cells.reduce((sum, cell) => sum + Math.round(Number(cell?.value) * 100), 0)
const everyCell = (sheets: Opened): OpenedCell[] => [...sheets.values()].flat(2).filter((cell) => cell !== null)

/** The sums of the total rows, which are the only formulas. */
const totalsIn = (sheets: Opened): (OpenedCell | null)[] =>
  [...sheets.values()].flatMap((rows) =>
    rows
      .slice(-2)
      .filter(([label]) => / of the rows shown$/.test(label?.value ?? ''))
      .flatMap((row) => row.slice(1).filter((cell) => cell !== null)),
  )

/**
 * The contents of a cell in the workbook. A control character is replaced, a text that is too long is cut, and half a
 * surrogate pair was not stored. Everything else is unchanged.
 */
const asShown = (text: string): string | undefined => {
  if (text.includes('\ud83d')) return undefined
  if (text.length > 32_767) return `${text.slice(0, 32_763)} […]`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
  return text.replace(/[\u0000-\u0008\u000e-\u001f]/g, '\ufffd')
}

describe.skipIf(!hasLibreOffice)('a spreadsheet program', () => {
  test.each(['es-CO', 'en-US'] as const)(
    'of %s opens the workbook: zeros, dates and sums as in the database, nothing evaluated',
    async (locale) => {
      const nights = await hostileNight()
      const database = inDatabase(nights)
      const sheets = await opened(join(nights.folder, 'out', DATE, 'ledger.xlsx'), locale)
      expect([...sheets.keys()]).toEqual([
        'To do',
        'Account',
        'Settlements',
        'Invoices',
        'Chargebacks',
        'Discrepancies',
      ])

      const [, ...all] = sheets.get('Invoices') ?? []
      const [rows, total] = [all.slice(0, -1), all.at(-1) ?? []]
      expect(rows).toHaveLength(database.invoices)
      expect(everyCell(sheets).filter(({ isFormula }) => isFormula)).toEqual(totalsIn(sheets))
      expect(centavosOf(columnOf([total], 'paid'))).toBe(database.paid)
      expect(centavosOf(columnOf(rows, 'paid'))).toBe(database.paid)
      expect(typesOf(columnOf(rows, 'paid'))).toEqual(['float'])
      expect(typesOf(columnOf(rows, 'date'))).toEqual(['date'])
      expect(columnOf(rows, 'payment_date')[0]).toMatchObject({ type: 'date', value: '2026-03-12T08:03:00' })
      expect(columnOf(rows, 'counted')[0]).toMatchObject({ type: 'string', value: 'yes' })
      for (const name of ['contract', 'customer_document', 'cycle'] as const)
        expect(typesOf(columnOf(rows, name))).toEqual(['string'])
      expect(valuesOf(columnOf(rows, 'contract')).slice(0, 41)).toEqual([
        ...somePaid(DATE, '11', 40).map(({ contract }) => contract),
        '00000',
      ])
      expect(valuesOf(columnOf(rows, 'customer_name')).slice(40)).toEqual(HOSTILE.map(asShown))
      const account = (sheets.get('Account') ?? []).map((row) => row[0]?.value)
      expect(account).toContain(
        'Invoices: 2 cells are longer than 32,767 characters, the limit of a cell, and cut at […]; the CSV file has the full text.',
      )
    },
  )

  test.each([
    ['excel-co', 'es-CO'],
    ['excel-us', 'en-US'],
    ['standard', 'en-US'],
  ] as const)(
    'opens CSV files of %s in %s: as many rows, sums as in the database, nothing evaluated',
    async (csvProfile, locale) => {
      const nights = await hostileNight()
      const database = inDatabase(nights)
      await nights.check({ date: DATE }, { csvProfile })
      const sheets = await opened(join(nights.folder, 'out', DATE, 'invoice-ledger.csv'), locale)
      const [head, ...rows] = [...sheets.values()][0] ?? []
      expect(head?.map((cell) => cell?.value)).toEqual([...INVOICE_LEDGER.heads])
      expect(rows).toHaveLength(database.invoices)
      expect(rows.every((row) => row.length === INVOICE_LEDGER.heads.length)).toBe(true)
      expect(typesOf(columnOf(rows, 'paid'))).toEqual(['float'])
      expect(centavosOf(columnOf(rows, 'paid'))).toBe(database.paid)
      const formulas = everyCell(sheets).filter(({ isFormula }) => isFormula)
      expect(formulas.filter(({ type, value }) => type !== 'string' || !/^[\d.,]+(e\d+)?$/.test(value))).toEqual([])
      const contracts = valuesOf(columnOf(rows, 'contract')).slice(0, 40)
      expect(contracts.includes('00001')).toBe(csvProfile === 'excel-co')
      const [slots] = [...(await opened(join(nights.folder, 'out', DATE, 'settlement-ledger.csv'), locale)).values()]
      expect(slots).toHaveLength(6)
    },
  )

  it('of another locale than the profile would take sums for text: the profile is what makes them numbers', async () => {
    const nights = await hostileNight()
    const sheets = await opened(join(nights.folder, 'out', DATE, 'invoice-ledger.csv'), 'es-CO')
    const [, ...rows] = [...sheets.values()][0] ?? []
    expect(typesOf(columnOf(rows, 'paid'))).toContain('string')
  })
})
