import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Seen, type } from '../cli/terminal.ts'
import { folderForAll } from '../empty-folder.ts'
import { openService, type Service } from '../sandbox/service.ts'

const EXPECTED = join(import.meta.dirname, '..', 'expected', 'dispute')
const DATE = '2026-03-03'

let service: Service
const cwd = folderForAll()
let now = Date.parse(`${DATE}T09:00:00-05:00`)
let runs = 0

/** Moves the clock of the service and our own, in Bogota's time. */
const clock = async (time: string): Promise<void> => {
  now = Date.parse(`${time.replace(' ', 'T')}:00-05:00`)
  const moved = await service.control('POST', '/clock', { now: new Date(now).toISOString() })
  if (moved.status !== 200) throw new Error(moved.text)
}

const tell = (line: string): Promise<Seen> =>
  type(line, {
    cwd,
    env: { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey },
    now: () => now,
    newRunId: () => `run-${++runs}`,
  })

/** An invoice paid at once, to be settled in the next cycle of the day. */
const paidNow = async (amount: number): Promise<string> => {
  const { id } = await service.create({ amount })
  const answer = await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(id)
}

/** The ids of invoices are the sandbox's; files are compared with those of the story. */
const names = new Map<string, string>()
const inStory = (text: string): string =>
  [...names]
    .reduce((told, [id, name]) => told.replaceAll(id, name), text)
    .replace(/^[0-9a-f]{16},[0-9a-f]{16}(?=,default)/gm, '(id),(case)')

const file = (name: string): string => inStory(readFileSync(join(cwd, 'out', name), 'utf8'))

beforeAll(async () => {
  service = await openService({ clock: new Date(now).toISOString(), assumptions: { dateHeader: 'sandbox' } })
  for (const [name, amount] of [
    ['disputed', 900_000],
    ['vanishing', 700_000],
    ['quiet', 500_000],
    ['astray', 300_000],
  ] as const) {
    names.set(await paidNow(amount), name)
  }
})
afterAll(async () => {
  await service.close()
})

const idOf = (name: string): string => [...names].find(([, known]) => known === name)?.[0] ?? ''

/** One invoice is charged back without a notice, one vanishes, one is in an unexpected cycle. */
describe('a month of a merchant, and what only a sweep finds', () => {
  test('the night of the day agrees: nobody asks for the cycle of the one that went astray', async () => {
    await service.control('PUT', `/invoices/${idOf('astray')}/slot`, { date: DATE, cycle: '14' })
    await clock(`${DATE} 22:30`)
    const { status, out } = await tell(`run --date ${DATE}`)
    expect([status, out.startsWith('The settlement adds up; COP ')]).toEqual([0, true])
  })

  test('the sweep of that night lists the date once, reads the slot it finds, and says what to do', async () => {
    const { status, out, err } = await tell('sweep')
    expect([status, err.replace(/^\[.*\n/gm, '')]).toEqual([3, ''])
    expect(inStory(out)).toContain(`1 date listed without a cycle, 4 invoices: 1 in no settlement that is asked for.\n`)
    await expect(file(`${DATE}/discrepancies.csv`)).toMatchFileSnapshot(join(EXPECTED, 'listed.csv'))
    await expect(file(`${DATE}/settlement-ledger.csv`)).toMatchFileSnapshot(join(EXPECTED, 'settlement-ledger.csv'))
  })

  test('a week later the nights see nothing of the dispute', async () => {
    await service.control('POST', `/invoices/${idOf('disputed')}/chargeback`)
    await service.control('DELETE', `/invoices/${idOf('vanishing')}`)
    await clock('2026-03-12 22:30')
    const before = file(`${DATE}/discrepancies.csv`)
    const told = JSON.parse((await tell('run --json')).out)
    expect(told.slots.some(({ date, cycle }: Told) => date === DATE && cycle === '11')).toBe(false)
    expect(file(`${DATE}/discrepancies.csv`).includes('CHARGEBACK')).toBe(before.includes('CHARGEBACK'))
  })

  test('the sweep does, and the files of the old date tell it', async () => {
    const told = JSON.parse((await tell('sweep --json')).out)
    expect(told).toMatchObject({
      schemaVersion: 1,
      command: 'sweep',
      outcome: 'differs',
      exitCode: 3,
      sweep: { swept: 5, failed: [], waiting: [] },
      error: null,
    })
    expect(told.sweep.listed.map(({ date, unlisted }: Told & { unlisted: number }) => `${date} ${unlisted}`)).toEqual(
      ['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day} 0`),
    )
    await expect(file(`${DATE}/discrepancies.csv`)).toMatchFileSnapshot(join(EXPECTED, 'swept.csv'))
  })

  test('two weeks later the money is debited, and the adjustment is explained by what the sweep had seen', async () => {
    await clock('2026-03-26 09:00')
    names.set(await paidNow(1_500_000), 'later')
    await clock('2026-03-26 22:30')
    await tell('run --date 2026-03-26')
    await expect(file('2026-03-26/discrepancies.csv')).toMatchFileSnapshot(join(EXPECTED, 'debited.csv'))
    const { out } = await tell('status')
    expect(out).toMatch(
      /Chargebacks {4}2026-03-0\d to 2026-03-26: 1 chargeback of COP 900,000,\s+adjustments of -COP 900,000\n +adjustments not explained: none\n +chargebacks not debited yet: none\n/,
    )
  })
})

interface Told {
  readonly date: string
  readonly cycle: string
}

describe('what makes no sense is refused before anything is read', () => {
  test.each([
    ['sweep --cycle 11', 'USAGE'],
    ['sweep --date 2026-02-30', 'USAGE'],
    ['sweep --date 2026-03-03 --from 2026-03-01 --to 2026-03-03', 'USAGE'],
    ['sweep --from 2026-03-03', 'USAGE'],
    ['sweep --fail-on often', 'USAGE'],
    ['sweep --date 2026-01-01', 'NEVER_PULLED'],
  ])('%s', async (line, code) => {
    const asked = await tell(line)
    expect([asked.status, asked.out, asked.err.startsWith(`cuadre: ${code}: `)]).toEqual([2, '', true])
  })

  test('without a service it names what is missing', async () => {
    const { status, err } = await type('sweep', { cwd })
    expect([status, err.startsWith('cuadre: NO_SERVICE: ')]).toEqual([2, true])
  })

  test('a dry run leaves the folder as it is', async () => {
    const kept = () => [readFileSync(join(cwd, 'data/cuadre.db')), readdirSync(join(cwd, 'out'), { recursive: true })]
    const before = kept()
    expect((await tell('sweep --date 2026-03-03 --dry-run')).status).toBe(3)
    expect(kept()).toEqual(before)
  })
})
