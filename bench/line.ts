import type { Plan } from './plan.ts'

/** One line of the table: a figure, and what it has to be. */
export interface Line {
  readonly name: string
  readonly figure: number
  readonly unit: '' | 'MB' | 'ms' | 'bytes' | 'rows' | 'files'
  /** Null where a figure is only told. */
  readonly needed: { readonly atLeast: number } | { readonly atMost: number } | null
  /** What it was made from. */
  readonly detail: string
}

/** One file of `measurements/`: what it asks, and how it finds out. */
export interface Measurement {
  readonly name: string
  readonly measure: (plan: Plan) => Promise<readonly Line[]>
}

export const isMet = ({ figure, needed }: Line): boolean => {
  if (needed === null) return true
  return 'atLeast' in needed ? figure >= needed.atLeast : figure <= needed.atMost
}
