import { compareDate, compareDocument, type Printed } from './compare.ts'
import { compareAccount, type PrintedAccount } from './compare-account.ts'
import { type Ending, openPlaces, outOf, type Place, removePlace, typeCommand, writeSettings } from './driver.ts'
import { act, endDispositions, idOf, type Target, targetOf, tellEnds } from './oracle/acts.ts'
import { isClosed, touchesClosed } from './oracle/closing.ts'
import {
  askedSlots,
  assess,
  changePolicy,
  emptyModel,
  forgetWhoReadIt,
  type Model,
  memoryOf,
  readSlots,
  stateOf,
} from './oracle/model.ts'
import { outcomeOf, statusOf } from './oracle/outcome.ts'
import { isUnsettled, verdictOf } from './oracle/verdict.ts'
import { momentOf } from './oracle/words.ts'
import { playBankActs } from './play-bank-acts.ts'
import { compareClosed, type LedgerFiles, playClosings, withoutOldOnes } from './play-closings.ts'
import { playNotices } from './play-notices.ts'
import { comparePast, keepNight, type PastNight } from './play-past.ts'
import { listLines, playStatements } from './play-statements.ts'
import { startProgram } from './program.ts'
import type { PlayedService } from './service.ts'
import { type Act, type Command, type Night, nameOf, type SlotKey, type Story } from './story.ts'
import { applyChange, emptyWorld, type World } from './world.ts'

/** A disagreement of program and oracle. */
export interface Disagreement {
  /** The place of the story among those played together, from 0. */
  readonly story: number
  /** The night of that story, from 0. */
  readonly night: number
  readonly lines: readonly string[]
}

/** The result of stories, and what they covered. */
export interface Played {
  readonly nights: number
  readonly disagreement: Disagreement | null
  readonly reached: Reached
}

type Reached = Readonly<Record<'codes and states' | 'verdicts' | 'exit statuses', string[]>>

/** The story of a merchant, and the service that plays it. */
export interface Part {
  readonly story: Story
  readonly service: PlayedService
}

/** Plays a story to its end, or to the first night on which program and oracle disagree. */
export const play = (story: Story, service: PlayedService): Promise<Played> => playTogether([{ story, service }])

/** Plays the stories of merchants that share a database, night by night in the order of time. */
export const playTogether = async (parts: readonly Part[]): Promise<Played> => {
  const stages = openStages(parts)
  const reached: Reached = { 'codes and states': [], verdicts: [], 'exit statuses': [] }
  const over = new Set<Stage>()
  let nights = 0
  const disagreementOf = (stage: Stage, night: number, lines: readonly string[]): Played => ({
    nights,
    disagreement: { story: stages.indexOf(stage), night, lines },
    reached,
  })
  try {
    for (const { stage, number } of nightsInOrder(stages)) {
      if (over.has(stage)) continue
      nights += 1
      const { lines, isOver = false } = await playNumber(stage, number, reached)
      if (lines.length > 0) return disagreementOf(stage, number, lines)
      if (isOver) over.add(stage)
    }
    for (const stage of stages.filter((one) => !over.has(one))) {
      const lines = [...(await statementLines(stage)), ...(await pastLines(stage))]
      if (lines.length > 0) return disagreementOf(stage, stage.story.nights.length - 1, lines)
    }
    return { nights, disagreement: null, reached }
  } finally {
    for (const { place } of stages) removePlace(place)
  }
}

const openStages = (parts: readonly Part[]): readonly Stage[] => {
  const places = openPlaces(parts.map(({ story, service }) => ({ baseUrl: service.baseUrl, policy: story.policy })))
  return places.map((place, at) => {
    const { story, service } = parts[at] as Part
    const model = emptyModel(place.merchant, story)
    return { story, service, place, world: emptyWorld(), model, closedFiles: [], past: null }
  })
}

const nightsInOrder = (stages: readonly Stage[]) =>
  stages
    .flatMap((stage) => stage.story.nights.map(({ at }, number) => ({ stage, number, at })))
    .sort((one, other) => momentOf(one.at) - momentOf(other.at))

const playNumber = async (stage: Stage, number: number, reached: Reached): Promise<NightEnd> => {
  const { nights } = stage.story
  const night = nights[number] as Night
  const end = await playNight(stage, night)
  if (stage.model.bank.isUndecided) return { ...end, lines: [], isOver: true }
  const isMiddle = number === Math.floor((nights.length - 1) / 2)
  const kept = isMiddle && end.asked !== undefined ? await keep(stage, night, end.asked) : []
  reached['exit statuses'].push(...end.statuses)
  reached['codes and states'].push(...findingsIn(stage.model))
  reached.verdicts.push(...verdictsIn(stage.model, momentOf(night.at)))
  return { ...end, lines: [...end.lines, ...kept] }
}

const findingsIn = (model: Model): readonly string[] =>
  [...model.slots.values()].flatMap(({ known }) =>
    [...known.values()].map((one) => `${one.finding.code} ${stateOf(one)}`),
  )

const verdictsIn = (model: Model, now: number): readonly string[] =>
  [...model.slots.values()].map((memory) => verdictOf(memory, model, now))

const keep = async (stage: Stage, { at }: Night, asked: readonly SlotKey[]): Promise<readonly string[]> => {
  const { past, lines } = await keepNight(stage, at, new Set(asked.map(({ date }) => date)))
  stage.past = past
  return lines
}

const pastLines = async (stage: Stage): Promise<readonly string[]> =>
  stage.past === null ? [] : comparePast(stage, stage.past, momentOf(stage.story.nights.at(-1)?.at ?? ''))

/** The account with the operator over everything read, by the end of the last night's day. */
const statementLines = async ({ place, model, story: { nights } }: Stage): Promise<readonly string[]> => {
  const dates = [...model.slots.values()].filter(({ readings }) => readings.length > 0).map(({ slot }) => slot.date)
  const [first] = dates.sort()
  const at = nights.at(-1)?.at
  if (first === undefined || at === undefined) return []
  const words = ['statement', '--json', '--from', first, '--to', at.slice(0, 10)]
  const ending = await typeCommand(place, momentOf(at), words)
  const document = ending.status === 0 ? (JSON.parse(ending.out) as { readonly account: PrintedAccount }) : null
  return document === null ? expectStatus('statement', ending, 0) : compareAccount(document.account, model)
}

export interface Stage {
  readonly story: Story
  readonly service: PlayedService
  readonly place: Place
  readonly world: World
  readonly model: Model
  /** The files of closed days at each closing in force. */
  readonly closedFiles: LedgerFiles[]
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

const playNight = async (stage: Stage, night: Night): Promise<NightEnd> => {
  const { service, place, world, model } = stage
  const now = momentOf(night.at)
  for (const change of night.changes) applyChange(world, change)
  const imported = await playStatements(stage, night, now)
  const decided = await playBankActs(stage, night, now)
  const noticed = await playNotices(stage, night, now)
  if (noticed.isOver === true) return noticed
  const lines = [...imported.lines, ...decided.lines, ...noticed.lines]
  const statuses = [...imported.statuses, ...decided.statuses, ...noticed.statuses]
  for (const one of night.acts) {
    const target = targetOf(model, one)
    if (target === null) continue
    const ending = await typeCommand(place, now, wordsOfAct(model.merchant, one, target))
    statuses.push(`${one.kind} ${ending.status}`)
    lines.push(...expectStatus(one.kind, ending, act(model, one, target, now)))
  }
  for (const { name, ending, expected } of await playClosings(stage, night, now)) {
    statuses.push(`${name} ${ending.status}`)
    lines.push(...expectStatus(name, ending, expected))
  }
  if (night.policy !== undefined) changePolicy(model, night.policy)
  writeSettings(place, model.policy)
  service.play({ world, faults: night.faults, now })
  endDispositions(model, now)
  const command = withoutOldOnes(model, night, now)
  const asked = askedSlots(model, command, now, (memory) => isUnsettled(memory, model, now))
  lines.push(...(await before(stage, { ...night, command }, now)))
  const isInstalled = night.process?.kind === 'installed'
  const words = wordsOf(command)
  const ending = isInstalled ? await startProgram(place, now, words).ended : await typeCommand(place, now, words)
  statuses.push(`${night.command.name} ${ending.status}`)
  if (night.command.name !== 'run' && asked.length === 0) {
    return { lines: [...lines, ...expectStatus(night.command.name, ending, 2)], statuses }
  }
  const slots = night.command.name === 'check' ? [] : asked.filter(({ isRead }) => isRead).map(({ slot }) => slot)
  const read = readSlots(model, world, night.faults, slots, now)
  if (read === 'undecided') return { lines, statuses, isOver: true }
  if (read === 'nothing') return { lines: [...lines, ...expectStatus('run', ending, 4)], statuses }
  assess(model, read, now)
  tellEnds(model)
  if (night.process !== undefined && !isInstalled) forgetWhoReadIt(model, read)
  const names = asked.map(({ slot }) => slot)
  lines.push(...compareEnding(stage, ending, names, command, now), ...(await listLines(stage, now)))
  return { lines, statuses, asked: names }
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

const wordsOfAct = (merchant: string, { kind, until }: Act, { slot, code, subject }: Target): readonly string[] => [
  'discrepancies',
  kind,
  idOf(merchant, slot, code, subject),
  '--reason',
  'told in a story',
  '--by',
  'ana',
  '--json',
  ...(until === undefined ? [] : ['--until', until]),
]

const expectStatus = (name: string, { status, err }: Ending, expected: number | null): readonly string[] =>
  expected === null || status === expected ? [] : [`${name}: exit status ${status}, should be ${expected} ${err}`]

/** Compares a command's exit status, document and files with the oracle. */
export const compareEnding = (
  { place, model, closedFiles }: Stage,
  ending: Ending,
  asked: readonly SlotKey[],
  command: Command,
  now: number,
): readonly string[] => {
  if (model.bank.isUndecided) return []
  const memories = asked.map((slot) => memoryOf(model, slot))
  const isOpen = touchesClosed(model, memories)
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
    ...compareClosed(out, closedFiles),
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
