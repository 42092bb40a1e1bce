import { type Chance, chanceOf } from '../chance.ts'
import { businessDaysAfter } from '../oracle/business-days.ts'
import { readSettlement } from '../oracle/reading.ts'
import { dayAfter } from '../oracle/words.ts'
import {
  type BankAct,
  type Night,
  nameOf,
  type SlotKey,
  type Statement,
  type StatementRow,
  type Story,
} from '../story.ts'

const OPERATOR = 'PAGO PAYCO SAS'
const MAPPING = {
  headerRows: 1,
  date: 'Fecha',
  amount: { value: 'Valor' },
  text: ['Texto'],
  dates: 'yyyy-mm-dd',
  decimal: '.',
}

/** Adds a bank to the story: payouts arrive, and its statements are imported between the nights. */
export const addStatements = (story: Story, seed: number): Story => {
  const chance = chanceOf(seed + 2_000_003)
  const accounts = chance.percent(20) ? ['0311', '0312'] : ['0311']
  const rows = accounts.map((_, place) => rowsOf(chance, place === 0 ? payoutsIn(story) : [], story))
  const hasBalances = chance.percent(50)
  const imports = accounts.map((account, place) => {
    const opening = hasBalances ? chance.whole(1, 900) * 100_000 : null
    return statementsOf(chance, { account, opening, rows: rows[place] ?? [] }, story)
  })
  const nights = story.nights.map((night, place): Night => {
    const statements = imports.flatMap((own) => own[place] ?? [])
    const acts = bankActs(chance)
    return {
      ...night,
      ...(statements.length === 0 ? {} : { statements }),
      ...(acts.length === 0 ? {} : { bankActs: acts }),
    }
  })
  const bankDays = chance.percent(30) ? { bankDays: chance.whole(0, 2) } : {}
  const bankMapping = hasBalances ? { ...MAPPING, balance: 'Saldo' } : MAPPING
  return { policy: { ...story.policy, bankText: 'Payco', bankMapping, ...bankDays }, nights }
}

/** In some nights a person ties open payouts, or undoes a tie. */
const bankActs = (chance: Chance): readonly BankAct[] =>
  Array.from({ length: chance.percent(60) ? chance.whole(1, 4) : 0 }, (): BankAct => {
    const to = chance.whole(0, 999) / 1_000
    if (chance.percent(35)) return { kind: 'untie', to }
    return { kind: 'tie', among: chance.oneOf(['answers', 'answers', 'open', 'open', 'tied', 'refused']), to }
  })

interface PaidOut {
  readonly slot: SlotKey
  /** The day on which the service reported it. */
  readonly day: string
  readonly sum: number
}

/** The first payout that each settlement reports as paid. */
const payoutsIn = ({ nights, policy: { finalStatuses = ['paid', 'credited'] } }: Story): readonly PaidOut[] => {
  const payouts = new Map<string, PaidOut>()
  for (const { at, changes } of nights) {
    for (const change of changes) {
      if (change.kind !== 'settlement' || change.body === null) continue
      const settlement = readSettlement(change.body)
      if (settlement === null || !finalStatuses.includes(settlement.status) || settlement.payout <= 0) continue
      const slot = { date: change.date, cycle: change.cycle }
      if (!payouts.has(nameOf(slot))) payouts.set(nameOf(slot), { slot, day: at.slice(0, 10), sum: settlement.payout })
    }
  }
  return [...payouts.values()]
}

const rowsOf = (chance: Chance, payouts: readonly PaidOut[], { nights }: Story): readonly StatementRow[] => {
  const rows: StatementRow[] = []
  const credit = (on: string, value: number): void => {
    if (value > 0) rows.push({ on, value, text: `${OPERATOR} ${chance.oneOf(['', 'BOGOTA', 'ABONO'])}`.trim() })
  }
  for (let place = 0; place < payouts.length; place += 1) {
    const { day, sum } = payouts[place] as PaidOut
    const on = businessDaysAfter(day, chance.oneOf([0, 0, 0, 1, 1, 2, 3, 4]))
    const next = payouts[place + 1]
    const kind = chance.whole(1, 100)
    if (kind <= 8) continue
    if (kind <= 14) credit(on, sum + chance.oneOf([-100, 100, 50_000, -1]))
    else if (kind <= 28) {
      const part = Math.floor(sum / chance.whole(2, 5))
      credit(on, part)
      credit(chance.percent(70) ? on : dayAfter(on, 1), sum - part)
    } else if (kind <= 45 && next !== undefined) {
      place += 1
      credit(next.day > on ? next.day : on, sum + next.sum)
    } else if (kind <= 49) {
      credit(on, sum)
      credit(on, sum)
    } else credit(on, sum)
  }
  const [first, last] = [nights[0]?.at.slice(0, 10) ?? '', nights.at(-1)?.at.slice(0, 10) ?? '']
  for (let on = first; on <= last; on = dayAfter(on, 1)) {
    if (chance.percent(10)) credit(on, chance.whole(10, 900) * 100_000)
    if (chance.percent(70)) rows.push({ on, value: -chance.whole(1, 9) * 100, text: 'GMF 4X1000' })
    if (chance.percent(30)) rows.push({ on, value: chance.whole(1, 90) * 100_000, text: 'CONSIGNACION INQUILINO' })
  }
  for (const { on, value } of rows.filter((row) => row.value > 0 && row.text.startsWith(OPERATOR))) {
    const later = businessDaysAfter(on, chance.oneOf([0, 1, 1, 2, 3, 4]))
    if (chance.percent(8)) rows.push({ on: later, value: -value, text: `REVERSO ${OPERATOR}` })
  }
  return rows.sort((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))
}

/** All movements of an account during a story. */
interface AccountOfStory {
  readonly account: string
  /** The balance before the first row, in centavos; null when its files have none. */
  readonly opening: number | null
  readonly rows: readonly StatementRow[]
}

/**
 * The files of each night: the days since the last one, sometimes with earlier days, with gaps, or an earlier file
 * again.
 */
const statementsOf = (
  chance: Chance,
  account: AccountOfStory,
  { nights }: Story,
): readonly (readonly Statement[])[] => {
  let since = ''
  const before: Statement[] = []
  return nights.map(({ at }) => {
    const own: Statement[] = []
    if (before.length > 0 && chance.percent(8)) own.push(chance.oneOf(before))
    if (!chance.percent(45)) return own
    const until = dayAfter(at.slice(0, 10), -chance.oneOf([0, 1, 1, 2]))
    const from = since === '' ? '' : dayAfter(since, chance.oneOf([1, 1, 1, 1, -1, 0, -3, 2, 3]))
    const statement = statementOf(chance, account, from, until)
    if (statement === null) return own
    if (statement.isBroken !== true) {
      since = statement.rows.at(-1)?.on ?? since
      before.push(statement)
    }
    own.push(statement)
    return own
  })
}

/** Of files with balances, some lack their last row, and some have a wrong balance. */
const statementOf = (
  chance: Chance,
  { account, opening, rows }: AccountOfStory,
  from: string,
  until: string,
): Statement | null => {
  const days = rows.filter(({ on }) => on >= from && on <= until)
  const [first] = days
  if (first === undefined) return null
  if (opening === null) return { account, rows: days }
  const balance = rows.slice(0, rows.indexOf(first)).reduce((sum, { value }) => sum + value, opening)
  const shown = days.length > 1 && chance.percent(12) ? days.slice(0, -1) : days
  const isBroken = shown.length > 1 && chance.percent(6)
  return { account, rows: shown, opening: balance, ...(isBroken ? { isBroken } : {}) }
}
