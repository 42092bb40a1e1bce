import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cuadre } from '../../src/cli/framework/cuadre.ts'

/** A copy of the demo's folder for each test: its week, its statement of the bank, and the example accounts. */
let demo = ''
let made = 0

interface Ending {
  readonly status: number
  readonly out: string
  readonly err: string
}

const type = async (cwd: string, words: readonly string[], now = '2026-03-20T12:00:00Z'): Promise<Ending> => {
  let [out, err] = ['', '']
  const status = await cuadre(words, {
    stdout: async (text) => {
      out += text
    },
    stderr: (text) => {
      err += text
    },
    ...{ screen: null, log: 'off', env: {}, cwd, now: () => Date.parse(now), random: () => 0 },
    sleep: async () => undefined,
    newRunId: () => `run-${++made}`,
    signal: new AbortController().signal,
  })
  return { status, out, err }
}

const at = (folder: string) => (words: string, now?: string) => type(join(folder, 'cuadre-demo'), words.split(' '), now)

const copyOfDemo = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-journal-'))
  execFileSync('cp', ['-r', join(demo, 'cuadre-demo'), folder])
  return folder
}

/** Changes the settings of the journal; the demo's clock then no longer stands still. */
const set = (folder: string, journal: object): void => {
  const path = join(folder, 'cuadre-demo', 'cuadre.config.json')
  const { clock: _, ...settings } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...settings, journal: { ...settings.journal, ...journal } }))
}

const WEEK = '2026-03-01_2026-03-31'
const fileOf = (folder: string, name: string, days = WEEK): string =>
  readFileSync(join(folder, 'cuadre-demo/out/journal', days, name), 'utf8')
type CsvRow = Readonly<Record<string, string>>
const rowsIn = (text: string): readonly CsvRow[] => parse(text, { columns: true })

beforeAll(async () => {
  demo = mkdtempSync(join(tmpdir(), 'cuadre-demo-'))
  const { status } = await type(demo, ['demo'])
  expect(status).toBe(0)
}, 120_000)
afterAll(() => rmSync(demo, { recursive: true, force: true }))

/** Removed at the end of a test. */
const inCopy = async (work: (folder: string, cuadreIn: ReturnType<typeof at>) => Promise<void>): Promise<void> => {
  const folder = copyOfDemo()
  try {
    await work(folder, at(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The programs that are on this machine; the others are skipped, and named. */
const isHere = (program: string): boolean => spawnSync('which', [program]).status === 0
const runs = (program: string, ...words: readonly string[]): boolean => spawnSync(program, words).status === 0

const PROGRAMS = [
  ['hledger', 'hledger', (file: string) => ['-f', file, 'check', '--strict']],
  ['hledger', 'ledger', (file: string) => ['--strict', '--pedantic', '-f', file, 'balance']],
  ['beancount', 'bean-check', (file: string) => [file]],
] as const

describe("the demo's month in text", () => {
  test.for(PROGRAMS)(
    'as %s is accepted by %s, and not with an entry or an assertion that is off by a centavo',
    { timeout: 60_000 },
    async ([format, program, words], context) => {
      if (!isHere(program)) return context.skip(`${program} is not installed here`)
      await inCopy(async (folder, type) => {
        expect((await type(`journal --format ${format}`)).status).toBe(0)
        const text = fileOf(folder, `journal.${format}`)
        const file = join(folder, `j.${format}`)
        const isAccepted = (changed: string): boolean => {
          writeFileSync(file, changed)
          return runs(program, ...words(file))
        }
        expect(isAccepted(text)).toBe(true)
        const entry = format === 'hledger' ? /COP -1870000\.00/ : /-1870000\.00 COP/
        const assertion = format === 'hledger' ? /= COP 149690000\.00/ : /149690000\.00 ~ 0 COP/
        for (const part of [entry, assertion]) {
          expect(text).toMatch(part)
          expect(isAccepted(text.replace(part, (one) => one.replace('0.00', '0.01')))).toBe(false)
        }
      })
    },
  )

  test('the same database gives the same bytes', async () => {
    await inCopy(async (folder, type) => {
      for (const format of ['csv', 'hledger', 'xlsx']) {
        await type(`journal --format ${format}`)
        const first = fileOf(folder, `journal.${format}`)
        await type(`journal --format ${format}`, '2026-04-20T12:00:00Z')
        expect(fileOf(folder, `journal.${format}`)).toBe(first)
      }
    })
  })
})

test('a journal says of which days it is, what of it is a draft, and as of which day its proofs hold', async () => {
  await inCopy(async (_folder, type) => {
    const said = async (words: string) => (await type(words)).out.replaceAll(/\s+/g, ' ')
    const draft = await said('journal check')
    expect(draft).toMatch(/The proofs hold as of 2026-03-12\./)
    expect(draft).toMatch(/Entries from 2026-03-01 to 2026-03-31: 0 frozen, [\d,]+ a draft; no day is closed\./)
    await type('close --through 2026-03-08 --reason week --force')
    const partly = await said('journal check --from 2026-03-01 --to 2026-03-10')
    expect(partly).toMatch(/The proofs hold as of 2026-03-10\./)
    expect(partly).toMatch(/2026-03-10: [1-9][\d,]* frozen, [1-9][\d,]* a draft; days from 2026-03-09 on are open\./)
  })
})

test('a sheet of a program is cut between vouchers, at 500 rows', async () => {
  await inCopy(async (folder, type) => {
    expect((await type('journal --format siigo')).status).toBe(0)
    const files = readdirSync(join(folder, 'cuadre-demo/out/journal', WEEK)).filter((name) => name.startsWith('siigo'))
    expect(files).toHaveLength(7)
    const { sheetIn } = await import('../../src/journal/template.ts')
    const sheets = files.map((name) => {
      const bytes = readFileSync(join(folder, 'cuadre-demo/out/journal', WEEK, name))
      return sheetIn(bytes, name).rows.slice(1)
    })
    expect(Math.max(...sheets.map((rows) => rows.length))).toBeLessThanOrEqual(500)
    const vouchers = sheets.map((rows) => new Set(rows.map((cells) => cells[1])))
    expect(new Set(vouchers.flatMap((of) => [...of])).size).toBe(vouchers.reduce((all, of) => all + of.size, 0))
    expect(sheets[0]?.[0]?.slice(0, 7)).toEqual(['12', '1', '02/03/2026', 'COP', '', '13809501', '901234567'])
  })
})

test.each<readonly [what: string, journal: object, words: string, code: string]>([
  ['a missing account', { accounts: { operator: '1', tenants: '2' } }, '', 'ACCOUNT_MISSING: '],
  ['a third party', { thirdParties: {} }, '--format siigo', 'takes no line without a third party (operator)'],
  ['an account', { accounts: ACCOUNTS('CAJA') }, '--format siigo', 'Siigo Nube takes no account "CAJA"'],
  ['a voucher too long', {}, '--format siigo --by month', 'lines, and Siigo Nube takes 500 a file'],
  ['cash without a bank', { basis: 'cash' }, '--db other.db', 'NO_DATABASE'],
  ['an unknown head', { template: { Fechas: 'date' } }, '--template t.csv', 't.csv has none of the heads'],
  [
    'one unknown head of several',
    { template: { Fecha: 'date', Cuentas: 'account' } },
    '--template t.csv',
    'did you mean "Cuenta"',
  ],
  ['an unknown value', { template: { Fecha: 'fecha' } }, '--template t.csv', 'which is nothing of a journal'],
  ['a form of no day', { template: { Fecha: 'date:hh' } }, '--template t.csv', 'is no form of a day'],
  ['days before the journal', { from: '2026-04-01' }, '', 'the journal begins on 2026-04-01'],
])('%s is refused, with nothing written', async (_, journal, words, said) => {
  await inCopy(async (folder, type) => {
    set(folder, journal)
    rmSync(join(folder, 'cuadre-demo/out/journal'), { recursive: true })
    writeFileSync(join(folder, 'cuadre-demo/t.csv'), 'Fecha;Cuenta;Débito;Crédito\n')
    const { status, err } = await type(`journal --month 2026-03 ${words}`.trim())
    expect(err).toContain(said)
    expect(status).toBe(2)
    expect(existsSync(join(folder, 'cuadre-demo/out/journal'))).toBe(false)
  })
})

function ACCOUNTS(operator: string) {
  const all = [
    'bank',
    'transit',
    'tenants',
    'fees',
    'feeTax',
    'feesPayable',
    'chargebacks',
    'suspense',
    'unknownCredits',
  ]
  return { ...Object.fromEntries(all.map((role, at) => [role, `${1000 + at}`])), operator }
}

test('two accounts for one role are refused with the settings', async () => {
  await inCopy(async (folder, type) => {
    set(folder, { accounts: { fees: ['1', '2'] } })
    expect(await type('journal')).toMatchObject({ status: 2, err: expect.stringContaining('accounts.fees') })
    set(folder, { accounts: { withholdings: { ReteFuente: '1', retefuente: '2' } } })
    expect(await type('journal')).toMatchObject({ status: 2, err: expect.stringContaining('stands twice') })
  })
})

test("the user's own sheet is guessed, and filled below its heads", async () => {
  await inCopy(async (folder, type) => {
    const heads = 'Fecha;Comprobante número;Cuenta;Tercero;Débito;Crédito;Concepto;Otra'
    writeFileSync(join(folder, 'cuadre-demo/own.csv'), `Empresa de prueba\n${heads}\n`)
    const guessed = JSON.parse((await type('journal --template own.csv --guess --json')).out)
    expect(guessed.template).toEqual({
      Fecha: 'date:dd/mm/yyyy',
      'Comprobante número': 'voucher',
      Cuenta: 'account',
      Tercero: 'third_party',
      Débito: 'debit',
      Crédito: 'credit',
      Concepto: 'text',
    })
    set(folder, { template: guessed.template })
    expect((await type('journal --month 2026-03 --template own.csv')).status).toBe(0)
    const lines = fileOf(folder, 'journal.csv').split(/\r?\n/)
    expect(lines.slice(1, 3)).toEqual([
      heads,
      '02/03/2026;1;13809501;901234567;1870000;;Payment ARR-202603-000050: rent of 2026-02;',
    ])
  })
})

test.skipIf(!isHere('soffice'))(
  'a workbook as template is filled, and LibreOffice opens it',
  { timeout: 120_000 },
  async () => {
    await inCopy(async (folder, type) => {
      const heads = ['Fecha', 'Comprobante', 'Cuenta', 'Tercero', 'Débito', 'Crédito', 'Detalle']
      const own = join(folder, 'cuadre-demo/own.csv')
      writeFileSync(own, `${heads.join(',')}\n`)
      const open = (file: string, form: string, into: string): boolean =>
        runs(
          'soffice',
          `-env:UserInstallation=file://${folder}/profile`,
          '--headless',
          '--convert-to',
          form,
          '--outdir',
          into,
          file,
        )
      expect(open(own, 'xlsx', join(folder, 'cuadre-demo'))).toBe(true)
      const { template } = JSON.parse((await type('journal --template own.xlsx --guess --json')).out)
      set(folder, { template })
      const { status, out } = await type('journal --month 2026-03 --template own.xlsx --json')
      expect(status).toBe(0)
      const [file = ''] = JSON.parse(out).files
      expect(open(join(folder, 'cuadre-demo', file), 'csv', folder)).toBe(true)
      const rows = rowsIn(readFileSync(join(folder, 'journal.csv'), 'utf8'))
      expect([Object.keys(rows[0] ?? {}), rows.length]).toEqual([heads, 3_038])
      const cents = (head: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[head] || 0) * 100), 0)
      expect(cents('Débito')).toBe(cents('Crédito'))
    })
  },
)

test('what a closing froze stays, and later changes are reversed on the first open day', async () => {
  await inCopy(async (folder, type) => {
    set(folder, {})
    const close = 'close --through 2026-03-08 --by ana --force --reason month --json'
    expect((await type(close)).status).toBe(0)
    await type('journal --from 2026-03-01 --to 2026-03-08')
    const frozen = fileOf(folder, 'journal.csv', '2026-03-01_2026-03-08')
    const numbers = rowsIn(frozen).map(({ number }) => Number(number))
    expect([numbers[0], new Set(numbers).size]).toEqual([1, Math.max(...numbers)])
    // Other accounts, and a decision about a closed settlement.
    set(folder, {
      accounts: { ...ACCOUNTS('99'), accepted: '77', adjustments: '78', gateway: '79', bankCharges: '76' },
    })
    const list = JSON.parse((await type('discrepancies list --json')).out).discrepancies
    const [old] = list.filter(
      (one: { date: string; code: string }) => one.date < '2026-03-08' && one.code === 'PAYOUT_MISMATCH',
    )
    expect((await type(`discrepancies accept ${old.id} --by ana --reason small --json`)).status).toBe(0)
    await type('journal --from 2026-03-01 --to 2026-03-08')
    expect(fileOf(folder, 'journal.csv', '2026-03-01_2026-03-08')).toBe(frozen)
    expect((await type('journal check --from 2026-03-01 --to 2026-03-08')).status).toBe(0)
    expect((await type('journal check --month 2026-03')).status).toBe(0)
    // An undone closing takes back no number; what differs is reversed.
    expect((await type('close --undo --by ana --reason again --json')).status).toBe(0)
    await type('journal --from 2026-03-01 --to 2026-03-08')
    const after = rowsIn(fileOf(folder, 'journal.csv', '2026-03-01_2026-03-08'))
    expect(after.filter(({ number }) => number !== '')).toEqual(rowsIn(frozen))
    expect((await type(close)).status).toBe(0)
    const { steps } = JSON.parse((await type('month 2026-03 --json')).out)
    expect(steps.find(({ step }: { step: string }) => step === 'journal').state).toBe('blocked')
    expect((await type('db verify --json')).status).toBe(0)
  })
}, 60_000)

test('a closing that lacks an account is refused, and nothing is closed', async () => {
  await inCopy(async (folder, type) => {
    set(folder, { accounts: { operator: '1', tenants: '2' } })
    const { status, err } = await type('close --through 2026-03-08 --by ana --force --reason month')
    expect([status, err]).toEqual([2, expect.stringContaining('ACCOUNT_MISSING')])
    expect((await type('close --undo --by ana --reason none')).err).toContain('NOT_CLOSED')
  })
})

test('vouchers of a day or a month sum to 0, and the journal may begin later', async () => {
  await inCopy(async (folder, type) => {
    for (const by of ['day', 'month'])
      for (const detail of ['invoice', 'settlement']) {
        expect((await type(`journal --by ${by} --detail ${detail}`)).status).toBe(0)
        const sums = new Map<string, number>()
        for (const { entry = '', debit, credit } of rowsIn(fileOf(folder, 'journal.csv')))
          sums.set(entry, (sums.get(entry) ?? 0) + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100))
        expect([by === 'month' ? sums.size : 1, [...sums.values()].filter((sum) => sum !== 0)]).toEqual([1, []])
      }
    set(folder, { from: '2026-03-09' })
    expect((await type('journal --month 2026-03 --format hledger')).status).toBe(0)
    const text = fileOf(folder, 'journal.hledger', '2026-03-09_2026-03-31')
    expect(text).toContain('2026-03-08 ! Known by the day before')
    expect(text).toContain('= COP 149690000.00')
  })
})

test.each(['accrual', 'cash'])(
  'balances are those of the text journal, and go on from range to range: %s',
  async (basis) => {
    await inCopy(async (folder, type) => {
      set(folder, { basis, from: '2026-03-05' })
      const balances = async (from: string, to: string) => {
        const { accounts } = JSON.parse((await type(`journal --from ${from} --to ${to} --format hledger --json`)).out)
        const text = fileOf(folder, 'journal.hledger', `${from}_${to}`)
        const booked = new Map<string, number>()
        for (const [, account = '', sum] of text.matchAll(/^ {4}(\d+) {2}COP (-?[\d.]+)$/gm))
          booked.set(account, (booked.get(account) ?? 0) + Number(sum))
        for (const { account, closing } of accounts) expect([account, booked.get(account)]).toEqual([account, closing])
        return accounts as readonly { account: string; opening: number; closing: number; credit: number }[]
      }
      const first = await balances('2026-03-05', '2026-03-08')
      // What is older is of another ledger: here only what was open with the operator.
      expect(first.find(({ account }) => account === '28150501')).toMatchObject({ opening: 0 })
      expect(first.find(({ account }) => account === '13809501')?.opening).toBeGreaterThan(0)
      const next = await balances('2026-03-09', '2026-03-31')
      for (const { account, closing } of first)
        expect([account, next.find((one) => one.account === account)?.opening]).toEqual([account, closing])
    })
  },
)
