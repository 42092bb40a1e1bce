import { sumOf } from '../../money.ts'
import type { ChargedSettlement } from './charged-settlement.ts'
import { methodsOf } from './schedule-fit.ts'

/** Methods that have the same number of payments and the same sum in every settlement: only their joint fee can be known. */
export interface TwinMethods {
  readonly methods: readonly string[]
  /** Their joint name in the fit. */
  readonly name: string
}

export const twinMethods = (settlements: readonly ChargedSettlement[]): readonly TwinMethods[] => {
  const groups = new Map<string, readonly string[]>()
  for (const method of methodsOf(settlements)) {
    const sums = settlements.map((settlement) => ofMethod(settlement, method)).join(' ')
    groups.set(sums, [...(groups.get(sums) ?? []), method])
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((methods) => ({ methods, name: methods.join('+') }))
}

const ofMethod = ({ payments }: ChargedSettlement, method: string): string => {
  const own = payments.filter(({ paymentMethod }) => paymentMethod === method)
  return `${own.length}/${sumOf(own.map(({ paid }) => paid))}`
}

/** The same settlements with one joint payment for each pair of twin payments. */
export const joinTwins = (
  settlements: readonly ChargedSettlement[],
  twins: readonly TwinMethods[],
): readonly ChargedSettlement[] =>
  settlements.map((settlement) => ({
    ...settlement,
    payments: settlement.payments.flatMap((payment) => {
      const twin = twins.find(({ methods }) => methods.includes(payment.paymentMethod))
      if (twin === undefined) return [payment]
      return twin.methods[0] === payment.paymentMethod ? [{ ...payment, paymentMethod: twin.name }] : []
    }),
  }))
