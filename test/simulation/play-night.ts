import { compareDate, compareDocument, type Printed } from './compare.ts'
import type { FrozenTexts } from './compare-journal.ts'
import { type Ending, everyone, outOf, type Place, typeCommand, writeSettings } from './driver.ts'
import { endDispositions, tellEnds } from './oracle/acts.ts'
import { isClosed, touchesClosed } from './oracle/closing.ts'
import {
  askedSlots,
  assess,
  changePolicy,
  forgetWhoReadIt,
  latestOf,
  type Model,
  memoryOf,
  readSlots,
} from './oracle/model.ts'
import { outcomeOf, statusOf } from './oracle/outcome.ts'
import { listPayments } from './oracle/receivables.ts'
import { isUnsettled } from './oracle/verdict.ts'
import { momentOf } from './oracle/words.ts'
import { playBankActs } from './play-bank-acts.ts'
import { type Closed, compareClosed, playClosings, withoutOldOnes } from './play-closings.ts'
import { playDecisions } from './play-decisions.ts'
import { duesLines, playDues } from './play-dues.ts'
import { playNotices } from './play-notices.ts'
import type { PastNight } from './play-past.ts'
import { playRecoveries } from './play-recoveries.ts'
import { listLines, playStatements } from './play-statements.ts'
import { startProgram } from './program.ts'
import type { PlayedService } from './service.ts'
import { type Body, type Command, type Night, nameOf, type SlotKey, type Story } from './story.ts'
import { applyChange, paidOn, type World } from './world.ts'

export interface Stage {
  readonly story: Story
  readonly service: PlayedService
  readonly place: Place
  readonly world: World
  readonly model: Model
  readonly closed: Closed[]
  /** What closings froze of the journal. */
  readonly frozen: FrozenTexts
  /** The output of the night in the middle of the story; null before it, or when there was none. */
  past: PastNight | null
}

export interface NightEnd {
  /** The contract leaves open what is stored now: nothing after it can be compared. */
  readonly isOver?: boolean
  /** The slots of the command; absent when it stored and wrote nothing. */
  readonly asked?: readonly SlotKey[]
  readonly lines: readonly string[]
  readonly statuses: readonly string[]
}

/** Plays the nights of one moment, one of each of some merchants; returns how each ended, in their order. */
export const playNights = async (
  nights: readonly { readonly stage: Stage; readonly night: Night }[],
  isEveryMerchant: boolean,
): Promise<readonly NightEnd[]> => {
  const prepared: PreparedNight[] = []
  for (const { stage, night } of nights) prepared.push(await prepare(stage, night))
  const [first] = prepared
  if (first !== undefined && isEveryMerchant && nights.length > 1 && prepared.every((one) => isSame(one, first))) {
    return judgeTogether(prepared, await typeCommand(everyone(first.stage.place), first.now, first.words))
  }
  const ends: NightEnd[] = []
  for (const one of prepared) ends.push(one.isOver ? one : await judge(one, await typeAlone(one)))
  return ends
}

/** A night until its command. */
interface PreparedNight extends NightEnd {
  readonly isOver: boolean
  readonly stage: Stage
  readonly night: Night
  readonly now: number
  readonly words: readonly string[]
}

const prepare = async (stage: Stage, given: Night): Promise<PreparedNight> => {
  const { service, place, world, model } = stage
  const now = momentOf(given.at)
  for (const change of given.changes) applyChange(world, change)
  const imported = await playStatements(stage, given, now)
  const decided = await playBankActs(stage, given, now)
  const listed = await playDues(stage, given, now)
  const noticed = await playNotices(stage, given, now)
  if (noticed.isOver === true) return { ...noticed, isOver: true, stage, night: given, now, words: [] }
  // As of a closing, a run that begins in the same millisecond would be known.
  const acted = await playActs(stage, given, now - 1_000)
  const ends = [imported, decided, listed, noticed, acted]
  if (given.policy !== undefined) changePolicy(model, given.policy)
  writeSettings(place, model.policy)
  service.play({ world, faults: given.faults, now })
  endDispositions(model, now)
  const night = { ...given, command: withoutOldOnes(model, given, now) }
  const lines = [...ends.flatMap((end) => end.lines), ...(await before(stage, night, now))]
  const statuses = ends.flatMap((end) => end.statuses)
  return { isOver: false, stage, night, now, words: wordsOf(night.command), lines, statuses }
}

/** Decisions about findings, and closings. */
const playActs = async (stage: Stage, night: Night, now: number): Promise<NightEnd> => {
  const decided = await playDecisions(stage, night, now)
  const [lines, statuses] = [[...decided.lines], [...decided.statuses]]
  const recovered = await playRecoveries(stage, night, now)
  statuses.push(...recovered.statuses)
  lines.push(...recovered.lines)
  for (const { name, ending, expected } of await playClosings(stage, night, now)) {
    statuses.push(`${name} ${ending.status}`)
    lines.push(...expectStatus(name, ending, expected))
  }
  return { lines, statuses }
}

/** Whether one command without a merchant's name does the nights of both. */
const isSame = (one: PreparedNight, other: PreparedNight): boolean =>
  !one.isOver &&
  one.night.command.name === 'run' &&
  one.night.process === undefined &&
  one.now === other.now &&
  one.words.join(' ') === other.words.join(' ')

const typeAlone = ({ stage: { place }, night, now, words }: PreparedNight): Promise<Ending> =>
  night.process?.kind === 'installed' ? startProgram(place, now, words).ended : typeCommand(place, now, words)

/** One command read all merchants: each one's part of its document is the document of that merchant. */
const judgeTogether = async (nights: readonly PreparedNight[], ending: Ending): Promise<readonly NightEnd[]> => {
  const document = mergedDocumentOf(ending.out)
  const ends: NightEnd[] = []
  for (const night of nights) ends.push(await judge(night, partOf(document, night.stage.place.merchant, ending)))
  const exitCodes = document.merchants.map(({ exitCode }) => exitCode)
  const gravest = GRAVEST_FIRST.find((status) => exitCodes.includes(status))
  const lines = [
    ...expectStatus('run of all merchants', ending, gravest ?? 0),
    ...(document.merchants.length === nights.length ? [] : [`merchants: ${document.merchants.length}`]),
  ]
  const statuses = [`run of all merchants ${ending.status}`]
  return ends.map((end, at) =>
    at === 0 ? { ...end, lines: [...end.lines, ...lines], statuses: [...end.statuses, ...statuses] } : end,
  )
}

/** The order of exit statuses from the manual. */
const GRAVEST_FIRST = [6, 4, 5, 1, 2, 7, 3]

interface MergedDocument {
  readonly slots: readonly { readonly merchant: string }[]
  readonly merchants: readonly { readonly merchant: string; readonly exitCode: number }[]
}

const mergedDocumentOf = (out: string): MergedDocument => {
  const document = JSON.parse(out) as Partial<MergedDocument>
  return { slots: document.slots ?? [], merchants: document.merchants ?? [] }
}

const partOf = ({ slots, merchants }: MergedDocument, merchant: string, { err }: Ending): Ending => {
  const turn = merchants.find((one) => one.merchant === merchant)
  const document = { ...turn, slots: slots.filter((slot) => slot.merchant === merchant) }
  return { status: turn?.exitCode ?? -1, out: JSON.stringify(document), err }
}

/** Days of which nothing is stored are refused; a sweep of a database that holds something may have none to read. */
const nothingAsked = ({ slots }: Model, command: Command): number | null =>
  isOfNoNamedDays(command) && [...slots.values()].some(({ readings }) => readings.length > 0) ? null : 2

/** Such a sweep also lists dates without a cycle, and reports the invoices that no settlement of them had. */
const isOfNoNamedDays = ({ name, from }: Command): boolean => name === 'sweep' && from === undefined

/**
 * Whether the service has an invoice that no settlement read so far has. A sweep that lists its date reads again the
 * settlement that the invoice names, which the oracle does not follow.
 */
const isAnyUnseen = ({ world, model }: Stage): boolean => {
  const seen = new Set([...model.slots.values()].flatMap((memory) => [...(latestOf(memory)?.invoices.keys() ?? [])]))
  const records = [...world.slots.values()].flatMap((holding) => holding.records)
  return records.some(({ body }) => {
    const id = (body as Body | null)?.id
    return typeof id === 'string' && !seen.has(id)
  })
}

/** Compares a night with the oracle, after its command. */
const judge = async (prepared: PreparedNight, ending: Ending): Promise<NightEnd> => {
  const { stage, night, now } = prepared
  const { world, model } = stage
  const { command } = night
  const statuses = [...prepared.statuses, `${command.name} ${ending.status}`]
  if (isOfNoNamedDays(command) && isAnyUnseen(stage)) return { lines: prepared.lines, statuses, isOver: true }
  const asked = askedSlots(model, command, now, (memory) => isUnsettled(memory, model, now))
  if (command.name !== 'run' && asked.length === 0) {
    return { lines: [...prepared.lines, ...expectStatus(command.name, ending, nothingAsked(model, command))], statuses }
  }
  const slots = command.name === 'check' ? [] : asked.filter(({ isRead }) => isRead).map(({ slot }) => slot)
  const read = readSlots(model, world, night.faults, slots, now)
  if (read === 'undecided') return { lines: prepared.lines, statuses, isOver: true }
  if (read === 'nothing') return { lines: [...prepared.lines, ...expectStatus('run', ending, 4)], statuses }
  model.receivables.judgedAt = now
  if (command.name === 'run')
    listPayments(model, command, (day) => paidOn(world, day).records.map(({ body }) => body), now)
  assess(model, read, now)
  tellEnds(model)
  if (night.process !== undefined && night.process.kind !== 'installed') forgetWhoReadIt(model, read)
  const names = asked.map(({ slot }) => slot)
  const compared = [
    ...compareEnding(stage, ending, names, command, now),
    ...(await listLines(stage, now)),
    ...(await duesLines(stage, now)),
  ]
  return { lines: [...prepared.lines, ...compared], statuses, asked: names }
}

/** Runs a program that is killed, or two at once; the night's own run then shows what they left. */
const before = async ({ place, service, world }: Stage, { process, command, faults }: Night, now: number) => {
  const words = wordsOf(command)
  const lines: string[] = []
  if (process?.kind === 'killed') {
    const program = startProgram(place, now, words)
    const timer = setTimeout(program.kill, process.afterMs)
    await program.ended
    clearTimeout(timer)
  }
  if (process?.kind === 'twice') {
    const endings = await Promise.all([startProgram(place, now, words).ended, typeCommand(place, now, words)])
    const strange = endings.filter(({ status }) => ![0, 3, 4, 5, 7].includes(status))
    lines.push(...strange.map(({ status, err }) => `two at once: exit status ${status} ${err}`))
  }
  service.play({ world, faults, now })
  return lines
}

const wordsOf = ({ name, from, to, cycles, failOn }: Command): readonly string[] => [
  name,
  '--json',
  ...(from === undefined || to === undefined ? [] : from === to ? ['--date', from] : ['--from', from, '--to', to]),
  ...(cycles ?? []).flatMap((cycle) => ['--cycle', cycle]),
  ...(failOn === undefined ? [] : ['--fail-on', failOn]),
]

export const expectStatus = (name: string, { status, err }: Ending, expected: number | null): readonly string[] =>
  expected === null || status === expected ? [] : [`${name}: exit status ${status}, should be ${expected} ${err}`]

/** Compares a command's exit status, document and files with the oracle. */
export const compareEnding = (
  { place, model, closed }: Stage,
  ending: Ending,
  asked: readonly SlotKey[],
  command: Command,
  now: number,
): readonly string[] => {
  if (model.bank.isUndecided) return []
  const memories = asked.map((slot) => memoryOf(model, slot))
  const isOpen = touchesClosed(model, memories) || isOfNoNamedDays(command)
  const lines = [...expectStatus(command.name, ending, isOpen ? null : statusOf(memories, command, now))]
  const printed = documentOf(ending.out)
  if (printed === null) return [...lines, `no document: ${ending.out} ${ending.err}`]
  const outcome = isOpen ? null : outcomeOf(memories, now)
  if (outcome !== null && printed.outcome !== outcome && printed.outcome !== 'nothing-due') {
    lines.push(`outcome ${printed.outcome}, should be ${outcome}`)
  }
  lines.push(...compareDocument(printed, model, asked.map(nameOf), now))
  const stored = [...model.slots.values()].filter(({ readings }) => readings.length > 0)
  const dates = [...new Set(stored.map(({ slot }) => slot.date))].sort()
  const isAsked = (date: string): boolean => asked.some((slot) => slot.date === date)
  const out = outOf(place)
  return [
    ...lines,
    ...compareClosed(out, closed),
    ...dates
      .filter((date) => !isClosed(model, date))
      .flatMap((date) => compareDate(out, date, model, now, isAsked(date))),
  ]
}

const documentOf = (out: string): Printed | null => {
  try {
    return JSON.parse(out) as Printed
  } catch {
    return null
  }
}
