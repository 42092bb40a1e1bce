import { type Chance, chanceOf } from '../chance.ts'
import type { Body, Change, ClaimAct, Night, Story, StoryPolicy } from '../story.ts'

/** Of few sums, so that an adjustment may be exactly what a claim is about. */
const SUMS = [5_000, 40_000, 250_000]

/**
 * Adds settlements that pay too little, and adjustments that bring money or take some of which nothing is known; and people who claim, say
 * what paid a claim, and tie chargebacks.
 */
export const addClaims = (story: Story, seed: number): Story => {
  const [chance, letters] = [chanceOf(seed + 4_000_037), chanceOf(seed + 4_000_051)]
  // What was changed is the same in every later reading, until the service changes it.
  const nights = story.nights.map((night, place): Night => {
    const changes = night.changes.map((change) => withMoney(chance, change, story.policy))
    const acts = place === 0 ? [] : [...claimActs(chance), ...letterActs(letters)]
    return { ...night, changes, ...(acts.length === 0 ? {} : { claimActs: acts }) }
  })
  return { ...story, nights }
}

const withMoney = (chance: Chance, change: Change, policy: StoryPolicy): Change => {
  if (change.kind !== 'settlement' || change.body === null || chance.percent(45)) return change
  const sum = chance.oneOf(SUMS)
  const sign = policy.adjustments === 'subtract' ? -1 : 1
  const more = (field: string, by: number): Body => ({ ...change.body, [field]: Number(change.body?.[field]) + by })
  const pays = (by: number): Body => ({ ...more('paymentAmount', by), adjustments: by * sign })
  const [isNumber, kind] = [Number.isFinite(Number(change.body.paymentAmount)), chance.whole(1, 100)]
  if (!isNumber) return change
  if (kind <= 45) return { ...change, body: more('paymentAmount', -sum) }
  return { ...change, body: pays(kind <= 90 ? sum : -sum) }
}

const claimActs = (chance: Chance): readonly ClaimAct[] =>
  Array.from({ length: chance.percent(85) ? chance.whole(2, 6) : 0 }, () =>
    actOf(chance, ['claim', 'claim', 'settle', 'settle', 'settle', 'tie', 'tie', 'untie']),
  )

const letterActs = (chance: Chance): readonly ClaimAct[] =>
  Array.from({ length: chance.percent(50) ? chance.whole(1, 3) : 0 }, () =>
    actOf(chance, ['letter', 'letter', 'ticket', 'settle-letter', 'settle-letter']),
  )

const actOf = (chance: Chance, kinds: readonly ClaimAct['kind'][]): ClaimAct => ({
  kind: chance.oneOf(kinds),
  to: chance.whole(0, 999) / 1_000,
  other: chance.whole(0, 999) / 1_000,
})
