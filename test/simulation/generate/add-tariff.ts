import { type Chance, chanceOf } from '../chance.ts'
import { type Invoice, isCounted, isMalformed, readRecord } from '../oracle/reading.ts'
import { tariffFees } from '../oracle/tariff.ts'
import { dayAfter, fullPolicy } from '../oracle/words.ts'
import type { Body, Change, Night, StoryPolicy } from '../story.ts'
import { nameOf, type Story } from '../story.ts'
import type { StoryTariff } from '../story-tariff.ts'
import { applyChange, emptyWorld, holdingOf, type World } from '../world.ts'
import { generateTariff, mistakenTariff, otherTariff } from './tariffs.ts'

/** Gives half of the merchants a tariff, under which the service charges, correctly or with a mistake. */
export const addTariff = (story: Story, seed: number): Story => {
  const chance = chanceOf(seed + 2_000_003)
  if (chance.percent(50)) return story
  const tariff = generateTariff(chance, story.nights[0]?.at.slice(0, 10) ?? '', story.nights.length)
  const policy = { ...story.policy, ...tariff }
  const charging: Charging = { chance, policy, world: emptyWorld(), charged: new Map() }
  return { policy, nights: story.nights.map((night) => nightOf(night, charging)) }
}

interface Charging {
  readonly chance: Chance
  readonly policy: StoryPolicy
  /** The world with the fees of the tariff. */
  readonly world: World
  /** For each settlement the fees of the original story, and the present ones. */
  readonly charged: Map<string, { readonly plain: unknown; readonly now: number }>
}

const nightOf = (night: Night, charging: Charging): Night => {
  const changes = night.changes.map((change) => {
    const changed = changeOf(change, charging)
    applyChange(charging.world, changed)
    return changed
  })
  const { chance, policy } = charging
  const isOther = night.policy !== undefined && chance.percent(40)
  const more = isOther ? { policy: { ...night.policy, ...otherTariff(chance, policy) } } : {}
  return { ...night, changes, ...more }
}

const changeOf = (change: Change, charging: Charging): Change => {
  if (change.kind === 'settlement' && change.body !== null) {
    return { ...change, body: chargedBody(change.body, change, charging) }
  }
  if (change.kind === 'removal' && change.byId !== null) return { ...change, byId: paidOnADay(change.byId) }
  if (change.kind === 'record' && typeof change.body === 'object' && change.body !== null)
    return { ...change, body: paidOnADay(change.body as Body) }
  return change
}

/**
 * Payments are made some days before their settlement, sometimes around midnight or in another zone; the same invoice
 * always at the same time.
 */
const paidOnADay = (body: Body): Body => {
  const { paymentDate, id } = body
  if (typeof paymentDate !== 'string') return body
  const number = Number(String(id).replace(/\D/g, ''))
  const day = dayAfter(paymentDate.slice(0, 10), -(number % 4))
  const time = ['T08:15:00-05:00', 'T23:59:59-05:00', 'T00:00:00-05:00', 'T02:30:00Z', 'T05:00:00.000Z'][number % 5]
  return { ...body, paymentDate: `${day}${time}` }
}

const chargedBody = (body: Body, slot: Change, charging: Charging): Body => {
  const { chance, policy, charged } = charging
  if (typeof body.fees !== 'number' || typeof body.paymentAmount !== 'number') return body
  const before = charged.get(nameOf(slot))
  const fees = before !== undefined && before.plain === body.fees ? before.now : chargeOf(body.fees, slot, charging)
  charged.set(nameOf(slot), { plain: body.fees, now: fees })
  const isDeducted = body.feesPostpaid !== true || policy.postpaidFees === 'deducted'
  const isGateway = body.gateway === true && chance.percent(50)
  const more = isDeducted && !isGateway ? fees - body.fees : 0
  return { ...body, fees, paymentAmount: Math.round((body.paymentAmount - more) * 100) / 100 }
}

/**
 * Fees of the present slot, in pesos: under the tariff, or with a mistake; those of the original story when the tariff
 * gives none.
 */
const chargeOf = (plain: number, slot: Change, { chance, policy, world }: Charging): number => {
  const full = fullPolicy(policy)
  const counted = holdingOf(world, slot).records.flatMap(({ body }): Invoice[] => {
    const record = readRecord(body, full)
    return isMalformed(record) || !isCounted(record, full) ? [] : [record]
  })
  const isMistaken = chance.percent(45)
  const used: StoryTariff = isMistaken ? { ...full, tariff: mistakenTariff(chance, full.tariff) } : full
  const [first] = counted
  const listed =
    !isMistaken || first === undefined || chance.percent(75)
      ? counted
      : chance.oneOf([counted.slice(1), [...counted, first]])
  const fees = tariffFees(listed, slot.date, used)
  if (typeof fees !== 'number') return plain
  const half = full.feesToleranceCop === null ? counted.length * 50 : Math.round(full.feesToleranceCop * 100)
  const off = chance.percent(70) ? 0 : chance.oneOf([half, -half, half + 1, -half - 1, 100, -1_500_000, 333_325])
  return (fees + off) / 100
}
