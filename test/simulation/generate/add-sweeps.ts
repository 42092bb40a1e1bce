import { type Chance, chanceOf } from '../chance.ts'
import { dayAfter, momentOf } from '../oracle/words.ts'
import type { Body, Change, Night, SlotKey, Story } from '../story.ts'
import { applyChange, emptyWorld, holdingOf, type World } from '../world.ts'

/** Adds sweeps of days between some nights, after late changes in them. */
export const addSweeps = (story: Story, seed: number): Story => {
  const chance = chanceOf(seed + 3_000_017)
  if (chance.percent(60)) return story
  const world = emptyWorld()
  const [first] = story.nights
  const nights = story.nights.flatMap((night) => {
    for (const change of night.changes) applyChange(world, change)
    if (first === undefined || chance.percent(70)) return [night]
    const sweep = sweepNight(chance, world, first.at.slice(0, 10), night.at.slice(0, 10))
    for (const change of sweep.changes) applyChange(world, change)
    return [night, sweep]
  })
  return { ...story, nights }
}

const sweepNight = (chance: Chance, world: World, first: string, last: string): Night => {
  const days = Math.round((momentOf(`${last} 00:00`) - momentOf(`${first} 00:00`)) / 86_400_000)
  const from = dayAfter(first, chance.whole(0, days))
  const end = dayAfter(from, chance.whole(0, 3))
  const to = end < last ? end : last
  const slots = [...world.slots.keys()].map(slotOf).filter(({ date }) => date >= from && date <= to)
  const changes = slots.flatMap((slot) => (chance.percent(40) ? lateChange(chance, world, slot) : []))
  const at = `${dayAfter(last, 1)} 03:15`
  const named = chance.percent(40) ? {} : { from, to }
  return { at, changes, faults: [], acts: [], command: { name: 'sweep', ...named } }
}

const slotOf = (name: string): SlotKey => {
  const [date = '', cycle = ''] = name.split(' ')
  return { date, cycle }
}

/** A card payment is charged back weeks later; or a settlement or an invoice changes. */
const lateChange = (chance: Chance, world: World, slot: SlotKey): readonly Change[] => {
  const { settlement, records } = holdingOf(world, slot)
  const [record] = records
  const of = (body: Body): readonly Change[] =>
    record === undefined
      ? []
      : [{ ...slot, kind: 'record', key: record.key, body: { ...(record.body as Body), ...body } }]
  return chance.oneOf<() => readonly Change[]>([
    () => of({ status: 'chargeback' }),
    () => of({ status: 'paid' }),
    () => of({ contract: '99' }),
    () => (record === undefined ? [] : [{ ...slot, kind: 'removal', key: record.key, byId: record.body as Body }]),
    () => (settlement === null ? [] : [{ ...slot, kind: 'settlement', body: { ...settlement, paymentAmount: 5 } }]),
    () => (settlement === null ? [] : [{ ...slot, kind: 'settlement', body: { ...settlement, status: 'credited' } }]),
    () => [{ ...slot, kind: 'settlement', body: null }],
  ])()
}
