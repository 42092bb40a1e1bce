import { type Chance, chanceOf } from '../chance.ts'
import { dayAfter } from '../oracle/words.ts'
import type { Body, DueList, DueRow, Night, RentAct, Story } from '../story.ts'

const MAPPING = {
  headerRows: 1,
  dueId: 'id',
  reference: 'reference',
  contract: 'contract',
  document: 'document',
  amount: 'amount',
  dueDate: 'day',
  concept: 'concept',
  dates: 'yyyy-mm-dd',
  decimal: '.',
}

/** Adds lists of dues to a story of rents, and what people say of dues and payments. */
export const addDues = (story: Story, seed: number): Story => {
  const chance = chanceOf(seed + 5_000_011)
  const bodies = story.nights.flatMap(({ changes }) =>
    changes.flatMap((one) => (one.kind === 'record' ? [one.body] : [])),
  )
  const before: DueList[] = []
  let next = 0
  const nights = story.nights.map((night): Night => {
    const dues: DueList[] = []
    if (chance.percent(45)) {
      const rows = Array.from({ length: chance.whole(1, 5) }, () => {
        next += 1
        return dueRow(chance, bodies as readonly Body[], night.at.slice(0, 10), next)
      })
      const earlier = before.length > 0 && chance.percent(30) ? chance.oneOf(before) : []
      dues.push([
        ...rows,
        ...(chance.percent(40) ? earlier.map((row) => ({ ...row, value: row.value + 100_000 })) : earlier),
      ])
      before.push(rows)
    }
    if (before.length > 0 && chance.percent(10)) dues.push(chance.oneOf(before))
    const rentActs = Array.from({ length: chance.percent(40) ? chance.whole(1, 3) : 0 }, () => rentAct(chance))
    return { ...night, ...(dues.length === 0 ? {} : { dues }), ...(rentActs.length === 0 ? {} : { rentActs }) }
  })
  const policy = {
    receivableMapping: MAPPING,
    receivableWindowDays: { before: chance.oneOf([0, 1, 3, 20]), after: chance.oneOf([1, 4, 60]) },
    ...(chance.percent(50) ? { receivableGraceDays: chance.whole(0, 4) } : {}),
    ...(chance.percent(30) ? { receivableToleranceCop: chance.oneOf([1, 1_000]) } : {}),
  }
  return { policy: { ...story.policy, ...policy }, nights }
}

const rentAct = (chance: Chance): RentAct => {
  const kind = chance.oneOf(['tie', 'tie', 'part', 'untie', 'void'] as const)
  return { kind, due: chance.whole(0, 999) / 1_000, payment: chance.whole(0, 999) / 1_000 }
}

/** A due of a tenant who paid in the story: the same sum, another one, that of two payments, or a part. */
const dueRow = (chance: Chance, bodies: readonly Body[], day: string, number: number): DueRow => {
  const body: Body = bodies.length === 0 ? { amount: 500_000, contract: '00001' } : chance.oneOf(bodies)
  const sum = Math.round(Number(body.amount) * 100)
  const value = chance.oneOf([sum, sum, sum, sum * 2, sum + 30_000_000, Math.round(sum / 2), 50_000_000])
  const name = (field: string, percent: number): string => (chance.percent(percent) ? String(body[field] ?? '') : '')
  const [contract, document] = [name('contract', 75), name('customerDocumentNumber', 50)]
  return {
    id: chance.percent(70) || /^0*$/.test(contract) ? `d-${number}` : '',
    reference: name('reference', 25),
    contract: /^0*$/.test(contract) && document === '' ? `90${number}` : contract,
    document,
    value: value > 0 ? value : 100,
    dueDate: dayAfter(day, chance.whole(-8, 5)),
    concept: `c${number}`,
  }
}
