import { type Command, type Fault, nameOf, type SlotKey, type Story, type StoryPolicy } from '../story.ts'
import type { World } from '../world.ts'
import { acrossFindings } from './across-findings.ts'
import { attempt } from './attempt.ts'
import { type Bank, emptyBank, tieOut } from './bank.ts'
import { bankFindings } from './bank-findings.ts'
import { feeFindings, feesOf } from './fee-findings.ts'
import { type Finding, keyOf } from './finding.ts'
import { historyFindings } from './history-findings.ts'
import { invoiceFindings } from './invoice-findings.ts'
import { moneyOf } from './money.ts'
import { noticeFindings } from './notice-findings.ts'
import { emptyInbox, type Inbox } from './notices.ts'
import type { Reading } from './reading.ts'
import { emptyReceivables, type Receivables, rentFindings } from './receivables.ts'
import type { Recoveries } from './recoveries.ts'
import { settlementFindings } from './settlement-findings.ts'
import { bySlot, dayAfter, dayOf, type FullPolicy, fullPolicy, GRACE, hourOf } from './words.ts'

/** A discrepancy with its state. */
export interface Known {
  readonly finding: Finding
  readonly firstSeen: number
  readonly lastSeen: number
  /** The reading that showed it first was the latest of its slot. */
  readonly isNew: boolean
  /** The number of the slot's reading that no longer showed it. */
  readonly resolved: { readonly place: number; readonly at: number; readonly isElsewhere: boolean } | null
  readonly disposition: Disposition | null
  /** A reading of another slot shows or resolves it: the contract does not determine state and times. */
  readonly isFromElsewhere: boolean
}

export interface Disposition {
  readonly kind: 'accepted' | 'claimed' | 'paid'
  readonly until: string | null
}

/** Stands for all findings of a slot among the undecided ones. */
export const EVERY_FINDING = '*'

const OF_FEES = 'FEES_MISMATCH settlement'

export type State = 'new' | 'open' | 'accepted' | 'claimed' | 'paid' | 'resolved'

export const stateOf = ({ resolved, disposition, isNew }: Known): State =>
  resolved !== null ? 'resolved' : (disposition?.kind ?? (isNew ? 'new' : 'open'))

/** The state of one slot. */
export interface SlotMemory {
  readonly slot: SlotKey
  readonly readings: Reading[]
  /** The last attempt was not read whole. */
  isIncomplete: boolean
  /** An acceptance or a claim ended with its last day: the next night reads the slot. */
  isOutdated: boolean
  /** A command has reported that end since, but read no slot: whether the next night reads it is left open. */
  isToldOutdated: boolean
  readonly known: Map<string, Known>
  /** Findings that the contract leaves partly open, once or more. */
  readonly undecided: Set<string>
}

/** The expected contents of the merchant's database. */
export interface Model {
  readonly merchant: string
  policy: FullPolicy
  readonly slots: Map<string, SlotMemory>
  places: number
  /** The closings in force, the last one last. */
  readonly closings: ClosedPeriod[]
  readonly inbox: Inbox
  readonly bank: Bank
  readonly receivables: Receivables
  readonly recoveries: Recoveries
}

export interface ClosedPeriod {
  readonly through: string
  /** The state of each of its slots. */
  readonly known: ReadonlyMap<string, string>
  /** Everything as it was then, without the closings before. */
  readonly atClosing: Model
}

export const emptyModel = (merchant: string, story: Story): Model => ({
  merchant,
  policy: fullPolicy(story.policy),
  slots: new Map(),
  places: 0,
  closings: [],
  inbox: emptyInbox(),
  bank: emptyBank(),
  receivables: emptyReceivables(),
  recoveries: { paid: [], ties: [], letters: [] },
})

export const changePolicy = (model: Model, policy: Partial<StoryPolicy>): void => {
  model.policy = fullPolicy({ ...model.policy, ...policy })
}

export const memoryOf = (model: Model, slot: SlotKey): SlotMemory => {
  const name = nameOf(slot)
  const memory = model.slots.get(name) ?? {
    slot: { date: slot.date, cycle: slot.cycle },
    readings: [],
    isIncomplete: false,
    isOutdated: false,
    isToldOutdated: false,
    known: new Map(),
    undecided: new Set(),
  }
  model.slots.set(name, memory)
  return memory
}

export const latestOf = ({ readings }: SlotMemory): Reading | null => readings.at(-1) ?? null

export const cyclesOf = ({ cycles, extraCycles }: FullPolicy): readonly string[] => [
  ...new Set([...cycles, ...extraCycles]),
]

export const isDue = (slot: SlotKey, now: number): boolean => hourOf(slot) + GRACE <= now

const datesFrom = (from: string, to: string): readonly string[] => {
  const dates: string[] = []
  for (let date = from; date <= to; date = dayAfter(date, 1)) dates.push(date)
  return dates
}

/** The slots of a command, and those of them that a run reads. */
export const askedSlots = (
  model: Model,
  { name, from, to, cycles }: Command,
  now: number,
  unsettled: (memory: SlotMemory) => boolean,
): readonly { readonly slot: SlotKey; readonly isRead: boolean }[] => {
  const stored = [...model.slots.values()].filter(({ readings, isIncomplete }) => readings.length > 0 || isIncomplete)
  if (name === 'sweep') {
    const read = stored.filter(({ readings }) => readings.length > 0)
    const swept = read.filter((memory) =>
      from === undefined || to === undefined
        ? isSweepDue(memory, model.policy.lookbackDays, now)
        : memory.slot.date >= from && memory.slot.date <= to,
    )
    return swept.map(({ slot }) => ({ slot, isRead: true })).sort((one, other) => bySlot(one.slot, other.slot))
  }
  const wanted = (date: string): readonly SlotKey[] =>
    (cycles ?? cyclesOf(model.policy)).map((cycle) => ({ date, cycle }))
  if (from !== undefined && to !== undefined) {
    const slots = datesFrom(from, to).flatMap(wanted)
    return slots.sort(bySlot).map((slot) => ({
      slot,
      isRead: name === 'run' && ((cycles !== undefined && from === to) || isDue(slot, now)),
    }))
  }
  if (name === 'check') {
    return stored.map(({ slot }) => ({ slot, isRead: false })).sort((one, other) => bySlot(one.slot, other.slot))
  }
  const today = dayOf(now)
  const recent = dayAfter(today, -model.policy.lookbackDays)
  const first = stored.map(({ slot }) => slot.date).sort()[0] ?? recent
  const older = datesFrom(first < recent ? first : recent, today).flatMap(wanted)
  return older
    .filter((slot) => isDue(slot, now) && (slot.date >= recent || unsettled(memoryOf(model, slot))))
    .sort(bySlot)
    .map((slot) => ({ slot, isRead: true }))
}

/** From the manual: what the nights no longer read, each weekly for 60 days. Stories last fewer. */
const isSweepDue = (memory: SlotMemory, lookbackDays: number, now: number): boolean => {
  const today = dayOf(now)
  const readAt = latestOf(memory)?.at
  return (
    memory.slot.date < dayAfter(today, -lookbackDays) && readAt !== undefined && dayAfter(dayOf(readAt), 7) <= today
  )
}

/** Reads slots as a run does. Null: the key no longer sees anything, and nothing is stored. */
export const readSlots = (
  model: Model,
  world: World,
  faults: readonly Fault[],
  slots: readonly SlotKey[],
  now: number,
): ReadonlySet<string> | 'nothing' | 'undecided' => {
  const results = slots.map((slot) => {
    const memory = memoryOf(model, slot)
    return { memory, reading: attempt(world, faults, slot, model.policy, now, latestOf(memory)) }
  })
  const sight = sightOf(results.filter(({ memory }) => holdsSomething(latestOf(memory))).map(({ reading }) => reading))
  if (sight !== 'something') return sight
  const read = new Set<string>()
  for (const { memory, reading } of results) {
    memory.isIncomplete = reading === null
    if (reading === null) continue
    memory.isOutdated = false
    memory.isToldOutdated = false
    model.places += 1
    memory.readings.push({ ...reading, place: model.places })
    read.add(nameOf(memory.slot))
  }
  return read
}

/**
 * What a run sees of slots that were not empty: nothing, when two or more are empty now and none has contents. When
 * others could not be read, the contract leaves open what happens to the empty ones.
 */
const sightOf = (readings: readonly (Omit<Reading, 'place'> | null)[]): 'something' | 'nothing' | 'undecided' => {
  const read = readings.filter((reading) => reading !== null)
  if (read.length < 2 || read.some(holdsSomething)) return 'something'
  return read.length === readings.length ? 'nothing' : 'undecided'
}

const holdsSomething = (reading: Pick<Reading, 'settlement' | 'items'> | null): boolean =>
  reading !== null && (reading.settlement !== null || reading.items > 0)

/** Chargebacks that are none any more, or left their list: slot and invoice. What they explain is left open. */
const chargedBefore = (memories: readonly SlotMemory[]): readonly (readonly [slot: string, invoice: string])[] =>
  memories.flatMap((memory) => {
    const now = latestOf(memory)?.invoices
    const ever = memory.readings.flatMap(({ invoices, departures }) => [
      ...[...invoices.values()].flatMap(({ id, status }) => (status === 'chargeback' ? [id] : [])),
      ...[...departures].flatMap(([id, body]) => (body?.status === 'chargeback' ? [id] : [])),
    ])
    return [...new Set<string>(ever)]
      .filter((id) => now?.get(id)?.status !== 'chargeback')
      .map((id) => [nameOf(memory.slot), id] as const)
  })

/** Compares the present findings with the known ones. */
export const assess = (model: Model, read: ReadonlySet<string>, now: number): void => {
  const memories = [...model.slots.values()].filter(({ readings }) => readings.length > 0)
  const latest = memories.flatMap((memory) => latestOf(memory) ?? [])
  const across = acrossFindings(latest, read, model, chargedBefore(memories))
  for (const { slot, key } of across.undecided) model.slots.get(slot)?.undecided.add(key)
  for (const memory of memories) {
    const reading = latestOf(memory)
    if (reading === null) continue
    const history = historyFindings(memory.readings, model.policy)
    const notices = noticeFindings(memory.readings, latest, model.inbox, model.policy)
    for (const key of [...history.undecided, ...notices.undecided]) memory.undecided.add(key)
    const money = moneyOf(reading, model.policy)
    if (feesOf(reading, money, model.policy).expected === 'undecided') memory.undecided.add(OF_FEES)
    const findings = [
      ...settlementFindings(reading, money, model.policy),
      ...feeFindings(reading, money, model.policy),
      ...invoiceFindings(reading, memory.readings.slice(0, -1), money, model.policy),
      ...history.findings,
      ...notices.findings,
      ...(across.findings.get(nameOf(memory.slot)) ?? []),
    ]
    meet(memory, findings, read.has(nameOf(memory.slot)), reading, now, (code) => !isOfBank(code))
  }
  assessBank(model, read, now)
}

/** What a settled claim or a tie of chargebacks may change: adjustments, and chargebacks that are not debited. */
export const assessAdjustments = (model: Model, now: number): void => {
  const memories = [...model.slots.values()].filter(({ readings }) => readings.length > 0)
  const latest = memories.flatMap((memory) => latestOf(memory) ?? [])
  const { findings } = acrossFindings(latest, new Set(), model, chargedBefore(memories))
  const isOfThese = (code: string): boolean => code === 'ADJUSTMENT' || code === 'CHARGEBACK_NOT_DEBITED'
  for (const memory of memories) {
    const own = (findings.get(nameOf(memory.slot)) ?? []).filter(({ code }) => isOfThese(code))
    for (const reading of latestOf(memory) === null ? [] : memory.readings.slice(-1))
      meet(memory, own, false, reading, now, isOfThese)
  }
  assessBank(model, new Set(), now)
}

/** Whether an import or a tie may show or resolve it. */
export const isOfBank = (code: string): boolean => code.startsWith('BANK_') || code.startsWith('RENT_')

/** Makes the possible ties, and compares the present findings about the bank and the lists of dues with the known ones. */
export const assessBank = (model: Model, read: ReadonlySet<string>, now: number): void => {
  tieOut(model)
  const { findings, undecided } = bankFindings(model)
  const rents = rentFindings(model)
  for (const [name, keys] of undecided) for (const key of keys) model.slots.get(name)?.undecided.add(key)
  for (const memory of model.slots.values()) {
    const reading = latestOf(memory)
    const own = [findings, rents].flatMap((some) => some.get(nameOf(memory.slot)) ?? [])
    if (reading !== null) meet(memory, own, read.has(nameOf(memory.slot)), reading, now, isOfBank)
  }
}

/**
 * When the slot's own attempt failed, none of these is resolved. Others may be filed there when a check has another
 * policy: that is left open.
 */
const isAcrossSlots = ({ finding: { code } }: Known): boolean =>
  ['DUPLICATE_PAYMENT', 'DUPLICATE_REFERENCE', 'INVOICE_IN_TWO_SLOTS', 'ADJUSTMENT', 'CHARGEBACK_NOT_DEBITED'].includes(
    code,
  )

const meet = (
  memory: SlotMemory,
  findings: readonly Finding[],
  isRead: boolean,
  { place }: Reading,
  now: number,
  isOfThese: (code: string) => boolean,
): void => {
  const shown = new Map(findings.map((finding) => [keyOf(finding), finding]))
  for (const [key, finding] of shown) {
    const before = memory.known.get(key) ?? null
    const after = shownAgain(before, finding, isRead, now)
    memory.known.set(key, after)
    // Whether a claim that was paid stays so when its pesos change is left open.
    if (before?.disposition?.kind === 'paid' && JSON.stringify(before.finding) !== JSON.stringify(finding))
      memory.undecided.add(key)
  }
  for (const [key, known] of memory.known) {
    if (shown.has(key) || known.resolved !== null || !isOfThese(known.finding.code)) continue
    if (memory.isIncomplete && !isRead) {
      if (!isAcrossSlots(known)) memory.undecided.add(key)
      continue
    }
    memory.known.set(key, {
      ...known,
      resolved: { place, at: now, isElsewhere: !isRead },
      disposition: null,
      isFromElsewhere: known.isFromElsewhere || !isRead,
    })
  }
}

/** A member that one of the two leaves open does not count as a difference. Nor do the pesos that it is about. */
const saysTheSame = (before: Finding, after: Finding): boolean => {
  const told = (finding: Finding, other: Finding): string =>
    JSON.stringify({
      ...finding,
      severity: undefined,
      amount: undefined,
      reported: other.reported === undefined ? undefined : finding.reported,
    })
  return told(before, after) === told(after, before) && !isGraver(after, before)
}

/** A decision about a warning does not cover an error. One that becomes less grave has the same numbers. */
const isGraver = ({ severity: after }: Finding, { severity: before }: Finding): boolean =>
  after !== undefined && before !== undefined && GRAVITIES.indexOf(after) > GRAVITIES.indexOf(before)
const GRAVITIES = ['info', 'warning', 'error']

const shownAgain = (known: Known | null, finding: Finding, isRead: boolean, now: number): Known => {
  if (known === null) {
    return {
      finding,
      firstSeen: now,
      lastSeen: now,
      isNew: isRead,
      resolved: null,
      disposition: null,
      isFromElsewhere: !isRead,
    }
  }
  const isReturned = known.resolved !== null
  const isSame = saysTheSame(known.finding, finding)
  return {
    ...known,
    finding,
    lastSeen: isRead ? now : known.lastSeen,
    isNew: isRead || isReturned ? false : known.isNew,
    resolved: null,
    disposition: isSame && !isReturned ? known.disposition : null,
    isFromElsewhere: known.isFromElsewhere || (!isRead && (isReturned || !isSame)),
  }
}

/**
 * Another run may have read the same before: whether present findings are new, or were resolved by the run before, is
 * left open.
 */
export const forgetWhoReadIt = (model: Model, read: ReadonlySet<string>): void => {
  for (const name of read) {
    const memory = model.slots.get(name)
    const place = memory === undefined ? null : latestOf(memory)?.place
    for (const [key, known] of memory?.known ?? []) {
      const isByIt = known.resolved !== null && known.resolved.place === place
      const resolved = isByIt ? { ...known.resolved, isElsewhere: true } : known.resolved
      if (known.isNew || resolved !== known.resolved)
        memory?.known.set(key, { ...known, resolved, isFromElsewhere: true })
    }
  }
}
