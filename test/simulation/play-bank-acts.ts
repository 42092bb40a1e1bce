import type { PrintedBank } from './compare-bank.ts'
import { typeCommand } from './driver.ts'
import type { Tie } from './oracle/bank.ts'
import { bankDecisionOf, decideAtBank } from './oracle/bank-acts.ts'
import type { NightEnd, Stage } from './play-night.ts'
import { listLines } from './play-statements.ts'
import { type BankAct, type Night, nameOf } from './story.ts'

/** A person's acts on payouts and credits two minutes before a night. */
export const playBankActs = async (stage: Stage, { bankActs = [] }: Night, night: number): Promise<NightEnd> => {
  const { place, model } = stage
  const now = night - 120_000
  const [lines, statuses]: [string[], string[]] = [[], []]
  for (const act of bankActs) {
    const decision = model.bank.isUndecided ? null : bankDecisionOf(model, act)
    if (decision === null) continue
    const words = await wordsOf(stage, act, decision.tie, now)
    if (words === null) return { lines: [...lines, `bank ${act.kind}: not in "bank list"`], statuses }
    const { status, out, err } = await typeCommand(place, now, words)
    statuses.push(`bank ${act.kind} ${status}`)
    if (status !== decision.status) lines.push(`bank ${act.kind}: exit status ${status} ${out} ${err}`)
    decideAtBank(model, act, decision, now)
    lines.push(...(await listLines(stage, now)))
  }
  return { lines, statuses }
}

/** The command; null when the program knows no such tie or credit. */
const wordsOf = async (
  { place, model: { bank } }: Stage,
  { kind }: BankAct,
  { payouts, entries }: Tie,
  now: number,
): Promise<readonly string[] | null> => {
  if (kind === 'tie') {
    const names = entries.map((entry) => bank.names.get(entry.place))
    if (names.includes(undefined)) return null
    const slots = payouts.map(({ slot: { date, cycle } }) => `${date}/${cycle}`)
    const flags = names.flatMap((name) => ['--entry', String(name)])
    return ['bank', 'tie', ...slots, ...flags, '--reason', 'as the bank says', '--json']
  }
  const { out } = await typeCommand(place, now, ['bank', 'list', '--all', '--json'])
  const [first] = payouts
  const tie = (JSON.parse(out) as PrintedBank).ties.find(({ settlements }) =>
    settlements.some((slot) => first !== undefined && nameOf(slot) === nameOf(first.slot)),
  )
  return tie === undefined ? null : ['bank', 'untie', String(tie.number), '--reason', 'as the operator says', '--json']
}
