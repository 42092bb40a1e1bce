import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAccount, type SignedAccount } from './compare-account.ts'
import { type Ending, outOf, typeCommand } from './driver.ts'
import { endDispositions, tellEnds } from './oracle/acts.ts'
import { close, closingStatus, isClosed, isLastClosing, isRestated, undoClosing } from './oracle/closing.ts'
import { askedSlots, type Model, memoryOf } from './oracle/model.ts'
import { isUnsettled } from './oracle/verdict.ts'
import { dayAfter, dayOf, GRACE, hourOf } from './oracle/words.ts'
import type { Stage } from './play-night.ts'
import type { Command, Night } from './story.ts'

/** Paths and contents of ledgers. */
export type LedgerFiles = ReadonlyMap<string, string>

/** What a closing in force froze. */
export interface Closed extends SignedAccount {
  readonly ledgers: LedgerFiles
}

/** One command, and its expected exit status; null when the contract leaves it open. */
interface Typed {
  readonly name: string
  readonly ending: Ending
  readonly expected: number | null
}

const BY_ANA = ['--by', 'ana', '--json']
const REASON = ['--reason', 'told in a story']

/** Closes and undoes periods before a night's command. */
export const playClosings = async (stage: Stage, { closing, undoing }: Night, now: number): Promise<Typed[]> => {
  const { place, model } = stage
  if (closing === undefined && undoing === undefined) return []
  endDispositions(model, now)
  const typed: Typed[] = undoing === true ? [await undo(stage, now)] : []
  if (closing === undefined) return typed
  const force = closing.force === true ? ['--force', ...REASON] : []
  const [expected, isAgain] = [closingStatus(model, closing, now), isLastClosing(model, closing.through)]
  const ending = await typeCommand(place, now, ['close', '--through', closing.through, ...force, ...BY_ANA])
  typed.push({ name: 'close', ending, expected })
  if (ending.status !== 2) check(model, now)
  if (ending.status !== 0) return typed
  if (!isAgain) await remember(stage, closing.through, now)
  return closing.stays === true ? typed : [...typed, await undo(stage, now)]
}

/** What a closing froze. */
const remember = async ({ place, model, closed }: Stage, through: string, now: number): Promise<void> => {
  close(model, through)
  const dates = [...model.slots.values()].filter(({ readings }) => readings.length > 0).map(({ slot }) => slot.date)
  const from = dates.sort()[0] ?? through
  const account = await askAccount(place, now, ['--from', from, '--to', through])
  closed.push({ from, through, account, ledgers: ledgersThrough(outOf(place), through) })
}

const undo = async ({ place, model, closed }: Stage, now: number): Promise<Typed> => {
  const expected = model.closings.length > 0 ? 0 : 2
  const ending = await typeCommand(place, now, ['close', '--undo', ...REASON, ...BY_ANA])
  if (ending.status === 0) {
    undoClosing(model)
    check(model, now)
    closed.pop()
  }
  return { name: 'close --undo', ending, expected }
}

/** A closing, refused or not, and its undoing check all that is stored. */
const check = (model: Model, now: number): void => {
  tellEnds(model)
  model.receivables.judgedAt = now
}

const LEDGERS = ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv']

const ledgersThrough = (out: string, through: string): LedgerFiles => {
  const dates = existsSync(out)
    ? readdirSync(out).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name) && name <= through)
    : []
  return ledgersOf(out, dates)
}

/** The existing ledgers of these dates. */
export const ledgersOf = (out: string, dates: readonly string[]): LedgerFiles => {
  const paths = dates
    .flatMap((date) => LEDGERS.map((file) => join(date, file)))
    .filter((path) => existsSync(join(out, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(out, path), 'utf8')]))
}

/** Files of closed days must be those of their closing, byte for byte. */
export const compareClosed = (out: string, closed: readonly Closed[]): readonly string[] =>
  compareLedgers(out, closed.at(-1)?.ledgers ?? new Map()).map((line) => `${line} of its closing`)

/** Whether the files in a folder are these, byte for byte. */
export const compareLedgers = (out: string, ledgers: LedgerFiles): readonly string[] =>
  [...ledgers].flatMap(([path, text]) =>
    existsSync(join(out, path)) && readFileSync(join(out, path), 'utf8') === text ? [] : [`${path}: not that`],
  )

/**
 * Which older settlements an ordinary night reads is left open when they are of closed days, when their verdict is
 * open, or when a killed run may have read them: then only the days that it always reads are requested.
 */
export const withoutOldOnes = (model: Model, { command, process }: Night, now: number): Command => {
  if (command.name !== 'run' || command.from !== undefined) return command
  const today = dayOf(now)
  const recent = dayAfter(today, -model.policy.lookbackDays)
  const isAfterAnother = process?.kind === 'killed' || process?.kind === 'twice'
  const older = askedSlots(model, command, now, () => true).map(({ slot }) => memoryOf(model, slot))
  const isOpen = [...model.slots.values(), ...older].some(
    (memory) =>
      memory.slot.date < recent &&
      hourOf(memory.slot) + GRACE <= now &&
      (memory.undecided.size > 0 ||
        (memory.isToldOutdated && !isUnsettled(memory, model, now)) ||
        (isClosed(model, memory.slot.date) && (isUnsettled(memory, model, now) || isRestated(model, memory)))),
  )
  return isOpen || isAfterAnother ? { ...command, from: recent, to: today } : command
}
