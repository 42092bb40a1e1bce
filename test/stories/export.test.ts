import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { exportLedgers } from '../../jobs/export.ts'
import { daysBetween } from '../../src/core/slot.ts'
import { type } from '../cli/terminal.ts'
import { slot } from '../core/a.ts'
import { sheetXmlOf } from '../print/zip-parts.ts'
import { type Nights, startNights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

const LEDGERS = ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv']
const [FROM, TO] = ['2026-03-10', '2026-03-12']

/** Three days: one that agrees, one with troubles, one with unexpected later cycles. */
const threeDays = async (): Promise<Nights> => {
  const nights = await startNights()
  for (const [date, cycle, many] of [
    ['2026-03-10', '11', 130],
    ['2026-03-10', '20', 3],
    ['2026-03-11', '13', 40],
    ['2026-03-12', '11', 5],
  ] as const) {
    const invoices = somePaid(date, cycle, many)
    const instead = date === '2026-03-11' ? { amountCollected: 1 } : {}
    nights.service.tellSettled(date, cycle, invoices, instead)
  }
  await nights.run({ from: '2026-03-10', to: '2026-03-11' })
  await nights.run({ date: '2026-03-12' })
  return nights
}

const exporting = (nights: Nights, words: string) =>
  type(`export ${words} --db ${nights.folder}/cuadre.db`, { cwd: nights.folder })

/** The rows of the daily files of those days, under one header. */
const daysTogether = (folder: string, ledger: string, days: readonly string[]): string => {
  const files = days.map((day) => readFileSync(join(folder, 'out', day, ledger), 'utf8'))
  const bodies = files.map((text) => text.slice(text.indexOf('\n') + 1))
  return `${files[0]?.split('\n')[0]}\n${bodies.join('')}`
}

test('an export removes what a killed one left, also one of another range', async () => {
  const nights = await startNights()
  nights.service.tellSettled(TO, '11', 1)
  await nights.run({ date: TO })
  const folder = join(nights.folder, 'out/export/2026-01-01_2026-01-31')
  mkdirSync(folder, { recursive: true })
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(folder, `.ledger.xlsx.${dead}.0123456789abcdef.tmp`), 'half')
  expect((await exporting(nights, `--from ${TO} --to ${TO} --format csv`)).status).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

describe('an export as CSV', () => {
  it('has the rows of the daily files, day after day, and tells what it wrote', async () => {
    const nights = await threeDays()
    const { status, out, err } = await exporting(nights, `--from ${FROM} --to ${TO} --format csv --json`)
    expect([status, err]).toEqual([0, ''])
    const told = JSON.parse(out)
    expect(told).toMatchObject({ command: 'export', exitCode: 0, by: 'settlement', format: 'csv', profile: 'standard' })
    const folder = join(nights.folder, 'out/export', `${FROM}_${TO}`)
    for (const ledger of LEDGERS) {
      const days = daysBetween(slot(FROM).date, slot(TO).date)
      expect(readFileSync(join(folder, ledger), 'utf8')).toBe(daysTogether(nights.folder, ledger, days))
      expect(statSync(join(folder, ledger)).mode & 0o777).toBe(0o600)
    }
    expect(told.files.map(({ path, rows }: { path: string; rows: number }) => `${path} ${rows}`)).toEqual(
      [15, 178, 3].map((rows, at) => `out/export/${FROM}_${TO}/${LEDGERS[at]} ${rows}`),
    )
    expect(told.files.every(({ sha256 }: { sha256: string }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true)
  })

  it('shows closed days as of their closing, and so does the export as of a moment after it', async () => {
    const nights = await threeDays()
    nights.clock('2026-03-13 09:00')
    await closePeriod(nights.context(), { through: slot(TO).date, by: 'Ana', reason: 'month-end', force: true })
    const invoices = [paid(FROM, '11', 1)]
    nights.service.tellSettled(FROM, '11', invoices, { paymentAmount: 5 })
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: FROM })
    const range = `--from ${FROM} --to ${TO} --format csv`
    await exporting(nights, range)
    await exporting(nights, `${range} --as-of 2026-03-14 --out then`)
    for (const ledger of LEDGERS) {
      const text = readFileSync(join(nights.folder, 'out/export', `${FROM}_${TO}`, ledger), 'utf8')
      expect(readFileSync(join(nights.folder, 'then/export', `${FROM}_${TO}`, ledger), 'utf8')).toBe(text)
      expect(text).not.toContain('RESTATED')
    }
  })

  it('is written as asked for, wherever asked for', async () => {
    const nights = await threeDays()
    const { status, out } = await exporting(
      nights,
      `--from ${FROM} --to ${TO} --format csv --profile excel-co --out elsewhere`,
    )
    expect(status).toBe(0)
    expect(out).toMatch(/^elsewhere\/export\/2026-03-10_2026-03-12\/\n {2}settlement-ledger\.csv +15 rows/)
    const text = readFileSync(join(nights.folder, `elsewhere/export/${FROM}_${TO}/settlement-ledger.csv`), 'utf8')
    expect(text).toMatch(/^\uFEFFmerchant;date;cycle;.*\r\n/)
    expect(existsSync(join(nights.folder, 'out/export'))).toBe(false)
  })

  it('by payment date holds the invoices paid on those days in Bogota, and the settlements that hold them', async () => {
    const nights = await startNights()
    const invoices = [
      paid(TO, '11', 1, { paymentDate: '2026-03-11T04:59:59Z' }),
      paid(TO, '11', 2, { paymentDate: '2026-03-11T05:00:00Z' }),
      paid(TO, '11', 3, { paymentDate: '2026-03-12T04:59:59Z' }),
      paid(TO, '11', 4, { paymentDate: '2026-03-12T05:00:00Z' }),
      paid(TO, '11', 5, { paymentDate: '2026-03-11 23:59:59' }),
      paid(TO, '11', 6, { status: 'ready', paymentDate: null, paymentAmount: null }),
      paid(TO, '11', 7, { paymentDate: '2026-03-12T18:00:00+14:00' }),
    ]
    nights.service.tellSettled(TO, '11', invoices)
    nights.service.tell(TO, '13', { settlement: settlement(TO, '13', []), invoices: [paid(TO, '13', 1)] })
    await nights.run({ date: TO })
    const { status, out } = await exporting(nights, '--from 2026-03-11 --to 2026-03-11 --by payment --format csv')
    expect([status, out.split('\n')[0]]).toEqual([0, 'out/export/2026-03-11_2026-03-11_payment/'])
    const rows = (name: string): string[][] =>
      readFileSync(join(nights.folder, 'out/export/2026-03-11_2026-03-11_payment', name), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
    expect(rows('invoice-ledger.csv').map(([, , , id]) => id?.slice(-3))).toEqual(['002', '003', '005', '007'])
    expect(rows('settlement-ledger.csv').map(([, date, cycle]) => `${date} ${cycle}`)).toEqual([`${TO} 11`])
    expect(new Set(rows('discrepancies.csv').map(([, , , , cycle]) => cycle))).toEqual(new Set(['11']))
  })

  it('of days of which some were never pulled says so, and of days nobody pulled is refused with the command that pulls', async () => {
    const nights = await threeDays()
    const some = await exporting(nights, '--from 2026-03-09 --to 2026-03-10 --format csv')
    expect([some.status, some.out]).toEqual([
      0,
      expect.stringContaining(
        '5 settlements of these days were never pulled, and are empty here: cuadre run --date 2026-03-09',
      ),
    ])
    for (const by of ['', ' --by payment']) {
      const none = await exporting(nights, `--from 2026-01-01 --to 2026-01-31 --format csv --json${by}`)
      expect([none.status, JSON.parse(none.out).error]).toEqual([
        2,
        expect.objectContaining({
          code: 'NEVER_PULLED',
          next: expect.stringContaining('cuadre run --from 2026-01-01'),
        }),
      ])
    }
    const noDatabase = await type('export --from 2026-03-10 --to 2026-03-10 --format csv', { cwd: nights.folder })
    expect([noDatabase.status, noDatabase.err]).toEqual([2, expect.stringContaining('cuadre run --date 2026-03-10')])
    expect(readdirSync(join(nights.folder, 'out/export'))).toEqual(['2026-03-09_2026-03-10'])
  })

  it('goes by the settings of the last check, as the daily files do, and says so when others are set now', async () => {
    const nights = await threeDays()
    const words = `--from ${FROM} --to ${TO} --format csv`
    const set = (settings: object) => writeFileSync(join(nights.folder, 'cuadre.config.json'), JSON.stringify(settings))
    const tariff = [{ from: '2026-01-01', methods: { pse: { fixed: 1 } } }]
    set({ tariff })
    await type(`check --from ${FROM} --to ${TO} --db ${nights.folder}/cuadre.db`, { cwd: nights.folder })
    expect((await exporting(nights, words)).out).not.toContain('settings have changed')
    set({ tariff, postpaidFees: 'deducted' })
    const { out } = await exporting(nights, words)
    expect(out).toContain('The settings have changed since these days were checked')
    expect(out).toContain('cuadre check --from 2026-03-10 --to 2026-03-12')
    const ledger = readFileSync(join(nights.folder, `out/export/${FROM}_${TO}/settlement-ledger.csv`), 'utf8')
    expect(ledger).toBe(
      daysTogether(nights.folder, 'settlement-ledger.csv', daysBetween(slot(FROM).date, slot(TO).date)),
    )
  })

  it('appears whole or not at all', async () => {
    const nights = await threeDays()
    const folder = join(nights.folder, 'out/export', `${FROM}_${TO}`)
    mkdirSync(folder, { recursive: true })
    const days = { from: slot(FROM).date, to: slot(TO).date }
    const controller = new AbortController()
    const context = {
      ...nights.context(),
      now: () => {
        controller.abort(new Error('stopped'))
        return Date.now()
      },
      signal: controller.signal,
    }
    const format = { kind: 'csv', profile: 'raw' } as const
    const asked = exportLedgers(context, { days, by: 'settlement', format, masked: false })
    await expect(asked).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual([])
  })

  it('of a closed day tells what its files tell, whatever was pulled since', async () => {
    const nights = await startNights('2026-03-13 22:30')
    const tell = (invoices: ReturnType<typeof somePaid>): void => {
      for (const cycle of ['11', '13', '16', '18', '20'])
        nights.service.tell(TO, cycle, {
          settlement: settlement(TO, cycle, cycle === '11' ? invoices : []),
          invoices: cycle === '11' ? invoices : [],
        })
    }
    tell(somePaid(TO, '11', 3))
    await nights.run({ date: TO })
    const act = { through: slot(TO).date, by: 'a controller', reason: '', force: false }
    expect((await closePeriod(nights.context(), act)).closing).not.toBeNull()
    tell(somePaid(TO, '11', 4))
    nights.clock('2026-03-14 22:30')
    await nights.run({ date: TO })
    await exporting(nights, `--from ${TO} --to ${TO} --format csv`)
    for (const ledger of LEDGERS) {
      const text = readFileSync(join(nights.folder, `out/export/${TO}_${TO}`, ledger), 'utf8')
      expect(text).toBe(readFileSync(join(nights.folder, 'out', TO, ledger), 'utf8'))
    }
  })
})

describe('an export as a workbook', () => {
  it('has the same rows on its sheets, and a month for each month', async () => {
    const nights = await threeDays()
    const { status, out } = await exporting(nights, `--from ${FROM} --to ${TO} --format xlsx --json`)
    const [file] = JSON.parse(out).files
    expect([status, file]).toEqual([
      0,
      expect.objectContaining({ path: `out/export/${FROM}_${TO}/ledger.xlsx`, rows: 1 + 15 + 178 + 3 }),
    ])
    const sheets = await sheetXmlOf(readFileSync(join(nights.folder, file.path)))
    expect([...sheets.keys()]).toEqual(['To do', 'Account', 'Settlements', 'Invoices', 'Chargebacks', 'Discrepancies'])
    const rows = [...sheets.values()].map((xml) => xml.match(/<row /g)?.length ?? 0)
    // Each sheet with rows has headings and a total row; settlements that were not compared have one more.
    expect([rows[0], ...rows.slice(2)]).toEqual([3, 18, 180, 1, 5])
  })

  it('and the daily one are the same bytes again, and speak Spanish when asked to', async () => {
    const nights = await threeDays()
    const path = join(nights.folder, 'out', TO, 'ledger.xlsx')
    const first = readFileSync(path)
    await nights.check({ date: TO }, { out: join(nights.folder, 'again') })
    expect(readFileSync(join(nights.folder, 'again', TO, 'ledger.xlsx')).equals(first)).toBe(true)
    const before = statSync(path).ino
    await nights.run({ date: TO })
    expect(statSync(path).ino).toBe(before)
    await nights.check({ date: TO }, { language: 'es' })
    const sheets = await sheetXmlOf(readFileSync(path))
    expect([...sheets.keys()]).toEqual(['Cuenta', 'Liquidaciones', 'Facturas', 'Contracargos', 'Novedades'])
    expect(sheets.get('Facturas')).toContain('<t>Documento del cliente</t>')
    expect(sheets.get('Liquidaciones')).toContain('<t>Cuadra</t>')
    expect(sheets.get('Cuenta')).toContain('<t>No cuadra</t>')
    expect(sheets.get('Cuenta')).toContain('(adjustments = add)</t>')
  })

  it('is not written by a night that is told so, and one that says otherwise does not stay', async () => {
    const nights = await threeDays()
    const path = join(nights.folder, 'out', TO, 'ledger.xlsx')
    await nights.run({ date: TO }, { xlsx: false })
    expect(existsSync(path)).toBe(true)
    nights.service.tellSettled(TO, '11', 6)
    nights.clock('2026-03-13 22:30')
    await nights.run({ date: TO }, { xlsx: false })
    expect(existsSync(path)).toBe(false)
    await nights.run({ date: TO })
    expect(existsSync(path)).toBe(true)
  })

  it('for others shows no document and no name', async () => {
    const nights = await threeDays()
    const { status } = await exporting(nights, `--from ${FROM} --to ${TO} --format xlsx --mask --out others`)
    expect(status).toBe(0)
    const bytes = readFileSync(join(nights.folder, `others/export/${FROM}_${TO}/ledger.xlsx`))
    const invoices = (await sheetXmlOf(bytes)).get('Invoices') ?? ''
    expect(invoices.match(/<t>\*\*\*<\/t>/g)).toHaveLength(2 * 178)
    expect(invoices).not.toMatch(/Inquilino|<t>10000/)
  })
})

describe('words that make no sense', () => {
  it.each([
    ['--format csv', 'the days are missing'],
    ['--from 2026-03-10 --format csv', '--from and --to need each other'],
    ['--from 2026-03-12 --to 2026-03-10 --format csv', 'is after'],
    ['--from 2026-03-10 --to 2026-03-32 --format csv', '--to is not a valid date'],
    ['--from 2026-03-10 --to 2026-03-12', '--format is missing'],
    ['--from 2026-03-10 --to 2026-03-12 --format ods', '--format must be one of csv, xlsx, parquet'],
    ['--from 2026-03-10 --to 2026-03-12 --format csv --by invoice', '--by must be one of settlement, payment'],
    ['--from 2026-03-10 --to 2026-03-12 --format xlsx --profile raw', '--profile applies to CSV files only'],
    ['--from 2026-03-10 --to 2026-03-12 --format csv --profile excel', '--profile must be one of'],
    ['--from 2026-03-10 --to 2026-03-12 --format csv --mask', '--mask needs --out'],
    ['--from 2026-03-10 --to 2026-03-12 --format csv --as-of 2026-03-11', '--as-of needs --out'],
    ['--date 2026-03-10 --format csv', 'unknown flag --date'],
  ])('are refused before anything is read: %s', async (words, message) => {
    const { status, out, err } = await type(`export ${words}`, { cwd: join(import.meta.dirname) })
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })
})
