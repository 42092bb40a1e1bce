import { groupBy } from '../../src/std/group-by.ts'
import { compareAccount, compareSigned, type PrintedAccount } from './compare-account.ts'
import { compareJournal } from './compare-journal.ts'
import { openPlaces, removePlace, typeCommand } from './driver.ts'
import { emptyModel, type Model, stateOf } from './oracle/model.ts'
import { verdictOf } from './oracle/verdict.ts'
import { momentOf } from './oracle/words.ts'
import { expectStatus, type NightEnd, playNights, type Stage } from './play-night.ts'
import { packLines } from './play-pack.ts'
import { comparePast, keepNight } from './play-past.ts'
import type { PlayedService } from './service.ts'
import type { Night, SlotKey, Story } from './story.ts'
import { emptyWorld } from './world.ts'

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

/**
 * Plays the stories of merchants that share a database, in the order of time. Where all have a night at one moment with the same command,
 * one command without a merchant's name reads them all.
 */
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
    for (const moment of momentsInOrder(stages)) {
      const played = moment.filter(({ stage }) => !over.has(stage))
      nights += played.length
      const ends = await playNights(played, played.length === stages.length)
      for (const [at, { stage, number, night }] of played.entries()) {
        const { lines, isOver = false } = await endNight(stage, { number, night }, ends[at] as NightEnd, reached)
        if (lines.length > 0) return disagreementOf(stage, number, lines)
        if (isOver) over.add(stage)
      }
    }
    for (const stage of stages.filter((one) => !over.has(one))) {
      const lines = [...(await statementLines(stage)), ...(await pastLines(stage))]
      if (stage.story.isPacked === true) lines.push(...(await packLines(stage)))
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
    return { story, service, place, world: emptyWorld(), model, closed: [], past: null, frozen: new Map() }
  })
}

interface NumberedNight {
  readonly stage: Stage
  readonly number: number
  readonly night: Night
}

/** The nights of all stories in the order of time; those of one moment are together. */
const momentsInOrder = (stages: readonly Stage[]): readonly (readonly NumberedNight[])[] => {
  const nights = stages.flatMap((stage) => stage.story.nights.map((night, number) => ({ stage, number, night })))
  const moments = groupBy(nights, ({ night }) => momentOf(night.at))
  return [...moments].sort(([one], [other]) => one - other).map(([, together]) => together)
}

const endNight = async (
  stage: Stage,
  { number, night }: Pick<NumberedNight, 'number' | 'night'>,
  end: NightEnd,
  reached: Reached,
): Promise<NightEnd> => {
  if (stage.model.bank.isUndecided) return { ...end, lines: [], isOver: true }
  const isMiddle = number === Math.floor((stage.story.nights.length - 1) / 2)
  const kept = isMiddle && end.asked !== undefined ? await keep(stage, night, end.asked) : []
  reached['exit statuses'].push(...end.statuses)
  reached['codes and states'].push(...findingsIn(stage.model))
  reached.verdicts.push(...verdictsIn(stage.model, momentOf(night.at)))
  const booked = end.isOver === true ? [] : await compareJournal(stage.place, momentOf(night.at), stage.frozen)
  return { ...end, lines: [...end.lines, ...kept, ...booked] }
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
const statementLines = async ({ place, model, closed, story: { nights } }: Stage): Promise<readonly string[]> => {
  const dates = [...model.slots.values()].filter(({ readings }) => readings.length > 0).map(({ slot }) => slot.date)
  const [first] = dates.sort()
  const at = nights.at(-1)?.at
  if (first === undefined || at === undefined) return []
  const words = ['statement', '--json', '--from', first, '--to', at.slice(0, 10)]
  const ending = await typeCommand(place, momentOf(at), words)
  const document = ending.status === 0 ? (JSON.parse(ending.out) as { readonly account: PrintedAccount }) : null
  if (document === null) return expectStatus('statement', ending, 0)
  const signed = closed.at(-1)
  const kept = signed === undefined ? [] : await compareSigned(signed, place, momentOf(at))
  return [...compareAccount(document.account, model), ...kept]
}
