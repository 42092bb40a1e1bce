import type { Plan } from './plan.ts'

/** One line of the table: a figure, and its requirement. */
export interface Line {
  readonly name: string
  readonly figure: number
  readonly unit: '' | 'MB' | 'ms' | 'bytes' | 'rows' | 'files'
  /** Null when a figure has no requirement. */
  readonly needed: { readonly atLeast: number } | { readonly atMost: number } | null
  /** The basis of the figure. */
  readonly detail: string
}

/** One file of `measurements/`: its question, and the way to answer it. */
export interface Measurement {
  readonly name: string
  readonly measure: (plan: Plan) => Promise<readonly Line[]>
}

export const isMet = ({ figure, needed }: Line): boolean => {
  if (needed === null) return true
  return 'atLeast' in needed ? figure >= needed.atLeast : figure <= needed.atMost
}
