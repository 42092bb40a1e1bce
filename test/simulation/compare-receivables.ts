import type { Model } from './oracle/model.ts'
import { matchedIn, statesOf } from './oracle/receivables.ts'
import { dayOf } from './oracle/words.ts'

/** The part of `receivables list --json` that is compared. */
export interface PrintedReceivables {
  readonly month: string
  readonly asOf: string
  readonly list: readonly { readonly amount: number; readonly paid: number; readonly left: number }[]
  readonly payments: readonly (Readonly<Record<(typeof PARTS)[number] | 'paid', number>> & { readonly date: string })[]
  readonly dues: readonly {
    readonly due: string
    readonly amount: number
    readonly paid: number
    readonly difference: number
    readonly state: string
    readonly payments: readonly string[]
    readonly foundBy: readonly string[]
  }[]
  readonly withoutDue: readonly { readonly payment: string; readonly paidOn: string; readonly kind: string }[]
}

const PARTS = ['ofMonth', 'ofOtherMonths', 'excess', 'second', 'ambiguous', 'unknown'] as const

/** Compares the state and the payments of each due of a month, payments without a due, and both bridges. */
export const compareReceivables = (printed: PrintedReceivables, model: Model): readonly string[] => {
  const { month } = printed
  const matched = matchedIn(model)
  const states = statesOf(model, matched)
  const same = (name: string, is: readonly string[], should: readonly string[]): readonly string[] => {
    const [told, own] = [is, should].map((texts) => [...texts].sort().join('; '))
    return told === own ? [] : [`receivables of ${month}: ${name}: ${told}; should be ${own}`]
  }
  const centavos = (cop: number): number => Math.round(cop * 100)
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + centavos(one), 0)
  const isOfMonth = ({ paidAt }: { readonly paidAt: string }): boolean => paidAt.startsWith(month)
  return [
    ...same('as of', [printed.asOf], [dayOf(model.receivables.judgedAt ?? 0)]),
    ...same(
      'dues',
      printed.dues.map(
        (one) => `${one.due} ${one.state} ${centavos(one.paid)} ${[...one.payments].sort()} ${[...one.foundBy].sort()}`,
      ),
      [...states].flatMap(([due, state]) => {
        const own = matched.uses.filter((use) => use.due.key === due.key)
        const paid = own.reduce((total, use) => total + use.sum, 0)
        const ids = [...new Set(own.map(({ payment }) => payment.id))].sort()
        const by = [...new Set(own.map((use) => use.by))].sort()
        return due.month === month ? [`${due.key} ${state} ${paid} ${ids} ${by}`] : []
      }),
    ),
    ...same(
      'payments without a due',
      printed.withoutDue.map((one) => `${one.payment} ${one.kind}`),
      [
        ...matched.unknown.filter(isOfMonth).map(({ id }) => `${id} unknown`),
        ...matched.ambiguous.filter(isOfMonth).map(({ id }) => `${id} ambiguous`),
      ],
    ),
    ...same(
      'the list by state',
      printed.list.map((one) => `${centavos(one.amount) - centavos(one.paid) - centavos(one.left)}`),
      printed.list.map(() => '0'),
    ),
    ...same(
      'the list',
      [`${sum(printed.list.map(({ amount }) => amount))}`],
      [`${sum(printed.dues.map(({ amount }) => amount))}`],
    ),
    ...same(
      'payments by day',
      printed.payments.map((one) => `${one.date} ${centavos(one.paid) - sum(PARTS.map((part) => one[part]))}`),
      printed.payments.map(({ date }) => `${date} 0`),
    ),
  ]
}
