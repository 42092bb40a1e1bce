import {
  ENTRY_KINDS,
  type EntryKind,
  type JournalLine,
  type JournalSettings,
  ROLES,
  type Role,
} from '../core/journal.ts'
import { type Centavos, minus, negate, plus, sumOf, ZERO } from '../core/money.ts'
import { addDays, type SlotDate } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { compareText } from '../std/compare-text.ts'
import { accountOf, roleName } from './accounts.ts'
import { line } from './entry.ts'
import { type JournalProof, PROVED, type ProvedRole } from './proofs.ts'
import type { Asserted } from './text-journals.ts'
import type { Booked, Voucher } from './vouchers.ts'
import { TEXTS } from './words.ts'

/** The entries of one kind. */
export interface KindSum {
  readonly kind: EntryKind
  readonly entries: number
  readonly debit: Centavos
}

/** What was booked on the accounts of a role. */
export interface RoleSum {
  readonly role: Role
  /** As it is set now; null where none is, and for withholdings, which have one each. */
  readonly account: string | null
  readonly opening: Centavos
  readonly debit: Centavos
  readonly credit: Centavos
  readonly closing: Centavos
}

/**
 * Sums up entries as they pass: those before the first day are the opening. Of entries older than the journal itself, only the proved
 * accounts are known: the merchant's ledger has the others from before.
 */
export class JournalSums {
  readonly #settings: JournalSettings
  readonly #from: SlotDate
  readonly #kinds = new Map<EntryKind, { entries: number; debit: Centavos }>()
  readonly #roles = new Map<Role, { opening: Centavos; debit: Centavos; credit: Centavos }>()
  /** By account, before the first day and since. */
  readonly #openings = new Map<string, JournalLine>()
  readonly #balances = new Map<string, Centavos>()
  open = 0
  frozen = 0
  lines = 0

  constructor(settings: JournalSettings, from: SlotDate) {
    this.#settings = settings
    this.#from = from
  }

  add(entry: Booked): void {
    const isBefore = entry.date < this.#from
    const isOlder = isBefore && entry.date < (this.#settings.from ?? entry.date)
    const kind = this.#kinds.get(entry.kind) ?? { entries: 0, debit: ZERO }
    for (const one of entry.lines) {
      const { role, name, sum } = one
      if (isOlder && !isProved(role)) continue
      const before = this.#roles.get(role) ?? { opening: ZERO, debit: ZERO, credit: ZERO }
      const account = accountOf(one, this.#settings)
      const key = account ?? roleName(one)
      if (isBefore) {
        this.#roles.set(role, { ...before, opening: plus(before.opening, sum) })
        const opened = plus(this.#openings.get(key)?.sum ?? ZERO, sum)
        this.#openings.set(key, { ...line(role, opened, { name }), account })
      } else {
        const side = sum > ZERO ? { debit: plus(before.debit, sum) } : { credit: minus(before.credit, sum) }
        this.#roles.set(role, { ...before, ...side })
        add(this.#balances, key, sum)
        this.lines += 1
        if (sum > ZERO) kind.debit = plus(kind.debit, sum)
      }
    }
    if (isBefore) return
    this.#kinds.set(entry.kind, { ...kind, entries: kind.entries + 1 })
    if (entry.closing === null) this.open += 1
    else this.frozen += 1
  }

  kinds(): readonly KindSum[] {
    return ENTRY_KINDS.flatMap((kind) => {
      const sums = this.#kinds.get(kind)
      return sums === undefined ? [] : [{ kind, ...sums }]
    })
  }

  roles(): readonly RoleSum[] {
    return ROLES.flatMap((role) => {
      const sums = this.#roles.get(role)
      if (sums === undefined) return []
      const closing = minus(plus(sums.opening, sums.debit), sums.credit)
      const account = role === 'withholdings' ? null : accountOf(line(role, ZERO), this.#settings)
      return [{ role, account, ...sums, closing }]
    })
  }

  proofs(expected: Readonly<Record<ProvedRole, Centavos>>): readonly JournalProof[] {
    const roles = this.roles()
    const sum = (of: (one: RoleSum) => Centavos): Centavos => roles.map(of).reduce(plus, ZERO)
    return [
      ...PROVED.map((of) => ({
        of,
        expected: expected[of],
        booked: roles.find(({ role }) => role === of)?.closing ?? ZERO,
      })),
      { of: 'debits', expected: sum(({ credit }) => credit), booked: sum(({ debit }) => debit) },
    ]
  }

  /** The entry of the balances on the day before the first; null where there are none. */
  opening(say: (text: Both<string>) => string): Voucher | null {
    const opened = [...this.#openings].sort(([a], [b]) => compareText(a, b)).map(([, one]) => one)
    const rest = sumOf(opened.map(({ sum }) => sum))
    const account = accountOf(line('opening', ZERO), this.#settings)
    const lines = [...opened, { ...line('opening', negate(rest)), account }].filter(({ sum }) => sum !== ZERO)
    if (lines.length === 0) return null
    const date = addDays(this.#from, -1)
    return {
      ...{ key: 'opening', id: 'opening', kind: 'opening', day: date, date, slot: null, text: say(TEXTS.opening) },
      ...{ findings: [], number: null, closing: null, reverses: null, voucherType: null, costCenter: null, lines },
    }
  }

  /** What the proved accounts should hold: what stands there, and what the proofs find beside it. */
  asserted(day: SlotDate, proofs: readonly JournalProof[], say: (text: Both<string>) => string): Asserted {
    const own = new Map<string, Centavos>()
    for (const [account, { sum }] of this.#openings) add(own, account, sum)
    for (const [account, sum] of this.#balances) add(own, account, sum)
    const asserted = new Map<string, Centavos>()
    for (const { of, expected, booked } of proofs) {
      if (of === 'debits') continue
      const account = accountOf(line(of, ZERO), this.#settings)
      if (account === null || !own.has(account)) continue
      asserted.set(account, plus(asserted.get(account) ?? own.get(account) ?? ZERO, minus(expected, booked)))
    }
    return { day, text: say(TEXTS.asserted), balances: [...asserted].sort() }
  }

  /** The accounts of all lines, and of the opening. */
  accounts(): readonly string[] {
    const opening = accountOf(line('opening', ZERO), this.#settings)
    const opened = this.#openings.size === 0 || opening === null ? [] : [opening]
    return [...new Set([...this.#openings.keys(), ...this.#balances.keys(), ...opened])].sort()
  }
}

const isProved = (role: Role): boolean => PROVED.some((one) => one === role)

const add = (sums: Map<string, Centavos>, account: string, sum: Centavos): void => {
  sums.set(account, plus(sums.get(account) ?? ZERO, sum))
}
