import { type Chance, chanceOf } from '../chance.ts'
import { isMalformed, readRecord, readSettlement } from '../oracle/reading.ts'
import { fullPolicy } from '../oracle/words.ts'
import type { Body, Change, Night, Notice, SlotKey, Story } from '../story.ts'

/**
 * Adds a receiver to the story: notifications arrive in time, late, twice, out of order, with another body, or not at
 * all.
 */
export const addNotices = (story: Story, seed: number): Story => {
  const chance = chanceOf(seed + 1_000_003)
  const hasInbox = chance.percent(70)
  const since = chance.percent(80) ? 0 : chance.whole(0, story.nights.length - 1)
  const sent: Notice[][] = story.nights.map(() => [])
  for (const [place, { changes }] of story.nights.entries()) {
    for (const change of changes) {
      const data = dataOf(change, story)
      if (data === null || chance.percent(35)) continue
      const first = { id: `w-${seed}-${place}-${sent.flat().length}`, ...data }
      for (const { delay, notice } of deliveriesOf(chance, first)) sent[place + delay]?.push(notice)
    }
  }
  const nights = story.nights.map((night, place): Night => {
    if (place < since) return night
    const own = sent[place] ?? []
    const notices = chance.percent(25) ? own.toReversed() : own
    return { ...night, notices, ...(hasInbox && chance.percent(80) ? { inbox: true as const } : {}) }
  })
  return { ...story, nights }
}

interface Delivery {
  /** Number of nights later. */
  readonly delay: number
  readonly notice: Notice
}

const deliveriesOf = (chance: Chance, honest: Notice): readonly Delivery[] => {
  const notice = chance.percent(12) ? { ...honest, data: twisted(chance, honest) } : honest
  const delay = chance.oneOf([0, 0, 0, 0, 1, 2])
  const again = { delay: delay + chance.whole(0, 1), notice }
  const other = { ...again, notice: { ...notice, data: { ...notice.data, paymentAmount: 77 } } }
  return [{ delay, notice }, ...(chance.percent(15) ? [again] : []), ...(chance.percent(6) ? [other] : [])]
}

const twisted = (chance: Chance, { type, data }: Notice): Body => {
  const sums = type === 'invoice' ? ['amount', 'paymentAmount'] : ['amountCollected', 'fees', 'adjustments']
  const field = chance.oneOf([...sums, 'paymentAmount', 'status'])
  const statuses = type === 'invoice' ? ['paid', 'chargeback'] : ['paid', 'credited']
  return { ...data, [field]: field === 'status' ? chance.oneOf(statuses) : Number(data[field]) + 250 }
}

/** The data of a notification: a readable settlement or invoice that names its own slot. */
const dataOf = (change: Change, { policy }: Story): Pick<Notice, 'type' | 'data'> | null => {
  if (change.kind === 'settlement' && change.body !== null && readSettlement(change.body) !== null) {
    const { date, cycle } = change.body
    return isAt(change, date, cycle) ? { type: 'settlement', data: change.body } : null
  }
  if (change.kind !== 'record') return null
  const record = readRecord(change.body, fullPolicy(policy))
  if (isMalformed(record) || record.paid === null || !isAt(change, record.ownDate, record.ownCycle)) return null
  return { type: 'invoice', data: record.body }
}

const isAt = (slot: SlotKey, date: unknown, cycle: unknown): boolean => slot.date === date && slot.cycle === cycle
