import type { Sqlite } from '../database.ts'

/** A control request that the sandbox executes at a set time. */
export interface PlannedRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

export interface SettlementPlan {
  readonly number: number
  readonly at: number
  readonly request: PlannedRequest
}

export interface Plans {
  readonly add: (at: number, request: PlannedRequest) => void
  readonly next: () => SettlementPlan | undefined
  readonly all: () => readonly SettlementPlan[]
  readonly remove: (number: number) => void
}

interface PlanRow {
  readonly number: number
  readonly at: number
  readonly request: string
}

const fromRow = ({ number, at, request }: PlanRow): SettlementPlan => ({ number, at, request: JSON.parse(request) })

export const openPlans = (sqlite: Sqlite): Plans => {
  const insert = sqlite.prepare<[number, string]>('INSERT INTO plans (at, request) VALUES (?, ?)')
  const every = sqlite.prepare<[], PlanRow>('SELECT * FROM plans ORDER BY at, number')
  const first = sqlite.prepare<[], PlanRow>('SELECT * FROM plans ORDER BY at, number LIMIT 1')
  const erase = sqlite.prepare<[number]>('DELETE FROM plans WHERE number = ?')
  return {
    add: (at, request) => {
      insert.run(at, JSON.stringify(request))
    },
    next: () => {
      const row = first.get()
      return row === undefined ? undefined : fromRow(row)
    },
    all: () => every.all().map(fromRow),
    remove: (number) => {
      erase.run(number)
    },
  }
}
