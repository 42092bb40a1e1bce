import { askAccount, compareAccount, type PrintedAccount } from './compare-account.ts'
import { outOf, typeCommand } from './driver.ts'
import { isClosed } from './oracle/closing.ts'
import { momentOf } from './oracle/words.ts'
import { compareLedgers, type LedgerFiles, ledgersOf } from './play-closings.ts'
import type { Stage } from './play-night.ts'

/** The program's output at the end of one night. */
export interface PastNight {
  /** In Bogota: `2026-03-12 22:30`. */
  readonly at: string
  /** Ledgers of the days of the night. Those of closed days are of another moment. */
  readonly ledgers: LedgerFiles
  readonly account: PrintedAccount | null
}

/** Stores the output at the end of a night, to be requested again later; and compares the account with the oracle. */
export const keepNight = async (
  { place, model }: Stage,
  at: string,
  asked: ReadonlySet<string>,
): Promise<{ readonly past: PastNight; readonly lines: readonly string[] }> => {
  const open = [...asked].filter((date) => !isClosed(model, date))
  const ledgers = ledgersOf(outOf(place), open)
  const days = daysUntil({ model }, at)
  // The account of closed days is frozen; its value as of a moment after the closing is left open.
  const isFrozen = model.closings.length > 0
  const account = days === null || isFrozen ? null : await askAccount(place, momentOf(at), days)
  return { past: { at, ledgers, account }, lines: account === null ? [] : compareAccount(account, model) }
}

/** At the end of a story: as of the end of that night, the program must give the output of that time. */
export const comparePast = async (stage: Stage, { at, ledgers, account }: PastNight, now: number) => {
  const { place } = stage
  const asOf = ['--as-of', `${at}:30`, '--out', 'then']
  const days = daysUntil(stage, at)
  if (days === null) return []
  const lines: string[] = []
  const dates = [...ledgers.keys()].map((path) => path.slice(0, 10)).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  if (from !== undefined && to !== undefined && wasReadBy(stage, at, from, to)) {
    const { status, err } = await typeCommand(place, now, ['check', '--json', '--from', from, '--to', to, ...asOf])
    if (![0, 3, 5].includes(status)) return [`as of ${at}: check: exit status ${status} ${err}`]
    lines.push(...compareLedgers(outOf(place, 'then'), ledgers).map((line) => `as of ${at}: ${line} of then`))
  }
  if (account === null) return lines
  const again = await askAccount(place, now, [...days, ...asOf])
  if (JSON.stringify(again) === JSON.stringify(account)) return lines
  return [...lines, `as of ${at}: statement: ${JSON.stringify(again)}, was ${JSON.stringify(account)}`]
}

/** For days without a whole reading by then, there is nothing to show. */
const wasReadBy = ({ model }: Stage, at: string, from: string, to: string): boolean =>
  [...model.slots.values()].some(
    ({ slot, readings }) => slot.date >= from && slot.date <= to && (readings[0]?.at ?? Infinity) <= momentOf(at),
  )

/** From the first day read by then to the day of that night. */
const daysUntil = ({ model }: Pick<Stage, 'model'>, at: string): readonly string[] | null => {
  const read = [...model.slots.values()].filter(({ readings }) => (readings[0]?.at ?? Infinity) <= momentOf(at))
  const [first] = read.map(({ slot }) => slot.date).sort()
  return first === undefined ? null : ['--from', first, '--to', at.slice(0, 10)]
}
