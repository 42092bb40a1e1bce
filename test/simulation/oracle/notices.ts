import { type Body, type Notice, nameOf, type SlotKey } from '../story.ts'
import { isDue, type Model, memoryOf } from './model.ts'
import { bySlot } from './words.ts'

/** A notification as stored by the receiver: the first body of its id. */
export interface Kept {
  readonly notice: Notice
  readonly slot: SlotKey
  readonly at: number
  /** The times of the second body and of each further one. */
  readonly others: { readonly text: string; readonly at: number }[]
  /** The job has not read its settlement whole since it arrived, or since another body arrived. */
  isWaiting: boolean
}

/** Everything received by webhook. */
export interface Inbox {
  /** When a receiver first ran. */
  since: number
  readonly kept: Map<string, Kept>
}

export const emptyInbox = (): Inbox => ({ since: Infinity, kept: new Map() })

export const takeIn = ({ inbox }: Model, notices: readonly Notice[], at: number): void => {
  inbox.since = Math.min(inbox.since, at)
  for (const notice of notices) {
    const before = inbox.kept.get(notice.id)
    const text = JSON.stringify(notice)
    if (before === undefined)
      inbox.kept.set(notice.id, { notice, slot: slotOf(notice), at, others: [], isWaiting: true })
    else if (JSON.stringify(before.notice) !== text && before.others.every((other) => other.text !== text)) {
      before.others.push({ text, at })
      before.isWaiting = true
    }
  }
}

const slotOf = ({ type, data }: Notice): SlotKey => {
  const { date, cycle, settlementDate, settlementTime }: Body = data
  return type === 'settlement'
    ? { date: String(date), cycle: String(cycle) }
    : { date: String(settlementDate), cycle: String(settlementTime) }
}

/** The slots that the job reads: each due slot once, however many notifications name it. */
export const waitingSlots = ({ inbox }: Model, now: number): readonly SlotKey[] => {
  const waiting = [...inbox.kept.values()].filter(({ slot, isWaiting }) => isWaiting && isDue(slot, now))
  return [...new Map(waiting.map(({ slot }) => [nameOf(slot), slot])).values()].sort(bySlot)
}

/** After the job: notifications of slots that were read whole no longer wait. */
export const workOff = (model: Model, slots: readonly SlotKey[]): void => {
  const read = new Set(slots.filter((slot) => !memoryOf(model, slot).isIncomplete).map(nameOf))
  for (const kept of model.inbox.kept.values()) if (read.has(nameOf(kept.slot))) kept.isWaiting = false
}
