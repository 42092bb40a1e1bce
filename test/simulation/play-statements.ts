import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareBank, entriesIn, type PrintedBank } from './compare-bank.ts'
import { typeCommand, writeSettings } from './driver.ts'
import { type Entry, takeStatement } from './oracle/bank.ts'
import { assessBank } from './oracle/model.ts'
import { cell } from './oracle/rows.ts'
import type { NightEnd, Stage } from './play-night.ts'
import type { Night, Statement } from './story.ts'

/** A person's imports of bank statements three minutes before a night. */
export const playStatements = async (stage: Stage, { statements = [] }: Night, now: number): Promise<NightEnd> => {
  const { place, model } = stage
  const [lines, statuses]: [string[], string[]] = [[], []]
  for (const statement of statements) {
    writeSettings(place, model.policy)
    writeFileSync(join(place.folder, 'statement.csv'), textOf(statement))
    const words = ['bank', 'import', 'statement.csv', '--account', statement.account, '--json']
    const { status, out, err } = await typeCommand(place, now - 180_000, words)
    statuses.push(`bank import ${status}`)
    if (statement.isBroken === true) {
      if (status !== 2) lines.push(`bank import of balances that do not follow: exit status ${status}`)
      continue
    }
    const isRead = [...model.slots.values()].some(({ readings }) => readings.length > 0)
    if (status !== 0 && (isRead || status !== 2)) lines.push(`bank import: exit status ${status} ${out} ${err}`)
    // Without a whole reading it may be refused; the contract does not say whether a failed attempt counts.
    if (status !== 0) continue
    takeStatement(model.bank, statement)
    await learnNames(stage, now - 180_000)
    assessBank(model, new Set(), now - 180_000)
    lines.push(...(await listLines(stage, now - 180_000)))
  }
  return { lines, statuses }
}

/** Compares `bank list` with the oracle, after a statement was imported. */
export const listLines = async ({ place, model }: Stage, now: number): Promise<readonly string[]> => {
  if (model.bank.statements.length === 0 || model.bank.isUndecided) return []
  const { status, out, err } = await typeCommand(place, now, ['bank', 'list', '--json'])
  if (status !== 0) return [`bank list: exit status ${status}, should be 0 ${err}`]
  return compareBank(JSON.parse(out) as PrintedBank, model)
}

/** Findings about credits contain the program's ids. */
const learnNames = async ({ place, model: { bank } }: Stage, now: number): Promise<void> => {
  const { out } = await typeCommand(place, now, ['bank', 'list', '--all', '--json'])
  const known = new Set(bank.names.values())
  for (const { id, account, on, value } of entriesIn(JSON.parse(out) as PrintedBank)) {
    const isIt = (entry: Entry): boolean =>
      entry.account === account && entry.on === on && entry.value === Math.round(value * 100)
    const entry = known.has(id) ? undefined : bank.entries.find((one) => isIt(one) && !bank.names.has(one.place))
    if (entry !== undefined) bank.names.set(entry.place, id)
    known.add(id)
  }
}

const textOf = ({ rows, opening, isBroken }: Statement): string => {
  let balance = opening ?? null
  const lines = rows.map(({ on, value, text }, place) => {
    if (balance === null) return `${on},${cell(value)},${text}`
    balance += value
    const isOff = isBroken === true && place === rows.length - 1
    return `${on},${cell(value)},${text},${cell(isOff ? balance + 100 : balance)}`
  })
  return [opening === undefined ? 'Fecha,Valor,Texto' : 'Fecha,Valor,Texto,Saldo', ...lines, ''].join('\n')
}
