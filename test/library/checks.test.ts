import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openCuadre } from '../../src/index.ts'
import {
  CHECKS,
  type CheckRecord,
  defineCheck,
  fromPesos,
  inCop,
  NO_DATA,
  NOTHING,
  observed,
  theInvoice,
} from '../../src/library/checks.ts'
import type { Cuadre } from '../../src/library/cuadre.ts'
import { ownCheck } from '../../src/library/own-check.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'
import { type Service, startService } from '../stories/service.ts'

const DATE = '2026-03-12'
const NEXT = '2026-03-13'

const rentAbove = (code: string, pesos: number) => {
  const most = fromPesos(pesos)
  return defineCheck({
    code,
    severity: 'error',
    acts: 'tenant',
    checkInvoice: ({ id, current }) =>
      current !== null && most !== null && current.amount > most
        ? observed(theInvoice(id), inCop(current.amount, most), NO_DATA)
        : NOTHING,
    title: { en: 'The rent is too high', es: 'El arriendo es muy alto' },
    when: 'the rent is above the agreed one',
    message: {
      en: ({ figures }, say) => `a rent of ${say.money(figures.reported)}`,
      es: ({ figures }, say) => `un arriendo de ${say.money(figures.reported)}`,
    },
  })
}
/** Fits only the second invoice of each slot. */
const rentTooHigh = rentAbove('RENT_TOO_HIGH', 1_001_000)
const WITH_MINE = [...CHECKS, rentTooHigh]

let folder: string
let service: Service
beforeEach(async () => {
  folder = emptyFolder()
  service = await startService(Date.now)
  onTestFinished(() => service.close())
  for (const date of [DATE, NEXT]) {
    service.tellSettled(date, '11', 2)
  }
})

const open = (checks?: readonly CheckRecord[]): Cuadre => {
  const settings = { baseUrl: service.baseUrl, apiKey: 'a-key', cycles: ['11'] }
  const places = { db: join(folder, 'cuadre.db'), out: join(folder, 'out') }
  const cuadre = openCuadre({ ...settings, ...places, ...(checks ? { checks } : {}) })
  onTestFinished(() => cuadre.close())
  return cuadre
}

const file = (...path: string[]): string => readFileSync(join(folder, 'out', ...path), 'utf8')

describe("a program's own check", () => {
  test('finds beside ours, and its findings stand in the documents, files and pages under its code', async () => {
    const cuadre = open(WITH_MINE)
    const run = await cuadre.run({ date: DATE })
    expect(run).toMatchObject({ outcome: 'differs', exitCode: 3, slots: [{ verdict: 'exceptions' }] })
    const finding = {
      code: 'RENT_TOO_HIGH',
      severity: 'error',
      subject: `invoice:${DATE}-11-002`,
      message: 'a rent of COP 1,002,000',
      difference: 1_000,
    }
    expect(run.slots[0]?.discrepancies).toMatchObject([finding])
    expect((await cuadre.check({ date: DATE })).slots[0]?.discrepancies).toMatchObject([finding])
    expect(await cuadre.discrepancies.list({ codes: ['RENT_TOO_HIGH'] })).toMatchObject([finding])
    const { slot, next } = await cuadre.explain(DATE, '11')
    expect(slot.discrepancies).toMatchObject([finding])
    expect(next.filter(({ command }) => command.startsWith('cuadre check'))).toEqual([])
    for (const name of ['discrepancies.csv', 'report.html']) expect(file(DATE, name)).toContain('RENT_TOO_HIGH')
  })

  test('looks at a list that did not change, when the run before did not have it, and the run after forgets it', async () => {
    const verdicts = async (checks?: readonly CheckRecord[]) =>
      (await open(checks).run({ date: DATE })).slots.map(({ verdict }) => verdict)
    expect(await verdicts()).toEqual(['reconciled'])
    expect(await verdicts(WITH_MINE)).toEqual(['exceptions'])
    expect(await verdicts()).toEqual(['reconciled'])
    expect(await verdicts([...CHECKS, rentAbove('RENT_VERY_HIGH', 9_000_000)])).toEqual(['reconciled'])
    expect(await verdicts(WITH_MINE)).toEqual(['exceptions'])
  })

  test('is known to a job without it by what it found: its code, and not who acts', async () => {
    await open(WITH_MINE).run({ date: DATE })
    const say = async (...words: readonly string[]) =>
      (await type(['discrepancies', 'list', ...words], { cwd: folder, env: { CUADRE_DB: 'cuadre.db' }, now: Date.now }))
        .out
    expect(await say()).toMatch(/RENT_TOO_HIGH/)
    expect(await say()).not.toMatch(/operator/)
    expect(await say('--code', 'rent_too_high')).toBe(await say())
    const list = (codes: readonly string[], checks?: readonly CheckRecord[]) =>
      open(checks).discrepancies.list({ codes })
    expect(await list(['RENT_TOO_HIGH'])).toMatchObject([{ code: 'RENT_TOO_HIGH' }])
    await expect(list(['RENT_TOO_HI'])).rejects.toThrow('a code is not known')
    expect(await list(['RENT_NEW'], [...WITH_MINE, rentAbove('RENT_NEW', 1)])).toEqual([])
  })

  test('counts on the page of all days after a job that looked at another day', async () => {
    const cuadre = open(WITH_MINE)
    await cuadre.run({ from: DATE, to: NEXT })
    const index = file('index.html')
    await cuadre.check({ date: NEXT })
    expect(file('index.html')).toBe(index)
  })
})

test.each<[string, readonly CheckRecord[], RegExp]>([
  ['with a code of ours', [...CHECKS, rentAbove('UNDERPAID', 1)], /the code UNDERPAID belongs to a check of Cuadre/],
  ['with a code of another one', [...WITH_MINE, rentAbove('RENT_TOO_HIGH', 1)], /two checks have the code RENT_TOO/],
  ['of ours twice', [...CHECKS, ...CHECKS], /two checks have the code PAYOUT_MISMATCH/],
  ['of its own twice', [...WITH_MINE, rentTooHigh], /two checks have the code RENT_TOO_HIGH/],
  ['with a code that is none', [...CHECKS, rentAbove('rent too high', 1)], /the code "rent too high" .* is not valid/],
  ['without ours', [rentTooHigh], /the check PAYOUT_MISMATCH is left out/],
])('a check %s is refused', (_, checks, message) => {
  expect(() => open(checks)).toThrow(expect.objectContaining({ code: 'SETTING_INVALID', exit: 2 }))
  expect(() => open(checks)).toThrow(message)
})

test.each<[string, object, RegExp]>([
  ['a severity that does not exist', { severity: 'fatal' }, /^MINE: severity must be one of info, warning, error$/],
  ['another one that does not exist', { also: ['info', 'fatal'] }, /^MINE: also\[1\] must be one of info,/],
  ['nobody known who acts', { acts: 'boss' }, /^MINE: acts must be one of operator,/],
  ['no Spanish title', { title: { en: 'mine' } }, /^MINE: title.es is missing$/],
  ['no Spanish sentence', { message: { en: () => 'x' } }, /^MINE: message.es is missing$/],
  ['no word of when', { when: ' ' }, /^MINE: when must be a text that is not empty$/],
  ['a bucket that does not exist', { bucket: 'nope' }, /^MINE: bucket must be one of compared, /],
  ['half a bucket', { bucket: { more: 'owed' } }, /^MINE: bucket.less is missing$/],
  ['a badge that is a number', { badge: 5 }, /^MINE: the options of badge must be an object$/],
  ['half a badge', { badge: { more: { en: 'more', es: 'más' } } }, /^MINE: badge.less/],
  ['an event that does not exist', { event: 'zz' }, /^MINE: event must be one of figures, bank, notification$/],
  ['a dependency that does not exist', { dependsOn: 'zz' }, /^MINE: dependsOn must be one of others, /],
  ['a gap that does not exist', { gap: 'zz' }, /^MINE: gap must be one of payout, collected, count, fees$/],
  ['nothing known that it follows', { follows: 'zz' }, /^MINE: follows must be one of figures, /],
  ['an amount of another kind', { amount: 5 }, /^MINE: amount must be one of difference$/],
  ['a trait that is a text', { isTold: 'yes' }, /^MINE: isTold must be true, or left out$/],
  ['a member of another name', { bukket: 1 }, /^MINE: unknown option bukket of defineCheck$/],
  ['nothing to look at', { checkInvoice: undefined }, /^MINE: check is missing$/],
])('a check with %s is refused before anything is read', (_, instead, message) => {
  const mine = defineCheck({ ...FAULTY, ...instead } as never)
  expect(() => open([...CHECKS, mine])).toThrow(expect.objectContaining({ code: 'USAGE', exit: 2 }))
  expect(() => open([...CHECKS, mine])).toThrow(message)
})

const FAULTY = {
  code: 'MINE',
  severity: 'error',
  acts: 'nobody',
  checkInvoice: () => NOTHING,
  title: { en: 'mine', es: 'mía' },
  when: 'always',
  message: { en: () => 'mine', es: () => 'mía' },
}

test('our own checks are as a check must be', () => {
  const looking = CHECKS.filter(({ check, checkInvoice }) => (check ?? checkInvoice) !== null)
  expect(looking.map((one) => ownCheck(one).code)).toEqual(looking.map(({ code }) => code))
})

test.each<[string, () => unknown, RegExp]>([
  [
    'throws',
    () => {
      throw new TypeError('rent of undefined')
    },
    /TypeError: rent of undefined$/,
  ],
  ['is async', async () => NOTHING, /what it returns is not a list of observations$/],
  ['is async and fails', () => Promise.reject(new Error('late')), /what it returns is not a list of observations$/],
  ['returns nothing', () => undefined, /what it returns is not a list of observations$/],
  ['returns a list of nothing', () => [undefined], /TypeError: /],
])('a check that %s is named, with the settlement it was looking at', async (_, look, message) => {
  for (const one of [
    { check: look, checkInvoice: undefined },
    { check: undefined, checkInvoice: look },
  ]) {
    const mine = defineCheck({ ...FAULTY, ...one } as never)
    const failed = await open([...CHECKS, mine])
      .run({ date: DATE })
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'USAGE', message: expect.stringMatching(/^MINE of 2026-03-12 cycle 11: /) })
    expect(failed).toMatchObject({ message: expect.stringMatching(message) })
  }
})

test.each<[string, object, RegExp]>([
  ['severity', { severity: 'info' }, /^MINE of 2026-03-12 cycle 11: finding.severity must be one of error$/],
  ['amount', { amount: 5 }, /amount must be null or a whole number of centavos/],
  ['amount beyond what is exact', { amount: 10n ** 20n }, /amount must be null or a whole number of centavos/],
  ['sum', { figures: { unit: 'COP', reported: 5, expected: null } }, /figures must be inCop/],
  ['unit', { figures: { unit: 'USD', reported: null, expected: null } }, /figures must be inCop/],
  ['subject', { subject: 'all' }, /subject is missing/],
  ['data', { data: null }, /data must be an object/],
])(
  'a finding with a wrong %s is not stored: the next job reads the database as before',
  async (_, instead, message) => {
    const checkInvoice = () => [{ ...observed(theInvoice('1'), inCop(null, null), NO_DATA)[0], ...instead }]
    const mine = defineCheck({ ...FAULTY, checkInvoice } as never)
    const failed = await open([...CHECKS, mine])
      .run({ date: DATE })
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'USAGE', exit: 2, message: expect.stringMatching(message) })
    const cuadre = open()
    expect(await cuadre.discrepancies.list({ states: ['new', 'open', 'resolved'] })).toEqual([])
    expect(await cuadre.run({ date: DATE })).toMatchObject({ slots: [{ verdict: 'reconciled' }] })
  },
)
