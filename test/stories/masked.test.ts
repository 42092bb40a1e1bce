import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closePeriod } from '../../jobs/close.ts'
import { openSource } from '../../src/print/pack/source.ts'
import { type } from '../cli/terminal.ts'
import { slot } from '../core/a.ts'
import { type Nights, startNights } from './night.ts'
import type { Told } from './service.ts'
import { paid, settlement } from './told.ts'

const DATE = '2026-03-12'
const NINA: Told = { customerDocumentNumber: '1032456789', customerName: 'Niña Zárate Wolff' }
/** Texts that must not occur in a copy for others, in any case. */
const PERSONAL = /1[.\s’-]?032[.\s-]?456[.\s-]?789|987654321|niñ?n?a|z[aá]rate|wolff|quiroga/i

/**
 * Two nights of a merchant whose references, contracts and descriptions also have documents and names; the second one
 * changes them.
 */
const twoNights = async (): Promise<Nights> => {
  const nights = await startNights()
  const invoices = [
    paid(DATE, '11', 1, {
      ...NINA,
      reference: 'FAC-1032456789',
      contract: 'CC1032456789',
      description: 'Arriendo ZARATE',
    }),
    paid(DATE, '11', 2, { ...NINA, reference: 'FAC-1032456789', description: 'Canon de 1.032.456.789' }),
    paid(DATE, '11', 3, { customerDocumentNumber: '987654321', customerName: 'Quiroga', email: 'quiroga@example.co' }),
  ]
  nights.service.tellSettled(DATE, '11', invoices)
  // The customer of a neighbour, named by an invoice of another.
  const others = [
    paid(DATE, '13', 1, { reference: 'FAC-zarate 1’032.456.789', contract: 'Niña', description: 'por 1 032 456 789' }),
  ]
  nights.service.tellSettled(DATE, '13', others)
  await nights.run({ date: DATE })
  const changed = [
    { ...invoices[0], customerDocumentNumber: '987654321', reference: 'FAC-987654321', contract: 'Wolff' },
    invoices[1],
    invoices[2],
  ]
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices: changed })
  nights.clock('2026-03-13 13:30')
  await nights.run({ date: DATE })
  return nights
}

/** The text of every file below a folder, by its path; for a workbook, of all its parts. */
const filesBelow = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) texts.set(path.slice(folder.length + 1), await textOf(path))
  }
  return texts
}

const textOf = async (path: string): Promise<string> => {
  if (!path.endsWith('.xlsx')) return readFileSync(path, 'utf8')
  const source = await openSource(path)
  const parts: Uint8Array[] = []
  for await (const part of source.all()) for await (const chunk of part.open()) parts.push(chunk)
  source.close()
  return Buffer.concat(parts).toString()
}

const masking = (nights: Nights, more = '') =>
  type(`check --date ${DATE} --db ${nights.folder}/cuadre.db --mask ${more}`, { cwd: nights.folder })

describe('copies for others', () => {
  it('show no document and no name in any file, where the originals do', async () => {
    const nights = await twoNights()
    const originals = await filesBelow(join(nights.folder, 'out'))
    expect(originals.get(`${DATE}/invoice-ledger.csv`)).toMatch(PERSONAL)
    expect(originals.get(`${DATE}/discrepancies.csv`)).toMatch(PERSONAL)
    const { status, out, err } = await masking(nights, '--json --out others')
    expect([status, err]).toEqual([3, ''])
    const copies = await filesBelow(join(nights.folder, 'others'))
    const ofDay = [...originals.keys()].filter((name) => name.startsWith(DATE))
    expect([...copies.keys()].sort()).toEqual(ofDay.sort())
    expect(copies.get(`${DATE}/report.html`)).not.toContain('index.html')
    expect([...copies].filter(([, text]) => PERSONAL.test(text)).map(([name]) => name)).toEqual([])
    expect(out).not.toMatch(PERSONAL)
    expect(JSON.parse(copies.get(`${DATE}/manifest.json`) ?? '')).toMatchObject({ masked: true })
    expect(copies.get(`${DATE}/report.html`)).toContain('A masked copy')
    expect(originals.get(`${DATE}/ledger.xlsx`)).toMatch(PERSONAL)
  })

  it('show no document and no name of what was restated', async () => {
    const nights = await twoNights()
    await closePeriod(nights.context(), { through: slot(DATE).date, by: 'ana', reason: 'disputed', force: true })
    const invoices = [paid(DATE, '11', 1, { ...NINA, reference: 'OTRA-1032456789', contract: 'CC-Wolff' })]
    nights.service.tellSettled(DATE, '11', invoices)
    nights.clock('2026-03-16 22:30')
    await nights.run({ date: DATE })
    const line = `check --from ${DATE} --to 2026-03-16 --db ${nights.folder}/cuadre.db`
    await type(`${line} --mask --out others`, { cwd: nights.folder })
    const copies = await filesBelow(join(nights.folder, 'others'))
    const original = readFileSync(join(nights.folder, 'out/2026-03-16/restatements.csv'), 'utf8')
    expect(original).toMatch(PERSONAL)
    expect(copies.get('2026-03-16/restatements.csv')).toContain('invoice:')
    expect([...copies].filter(([, text]) => PERSONAL.test(text)).map(([name]) => name)).toEqual([])
  })

  it('say the same of everything else, and leave database and originals alone', async () => {
    const nights = await twoNights()
    const originals = await filesBelow(join(nights.folder, 'out'))
    await masking(nights, '--out others')
    const copies = await filesBelow(join(nights.folder, 'others'))
    expect(await filesBelow(join(nights.folder, 'out'))).toEqual(originals)
    expect(copies.get(`${DATE}/settlement-ledger.csv`)).toBe(originals.get(`${DATE}/settlement-ledger.csv`))
    const lines = (text = '') => text.split('\n').map((line) => line.split(','))
    const cells = (files: ReadonlyMap<string, string>, at: readonly number[]) =>
      lines(files.get(`${DATE}/invoice-ledger.csv`)).map((row) => at.map((cell) => row[cell]))
    const plain = [0, 1, 2, 3, 5, 6, 11, 12, 13, 14, 15, 16]
    expect(cells(copies, plain)).toEqual(cells(originals, plain))
    expect(cells(copies, [8, 9])[1]).toEqual(['***', '***'])
  })

  it('have no digest from which a document number could be found by trying all of them', async () => {
    const nights = await startNights()
    const invoices = [
      paid(DATE, '11', 1, { ...NINA, reference: 'FAC-1032456789' }),
      paid(DATE, '11', 2, { ...NINA, reference: 'FAC-1032456789' }),
      paid(DATE, '11', 3, { ...NINA, amount: 'no sum' }),
    ]
    nights.service.tellSettled(DATE, '11', invoices)
    await nights.run({ date: DATE })
    const line = `audit ${DATE} 11 --mask --out pack --db ${nights.folder}/cuadre.db`
    expect((await type(line, { cwd: nights.folder })).status).toBe(0)
    const rows = readFileSync(join(nights.folder, 'out', DATE, 'discrepancies.csv'), 'utf8').split('\n')
    const ids = rows.filter((row) => /reference:|record:/.test(row)).map((row) => row.split(',')[0] ?? '')
    expect(ids).toHaveLength(2)
    const pack = await filesBelow(join(nights.folder, 'pack'))
    for (const text of pack.values()) for (const id of ids) expect(text).not.toContain(id)
    expect(pack.get('discrepancy-history.csv')).toContain(`***-${DATE}-11-1,`)
    expect([...pack].filter(([, text]) => PERSONAL.test(text)).map(([name]) => name)).toEqual([])
  })

  it.each(['csv', 'xlsx'])('are exported the same way: %s', async (format) => {
    const nights = await twoNights()
    const line = `export --from ${DATE} --to ${DATE} --format ${format} --db cuadre.db`
    const seen = await type(`${line} --mask --out others`, { cwd: nights.folder })
    expect([seen.status, seen.err]).toEqual([0, ''])
    await type(`${line} --out originals`, { cwd: nights.folder })
    const texts = async (folder: string) => [...(await filesBelow(join(nights.folder, folder))).values()].join()
    expect(await texts('originals')).toMatch(PERSONAL)
    expect(await texts('others')).not.toMatch(PERSONAL)
  })

  it.each([
    ['', '--mask needs --out'],
    ['--out out', '--mask with --out in the folder of the originals'],
    ['--out ./out/others', '--mask with --out in the folder of the originals'],
  ])('are refused with "%s"', async (more, message) => {
    const nights = await startNights()
    const { status, err } = await masking(nights, more)
    expect(status).toBe(2)
    expect(err).toContain(message)
  })

  describe('of customers whom the service names in another form than a text', () => {
    const HIDDEN_NAMES = /1[.\s]?098[.\s]?765[.\s]?432|ximena|yepes/i

    const oddNight = async (): Promise<Nights> => {
      const nights = await startNights()
      const invoices = [
        paid(DATE, '11', 1, { customerDocumentNumber: 1098765432, reference: 'FAC-1098765432' }),
        paid(DATE, '11', 2, { customerDocumentNumber: 1098765432, reference: 'FAC-1098765432' }),
        paid(DATE, '11', 3, { customerName: { first: 'Ximena', last: 'Yepes' }, reference: 'Canon de Yepes' }),
      ]
      nights.service.tellSettled(DATE, '11', invoices)
      await nights.run({ date: DATE })
      return nights
    }

    it.each([
      ['files', `check --date ${DATE} --mask --out others`],
      ['evidence packs', `audit ${DATE} 11 --mask --out others`],
    ])('hide them in %s', async (_, line) => {
      const nights = await oddNight()
      expect(readFileSync(join(nights.folder, 'out', DATE, 'invoice-ledger.csv'), 'utf8')).toMatch(HIDDEN_NAMES)
      const { err } = await type(`${line} --db cuadre.db`, { cwd: nights.folder })
      expect(err).toBe('')
      const copies = await filesBelow(join(nights.folder, 'others'))
      expect([...copies].filter(([, text]) => HIDDEN_NAMES.test(text)).map(([name]) => name)).toEqual([])
    })

    it('hide their documents on screens and in JSON', async () => {
      const nights = await oddNight()
      const { out } = await type('discrepancies list --json --db cuadre.db', { cwd: nights.folder })
      expect(out).toContain('DUPLICATE_REFERENCE')
      expect(out).not.toMatch(/1098765432/)
    })
  })

  it('are never written over originals, nor originals over them', async () => {
    const nights = await twoNights()
    await masking(nights, '--out others')
    const again = await type(`check --date ${DATE} --db ${nights.folder}/cuadre.db --out others`, {
      cwd: nights.folder,
    })
    expect([again.status, again.err]).toEqual([2, expect.stringContaining('OUT_MASKED')])
    const other = { cwd: join(nights.folder, 'others'), newRunId: () => 'another-run' }
    const over = await type(`check --date ${DATE} --db ${nights.folder}/cuadre.db --mask --out ../out`, other)
    expect([over.status, over.err]).toEqual([2, expect.stringContaining('holds files that are not masked')])
  })
})

describe('screens, logs and JSON', () => {
  const DOCUMENT = /1[.\s’-]?032[.\s-]?456[.\s-]?789|987654321/

  it.each([
    `check --date ${DATE}`,
    `check --date ${DATE} --json`,
    `explain ${DATE} 11`,
    `explain ${DATE} 11 --json`,
    `history ${DATE} 11`,
    `history ${DATE} 11 --json`,
    'discrepancies list',
    'discrepancies list --json',
  ])('hide document numbers in what the merchant wrote: %s', async (words) => {
    const nights = await twoNights()
    const { status, out, err } = await type(`${words} --db ${nights.folder}/cuadre.db`, { cwd: nights.folder })
    expect([0, 3]).toContain(status)
    expect(`${out}${err}`).not.toMatch(DOCUMENT)
  })

  it('hide them and names in what the service says when it refuses', async () => {
    const nights = await twoNights()
    const refusal = { status: 422, body: { error: 'customer 1.032.456.789, NIÑA ZÁRATE WOLFF, is blocked' } }
    nights.service.tell(DATE, '11', { settle: () => refusal })
    nights.clock('2026-03-14 13:30')
    await nights.run({ date: DATE })
    const { out } = await type(`history ${DATE} 11 --json --db ${nights.folder}/cuadre.db`, { cwd: nights.folder })
    expect(out).toMatch(/customer \[hidden\], [* ]+, is blocked/)
  })
})
