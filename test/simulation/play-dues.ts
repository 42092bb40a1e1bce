import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareReceivables, type PrintedReceivables } from './compare-receivables.ts'
import { typeCommand, writeSettings } from './driver.ts'
import { closedMonth } from './oracle/closing.ts'
import { assessBank } from './oracle/model.ts'
import { duesOf, isRefused, matchedIn, rentsOf } from './oracle/receivables.ts'
import { cell } from './oracle/rows.ts'
import type { NightEnd, Stage } from './play-night.ts'
import type { DueList, Night, RentAct } from './story.ts'

/** A person's imports of lists, and what people say of dues and payments, before a night. */
export const playDues = async (stage: Stage, { dues = [], rentActs = [] }: Night, night: number): Promise<NightEnd> => {
  const now = night - 90_000
  const [lines, statuses]: [string[], string[]] = [[], []]
  for (const one of [...dues.map((list) => importing(stage, list)), ...rentActs.map((act) => saying(act))]) {
    const typed = await one(stage, now)
    if (typed === null) continue
    statuses.push(`${typed.name} ${typed.status}`)
    if (typed.status !== typed.expected)
      lines.push(`${typed.name}: exit status ${typed.status}, should be ${typed.expected} ${typed.err}`)
    assessBank(stage.model, new Set(), now)
    lines.push(...(await duesLines(stage, now)))
  }
  return { lines, statuses }
}

type Doing = (
  stage: Stage,
  now: number,
) => Promise<{ readonly name: string; readonly status: number; readonly expected: number; readonly err: string } | null>

const importing =
  ({ place }: Stage, list: DueList): Doing =>
  async ({ model }, now) => {
    if (model.receivables.judgedAt === null) return null
    writeSettings(place, model.policy)
    writeFileSync(join(place.folder, 'dues.csv'), textOf(list))
    const name = 'receivables import'
    const { status, out, err } = await typeCommand(place, now, ['receivables', 'import', 'dues.csv', '--json'])
    if (isRefused(model, list)) return { name, status, expected: 2, err }
    const number = status === 0 ? JSON.parse(out).imports[0].number : 0
    const isKnown = model.receivables.lists.some((one) => one.number === number)
    if (status === 0 && !isKnown) model.receivables.lists.push({ number, list, isVoid: false })
    return { name, status, expected: 0, err }
  }

const textOf = (list: DueList): string =>
  [
    'id,reference,contract,document,amount,day,concept',
    ...list.map((one) =>
      [one.id, one.reference, one.contract, one.document, cell(one.value), one.dueDate, one.concept].join(),
    ),
    '',
  ].join('\n')

const pick = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]

const saying =
  ({ kind, due: dueAt, payment: paymentAt }: RentAct): Doing =>
  async ({ place, model }, now) => {
    const { lists, ties } = model.receivables
    const type = async (words: readonly string[]) =>
      typeCommand(place, now, ['receivables', ...words, '--reason', 'as she says', '--by', 'ana', '--json'])
    const name = `receivables ${kind}`
    if (kind === 'void') {
      const list = pick(lists, dueAt)
      if (list === undefined) return null
      const expected = list.isVoid ? 2 : 0
      list.isVoid = true
      return { name, expected, ...(await type(['void', String(list.number)])) }
    }
    if (kind === 'untie') {
      const one = pick(ties, dueAt)
      if (one === undefined) return null
      const expected = one.isUndone ? 2 : 0
      const ending = await type(['untie', String(one.number)])
      if (ending.status === 0) one.isUndone = true
      return { name, expected, ...ending }
    }
    const isTied = kind === 'tie'
    const use = pick(matchedIn(model).uses, dueAt)
    const due = isTied ? pick(duesOf(model), dueAt) : use?.due
    const payment = isTied ? pick(rentsOf(model), paymentAt) : use?.payment
    if (due === undefined || payment === undefined) return null
    const tied = ties.filter(({ isUndone, tie }) => !isUndone && tie.isTied)
    const expected = isTied && tied.some(({ tie }) => tie.payments.includes(payment.id)) ? 2 : 0
    const ending = await type([isTied ? 'tie' : 'untie', due.key, '--payment', payment.id])
    if (ending.status === 0) {
      const { number } = JSON.parse(ending.out).tie
      ties.push({ number, tie: { dues: [due.key], payments: [payment.id], isTied }, isUndone: false })
    }
    return { name, expected, ...ending }
  }

/** Compares `receivables list` of each month that has dues with the oracle. */
export const duesLines = async ({ place, model }: Stage, now: number): Promise<readonly string[]> => {
  if (model.receivables.judgedAt === null) return []
  const months = [...new Set(duesOf(model).map(({ month }) => month))].sort()
  const lines: string[] = []
  for (const month of months) {
    const { status, out, err } = await typeCommand(place, now, ['receivables', 'list', '--month', month, '--json'])
    if (status !== 0) return [`receivables list: exit status ${status}, should be 0 ${err}`]
    const known = closedMonth(model, month)
    // Whether a list that came after its month was closed is shown is left open.
    if (duesOf(known).some((due) => due.month === month))
      lines.push(...compareReceivables(JSON.parse(out) as PrintedReceivables, known))
  }
  return lines
}
