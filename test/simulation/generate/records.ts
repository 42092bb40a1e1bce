import type { Chance } from '../chance.ts'
import type { Body, SlotKey, StoryPolicy } from '../story.ts'

/** Numbers that make ids, references and payments unique in a story. */
export interface Counter {
  next: number
  /** Invoices are of few tenants, contracts and sums, so that a payment may be of several dues. */
  readonly isOfRents: boolean
}

const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card']
const SOURCES = ['whatsapp', 'portal', 'link']

/** An ordinary paid invoice of a slot. */
export const paidInvoice = (chance: Chance, { date, cycle }: SlotKey, counter: Counter): Body => {
  counter.next += 1
  const n = counter.next
  const amount = chance.whole(30, 900) * 1_000 + (chance.percent(8) ? chance.whole(1, 99) / 100 : 0)
  return {
    id: `i-${n}`,
    reference: `r-${n}`,
    status: 'paid',
    amount,
    description: `Arriendo ${n}`,
    contract: chance.percent(20) ? '00000' : String(n).padStart(5, '0'),
    customerDocumentNumber: `1000${n}`,
    customerName: `Inquilino ${n}`,
    createdAt: `${date}T08:00:00-05:00`,
    paymentDate: `${date}T08:0${n % 10}:00-05:00`,
    paymentMethod: chance.oneOf(METHODS),
    paymentSource: chance.oneOf(SOURCES),
    paymentAmount: amount,
    settlementDate: date,
    settlementTime: cycle,
    paymentId: `p-${n}`,
    paymentUrl: `https://pay.example/${n}`,
    ...(counter.isOfRents ? rentOf(chance, n) : {}),
  }
}

const rentOf = (chance: Chance, n: number): Body => {
  const tenant = chance.whole(1, 4)
  const amount = chance.oneOf([300_000, 500_000, 800_000])
  return {
    amount,
    paymentAmount: amount,
    reference: chance.percent(25) ? `k-${tenant}` : `r-${n}`,
    contract: chance.percent(15) ? '00000' : `0010${tenant}`,
    customerDocumentNumber: `500${tenant}`,
  }
}

/** Oddities of a rent that leave it a payment of a known day, or clearly none. */
export const rentTwist = (chance: Chance): Twist =>
  chance.oneOf<Twist>([
    unpaid('ready'),
    unpaid('cancelled'),
    withField('status', 'chargeback'),
    withField('status', 'chargeback'),
    (body) => paidMore(body, -chance.oneOf([1, 100_000])),
    (body) => paidMore(body, chance.oneOf([1, 200_000])),
  ])

const unpaid =
  (status: string) =>
  (body: Body): Body => {
    const { paymentDate: _, paymentMethod: __, paymentSource: ___, paymentAmount: ____, ...rest } = body
    const { settlementDate: _____, settlementTime: ______, paymentId: _______, ...kept } = rest
    return { ...kept, status }
  }

const without =
  (field: string) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))

const withField =
  (field: string, value: unknown) =>
  (body: Body): Body => ({ ...body, [field]: value })

export type Twist = (body: Body) => Body

/** A record without a payment stays so, since JSON has no value for a sum that is not a number. */
const paidMore = (body: Body, by: number): Body =>
  typeof body.paymentAmount === 'number' ? { ...body, paymentAmount: body.paymentAmount + by } : body

/** Oddities of a record. */
export const recordTwist = (chance: Chance, slot: SlotKey, others: readonly Body[]): Twist => {
  const other = others.length === 0 ? null : chance.oneOf(others)
  const twists: (() => Twist)[] = [
    () => unpaid('ready'),
    () => unpaid('cancelled'),
    () => withField('status', 'chargeback'),
    () => withField('status', 'chargeback'),
    () => withField('status', 'odd'),
    () => (body) => paidMore(body, -chance.oneOf([1, 0.5, 1_000])),
    () => (body) => paidMore(body, chance.oneOf([1, 0.25, 5_000])),
    () => withField('paymentAmount', chance.oneOf([-5_000, -0.01])),
    () => withField('amount', -3_000),
    () => without(chance.oneOf(['paymentId', 'paymentDate', 'paymentMethod', 'paymentSource', 'settlementTime'])),
    () => withField(chance.oneOf(['paymentId', 'paymentDate', 'description', 'contract', 'reference']), null),
    () =>
      without(
        chance.oneOf(['description', 'contract', 'customerDocumentNumber', 'createdAt', 'paymentUrl', 'reference']),
      ),
    () => withField('createdAt', chance.oneOf(['yesterday', '2026-02-30T10:00:00Z'])),
    () => withField('paymentMethod', 'cash'),
    () => withField('paymentSource', 'kiosk'),
    () => withField(chance.oneOf(['channel', 'batch']), chance.oneOf(['x', 3, null])),
    () => withField('amount', chance.oneOf(['1000', null, 10.005, 1e14, true])),
    () => withField('paymentAmount', chance.oneOf(['1000', null, 0.001, -1e15])),
    () => withField('status', chance.oneOf([null, 4, ''])),
    () => withField('id', chance.oneOf([null, '', 12])),
    () => withField('settlementTime', chance.oneOf(['11', '13', '16'])),
    () => withField('settlementDate', '2026-02-28'),
    () => withField('settlementTime', `${slot.cycle}:00`),
    ...(other === null
      ? []
      : [
          () => withField('paymentId', other.paymentId ?? null),
          () => withField('reference', other.reference ?? null),
          () => () => other,
          () => () => ({ ...other, paymentMethod: 'card' }),
        ]),
  ]
  return chance.oneOf(twists)()
}

/** A settlement consistent with its records under the policy. */
export const honestSettlement = (
  chance: Chance,
  { date, cycle }: SlotKey,
  records: readonly unknown[],
  policy: StoryPolicy,
): Body => {
  const counted = (records as readonly Body[]).filter(
    ({ status }) => status === 'paid' || (status === 'chargeback' && policy.chargebacks !== 'excluded'),
  )
  const paid = counted.map((body) => Number(policy.collectedBasis === 'amount' ? body.amount : body.paymentAmount))
  const collected =
    Math.round(paid.reduce((sum, one) => sum + (Number.isFinite(one) ? Math.round(one * 100) : 0), 0)) / 100
  const fees = counted.length * 1_900
  const feesPostpaid = chance.percent(12)
  const deducted = feesPostpaid && policy.postpaidFees !== 'deducted' ? 0 : fees
  return {
    date,
    cycle,
    status: chance.oneOf(['credited', 'credited', 'credited', 'paid', 'paid', 'processing']),
    numberOfInvoices: counted.length,
    amountCollected: collected,
    fees,
    feesPostpaid,
    adjustments: 0,
    gateway: false,
    paymentAmount: Math.round((collected - deducted) * 100) / 100,
  }
}

/** Oddities of a settlement. */
export const settlementTwist = (chance: Chance, slot: SlotKey, policy: StoryPolicy): Twist => {
  const sum = chance.oneOf([1, -1, 0.5, 40_000, -250_000])
  const sign = policy.adjustments === 'subtract' ? -1 : 1
  const add =
    (field: string, more: number) =>
    (body: Body): Body => ({ ...body, [field]: Math.round((Number(body[field]) + more) * 100) / 100 })
  const number = (body: Body, field: string): number => Number(body[field])
  const gateway =
    (payout: (body: Body) => number) =>
    (body: Body): Body => ({ ...body, gateway: true, paymentAmount: payout(body) })
  const twists: (() => Twist)[] = [
    () => add('paymentAmount', sum),
    () => add('amountCollected', sum),
    () => (body) => add('paymentAmount', sum)(add('amountCollected', sum)(body)),
    () => add('numberOfInvoices', chance.oneOf([1, -1, 2])),
    () => add('fees', sum),
    () => add('adjustments', sum),
    () => (body) => add('paymentAmount', sum * sign)(add('adjustments', sum)(body)),
    () => withField('status', chance.oneOf(['processing', 'error', 'error', 'odd'])),
    () => withField('cycle', chance.oneOf([`${slot.cycle}:00`, '11', '13', '1'])),
    () => withField('date', '2026-03-01'),
    () => withField('paymentAmount', -500),
    () => (body) => ({ ...body, fees: number(body, 'amountCollected') + 100, paymentAmount: -100 }),
    () => withField('fees', -200),
    () => withField('bonus', chance.oneOf([1, 'x', null])),
    () =>
      withField(
        chance.oneOf(['amountCollected', 'fees', 'paymentAmount', 'adjustments']),
        chance.oneOf(['x', null, 0.001]),
      ),
    () => withField('status', chance.oneOf([null, 7])),
    () => gateway((body) => number(body, 'paymentAmount')),
    () => gateway((body) => number(body, 'amountCollected')),
    () => gateway(() => 0),
    () => gateway((body) => number(body, 'adjustments') * sign - number(body, 'fees')),
    () => gateway(() => 12_345),
  ]
  return chance.oneOf(twists)()
}
