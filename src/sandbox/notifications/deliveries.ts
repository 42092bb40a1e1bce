import type { Sqlite } from '../database.ts'

/** A delivery of a notification to one address: the columns of one row. */
export interface DeliveryRow {
  readonly number: number
  readonly merchant: number
  readonly webhook_id: string
  readonly type: 'invoice' | 'settlement'
  readonly subject: string
  readonly url: string
  readonly payload: string
  readonly created_at: number
  readonly state: 'pending' | 'delivered' | 'given-up'
  readonly tries: number
  readonly next_at: number | null
}

export interface Attempt {
  readonly nth: number
  readonly at: number
  /** The receiver's status; null without an answer. */
  readonly status: number | null
  readonly failure: string | null
}

export interface NewDelivery {
  readonly merchant: number
  readonly webhookId: string
  readonly type: DeliveryRow['type']
  readonly subject: string
  readonly url: string
  readonly payload: string
  readonly createdAt: number
}

export interface Deliveries {
  readonly add: (delivery: NewDelivery) => void
  readonly exist: (subject: string) => boolean
  /** Deliveries with another attempt, the earliest due first. */
  readonly due: () => Iterable<DeliveryRow & { readonly next_at: number }>
  readonly get: (number: number) => DeliveryRow | undefined
  readonly all: () => readonly DeliveryRow[]
  readonly attemptsOf: (number: number) => readonly Attempt[]
  readonly note: (delivery: DeliveryRow, attempt: Attempt, state: DeliveryRow['state'], nextAt: number | null) => void
}

export const openDeliveries = (sqlite: Sqlite): Deliveries => {
  const insert = sqlite.prepare<unknown[]>(
    `INSERT INTO deliveries (merchant, webhook_id, type, subject, url, payload, created_at, state, tries, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 0, ?)`,
  )
  const known = sqlite.prepare<[string], unknown>('SELECT 1 FROM deliveries WHERE subject = ? LIMIT 1')
  const due = sqlite.prepare<[], DeliveryRow & { next_at: number }>(
    'SELECT * FROM deliveries WHERE next_at IS NOT NULL ORDER BY next_at, number',
  )
  const one = sqlite.prepare<[number], DeliveryRow>('SELECT * FROM deliveries WHERE number = ?')
  const every = sqlite.prepare<[], DeliveryRow>('SELECT * FROM deliveries ORDER BY number')
  const attempts = sqlite.prepare<[number], Attempt>(
    'SELECT nth, at, status, failure FROM attempts WHERE delivery = ? ORDER BY nth',
  )
  const addAttempt = sqlite.prepare<unknown[]>('INSERT INTO attempts VALUES (?, ?, ?, ?, ?)')
  const update = sqlite.prepare<unknown[]>('UPDATE deliveries SET state = ?, tries = ?, next_at = ? WHERE number = ?')
  return {
    add: ({ merchant, webhookId, type, subject, url, payload, createdAt }) => {
      insert.run(merchant, webhookId, type, subject, url, payload, createdAt, createdAt)
    },
    exist: (subject) => known.get(subject) !== undefined,
    due: () => due.iterate(),
    get: (number) => one.get(number),
    all: () => every.all(),
    attemptsOf: (number) => attempts.all(number),
    note: ({ number }, { nth, at, status, failure }, state, nextAt) => {
      addAttempt.run(number, nth, at, status, failure)
      update.run(state, nth, nextAt, number)
    },
  }
}
