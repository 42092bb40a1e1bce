import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankImportRequest, importBankFiles } from '../../jobs/bank/import-bank-files.ts'
import { readBank } from '../../jobs/bank/read-bank.ts'
import { refuseRepeatedEntries } from '../../jobs/steps/bank/refuse-repeated-entries.ts'
import { guessMapping } from '../../src/bank/tables/guess-mapping.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type EntryText, fileToImport, OPERATOR, statementOf } from '../store/bank-file.ts'
import { openTestStore } from '../store/night.ts'
import { trials } from '../trials.ts'
import { type Nights, policy, startNights } from './night.ts'

const BANK = policy({ bankText: ['PAYCO'] })

const nightsOf = async (): Promise<Nights> => {
  const nights = await startNights('2026-03-11 22:30')
  nights.service.tellSettled('2026-03-11', '11', 1)
  await nights.run({ date: '2026-03-11' })
  nights.clock('2026-03-20 08:00')
  return nights
}

/** Imports files as a person does, and tells the credits of the operator: day and pesos. */
const importing = async (nights: Nights, request: Pick<BankImportRequest, 'files' | 'account'>) => {
  const context = nights.context(BANK)
  const [path = ''] = request.files
  const bankMapping = path.endsWith('.csv') ? guessMapping(readFileSync(path), { name: path }) : null
  const settings = { ...context.settings, bankMapping }
  const { imports } = await importBankFiles({ ...context, settings }, { ...request, by: 'Ana' })
  const { unknownCredits } = await readBank({ ...context, asOf: null })
  return { imports, credits: unknownCredits.map(({ bookedOn, value }) => `${bookedOn} ${Number(value) / 100}`) }
}

describe('the bank completes a text', () => {
  const NOON = 'Fecha,Descripcion,Valor\n13/03/2026,PAYCO SAS,100\n'
  const NEXT_DAY = 'Fecha,Descripcion,Valor\n13/03/2026,PAYCO SAS 900123,100\n13/03/2026,Y,5\n14/03/2026,Z,1\n'
  const OTHER = 'Fecha,Descripcion,Valor\n13/03/2026,ABONO 900123 PAYCO,100\n13/03/2026,Y,5\n14/03/2026,Z,1\n'

  const files = (nights: Nights, ...texts: readonly string[]): readonly string[] =>
    texts.map((text, index) => {
      const path = join(nights.folder, `${index + 1}.csv`)
      writeFileSync(path, text)
      return path
    })

  test('and the credit is there once', async () => {
    const nights = await nightsOf()
    const [noon = '', next = ''] = files(nights, NOON, NEXT_DAY)
    expect((await importing(nights, { files: [noon], account: '1' })).credits).toEqual(['2026-03-13 100'])
    const { imports, credits } = await importing(nights, { files: [next], account: '1' })
    expect(imports).toMatchObject([{ result: { added: 2, repeated: 1, renewed: 1 } }])
    expect(credits).toEqual(['2026-03-13 100'])
  })

  test('and so in the other order, in one command', async () => {
    const nights = await nightsOf()
    const [noon = '', next = ''] = files(nights, NOON, NEXT_DAY)
    const { imports, credits } = await importing(nights, { files: [next, noon], account: '1' })
    expect(imports).toMatchObject([{ result: { added: 3 } }, { result: { added: 0, renewed: 1 } }])
    expect(credits).toEqual(['2026-03-13 100'])
  })

  test('or words it anew: refused, with the file to void, also of two files of one command', async () => {
    const nights = await nightsOf()
    const [noon = '', other = ''] = files(nights, NOON, OTHER)
    await expect(importing(nights, { files: [noon, other], account: '1' })).rejects.toMatchObject({
      code: 'BANK_FILE_WRONG',
      message: expect.stringMatching(/^2\.csv has the sums of 2026-03-13 that another file of this command has/),
      next: 'import only the later of the two',
    })
    await importing(nights, { files: [noon], account: '1' })
    await expect(importing(nights, { files: [other], account: '1' })).rejects.toMatchObject({
      code: 'BANK_FILE_WRONG',
      message: expect.stringMatching(/^2\.csv has the sums of 2026-03-13 that file \d+ has, with other texts/),
      next: expect.stringMatching(/cuadre bank void \d+ --reason TEXT$/),
    })
  })
})

describe('a report of noon and a statement of the night', () => {
  const entry = (reference: string, sum: number): string =>
    `<Ntry><NtryRef>${reference}</NtryRef><Amt Ccy="COP">${sum}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-12</Dt></BookgDt><AddtlNtryInf>PAYCO SAS</AddtlNtryInf></Ntry>`
  const balance = (code: string, sum: number): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="COP">${sum}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-12</Dt></Dt></Bal>`
  const ACCOUNT = '<Acct><Id><Othr><Id>00011122233</Id></Othr></Id></Acct>'
  const camt = (nights: Nights, kind: '052' | '053', inner: string, name: string): string => {
    const [root, part] = kind === '052' ? ['BkToCstmrAcctRpt', 'Rpt'] : ['BkToCstmrStmt', 'Stmt']
    const path = join(nights.folder, name)
    writeFileSync(
      path,
      `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.02"><${root}><${part}><Id>S1</Id>${ACCOUNT}${inner}</${part}></${root}></Document>`,
    )
    return path
  }
  const statementFrom = (opening: number, ...entries: readonly (readonly [string, number])[]): string => {
    const closing = entries.reduce((sum, [, value]) => sum + value, opening)
    return `${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.map((one) => entry(...one)).join('')}`
  }

  test.each<[string, (nights: Nights) => readonly string[], readonly string[]]>([
    [
      'with another reference',
      (nights) => [
        camt(nights, '052', entry('INTRA-1', 100), '1.xml'),
        camt(nights, '053', statementFrom(1000, ['FINAL-9', 100]), '2.xml'),
      ],
      ['2026-03-12 100'],
    ],
    [
      'the other way round',
      (nights) => [
        camt(nights, '053', statementFrom(1000, ['FINAL-9', 100]), '2.xml'),
        camt(nights, '052', entry('INTRA-1', 100), '1.xml'),
      ],
      ['2026-03-12 100'],
    ],
    [
      'with another reference and one more of the same sum',
      (nights) => [
        camt(nights, '052', entry('INTRA-1', 100), '1.xml'),
        camt(nights, '053', statementFrom(1000, ['FINAL-9', 100], ['FINAL-10', 100]), '2.xml'),
      ],
      ['2026-03-12 100', '2026-03-12 100'],
    ],
    [
      'of the afternoon, which opens where the morning closed: its equal entry is another one',
      (nights) => [
        camt(nights, '053', statementFrom(1000, ['R', 100]), '1.xml'),
        camt(nights, '053', statementFrom(1100, ['R', 100]), '2.xml'),
      ],
      ['2026-03-12 100', '2026-03-12 100'],
    ],
  ])('%s', async (_, write, credits) => {
    const nights = await nightsOf()
    let last: Awaited<ReturnType<typeof importing>> | null = null
    for (const file of write(nights)) last = await importing(nights, { files: [file], account: null })
    expect(last?.credits).toEqual(credits)
    expect(last?.imports).toMatchObject([{ isContradicted: false }])
  })
})

/** A row of the account as the bank knows it: day, centavos, whether it is the operator's, and what its text may become. */
interface TrueRow {
  readonly day: string
  readonly centavos: number
  readonly isOfOperator: boolean
  readonly suffix: string
}

/** A download: the rows of some days, the last of them perhaps not over; and how the bank words them this time. */
interface Download {
  readonly from: number
  readonly to: number
  /** So many rows of its last day are not booked yet. */
  readonly lacking: number
  readonly wording: 'plain' | 'completed' | 'renewed' | 'other'
}

const DAYS = ['2026-03-12', '2026-03-13', '2026-03-16']

const rowsIn = (truth: readonly TrueRow[], { from, to, lacking, wording }: Download, index: number): EntryText[] => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  const ofDay = (day: string): readonly TrueRow[] => truth.filter((row) => row.day === day)
  const covered = DAYS.slice(first, last + 1).flatMap((day, at, all) => {
    const rows = ofDay(day)
    return at === all.length - 1 ? rows.slice(0, Math.max(0, rows.length - lacking)) : rows
  })
  return covered.map(({ day, centavos, isOfOperator, suffix }, place) => {
    const plain = isOfOperator ? `ABONO ${OPERATOR}` : 'TRANSFERENCIA'
    const text = { plain, renewed: plain, completed: `${plain} ${suffix}`, other: `${suffix} DE ${plain.slice(6)}` }[
      wording
    ]
    return wording === 'renewed' ? [day, centavos, text, `R${index}-${place}`] : [day, centavos, text]
  })
}

test('whatever is downloaded in whatever order, no credit is counted twice, and none is lost unless its file is refused', async () => {
  const truths = fc.array(
    fc.record({
      day: fc.constantFrom(...DAYS),
      centavos: fc.constantFrom(1000, 2000, 3000),
      isOfOperator: fc.boolean(),
      suffix: fc.constantFrom('A 1', 'B 2', 'C 3'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  const downloads = fc.array(
    fc.record({
      from: fc.nat(2),
      to: fc.nat(2),
      lacking: fc.nat(2),
      wording: fc.constantFrom('plain', 'completed', 'renewed', 'other'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const creditsOf = (rows: readonly EntryText[], day: string, centavos: number): number =>
    rows.filter(([on, value, text = '']) => on === day && value === centavos && text.includes(OPERATOR)).length
  await fc.assert(
    fc.asyncProperty(truths, downloads, async (all, asked) => {
      const truth = all.toSorted((one, other) => Number(one.day > other.day) - Number(one.day < other.day))
      const store = await openTestStore(join(emptyFolder(), 'cuadre.db'))
      const taken: EntryText[][] = []
      for (const [index, download] of asked.entries()) {
        const rows = rowsIn(truth, download, index)
        if (rows.length === 0) continue
        const file = fileToImport([statementOf(rows, { opening: null })], { name: `${index}.csv` })
        const isRefused = await refuseRepeatedEntries(store, [file], { merchant: 'default', merchants: [] }).then(
          () => false,
          (error: unknown) => error instanceof CuadreError,
        )
        if (isRefused) continue
        await store.bank.importFile(file)
        taken.push(rows)
      }
      const entries = await store.bank.entries()
      for (const day of DAYS)
        for (const centavos of [1000, 2000, 3000]) {
          const stored = entries.filter(
            (one) => one.bookedOn === day && Number(one.value) === centavos && one.text !== null,
          )
          const most = truth.filter((row) => row.day === day && row.centavos === centavos && row.isOfOperator).length
          const least = Math.max(0, ...taken.map((rows) => creditsOf(rows, day, centavos)))
          expect(stored.length).toBeLessThanOrEqual(most)
          expect(stored.length).toBeGreaterThanOrEqual(least)
        }
      await store.close()
    }),
    { numRuns: trials(20) },
  )
})
