import { compareText, dayAfter } from './words.ts'

/** A due of the merchant's list (section 14). Sums are centavos. */
export interface Due {
  readonly key: string
  readonly reference: string | null
  readonly contract: string | null
  readonly document: string | null
  readonly amount: number
  readonly dueDate: string
  readonly month: string
}

/** An invoice that was paid. */
export interface Rent {
  readonly id: string
  readonly reference: string | null
  readonly contract: string | null
  readonly document: string | null
  readonly paid: number
  readonly paidAt: string
  readonly isChargedBack: boolean
}

/** What a person says: these payments are of these dues, or are not. */
export interface RentTie {
  readonly dues: readonly string[]
  readonly payments: readonly string[]
  readonly isTied: boolean
}

export interface RentRules {
  readonly before: number
  readonly after: number
  readonly grace: number
  readonly tolerance: number
}

export interface Use {
  readonly due: Due
  readonly payment: Rent
  readonly kind: 'applied' | 'excess' | 'second'
  readonly sum: number
  /** What tells that they belong together. */
  readonly by: 'person' | 'reference' | 'contract' | 'document'
}

/** What of the payments is of which due; dues and payments of several answers; payments of none. */
export interface Matched {
  /** All dues, the oldest first. */
  readonly dues: readonly Due[]
  readonly uses: readonly Use[]
  readonly ambiguousDues: ReadonlySet<Due>
  readonly ambiguous: readonly Rent[]
  readonly unknown: readonly Rent[]
}

/** Answers have at most so many dues or payments. */
const MOST = 6

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
const byDue = (one: Due, other: Due): number =>
  compareText(one.dueDate, other.dueDate) || compareText(one.key, other.key)
const byPayment = (one: Rent, other: Rent): number =>
  compareText(one.paidAt, other.paidAt) || compareText(one.id, other.id)

const plain = (text: string | null): string | null =>
  text
    ?.trim()
    .toLowerCase()
    .replace(/^0+(?=.)/, '') || null
const contractOf = ({ contract }: { readonly contract: string | null }): string | null => {
  const name = plain(contract)
  return name === '0' ? null : name
}
const referenceOf = ({ reference }: { readonly reference: string | null }): string | null => plain(reference)
const documentOf = ({ document }: { readonly document: string | null }): string | null =>
  plain(document?.replace(/\D/g, '') ?? null)

/** A step finds what bears the same name. */
type Name = (one: Due | Rent) => string | null

interface Answer {
  readonly dues: readonly Due[]
  readonly payments: readonly Rent[]
}

/**
 * Which payment is of which due. Where the contract is silent, as the program: one due against one payment goes before sets;
 * no payment is of a due before its window; one that names another due by a better name is of no other; and what is over
 * or once more may be of a month whose list is not there yet.
 */
export const matchRents = (
  all: readonly Due[],
  payments: readonly Rent[],
  ties: readonly RentTie[],
  rules: RentRules,
  /** Only these, and only by exact sums. */
  whole: readonly Due[] | null = null,
): Matched => {
  const dues = [...all].sort(byDue)
  const refused = ties.filter(({ isTied }) => !isTied)
  const isRefused = (due: Due, { id }: Rent): boolean =>
    refused.some((tie) => tie.dues.includes(due.key) && tie.payments.includes(id))
  const known = (name: Name): ReadonlySet<string | null> => new Set(dues.map(name))
  const [references, contracts] = [known(referenceOf), known(contractOf)]
  const isOfAnother = (name: Name, names: ReadonlySet<string | null>, due: Due, payment: Rent): boolean =>
    name(payment) !== null && names.has(name(payment)) && name(due) !== name(payment)
  const fits = (name: Name, due: Due, payment: Rent): boolean => {
    const day = payment.paidAt.slice(0, 10)
    if (isRefused(due, payment) || day < dayAfter(due.dueDate, -rules.before)) return false
    if (name === referenceOf) return true
    if (isOfAnother(referenceOf, references, due, payment)) return false
    if (name === contractOf) return true
    return !isOfAnother(contractOf, contracts, due, payment) && day <= dayAfter(due.dueDate, rules.after)
  }

  const uses: Use[] = []
  const ambiguousDues = new Set<Due>()
  const ambiguous: Rent[] = []
  let open = dues.filter((due) => whole === null || whole.includes(due))
  let left = payments.filter(({ isChargedBack, paid }) => !isChargedBack && paid > 0).sort(byPayment)
  const owedOf = (due: Due): number =>
    due.amount - sumOf(uses.filter((use) => use.due === due && use.kind === 'applied').map(({ sum }) => sum))
  /** Payments in order fill the dues from the oldest on; what is more than all is over. Dues not whole stay open. */
  const take = ({ dues: some, payments: taken }: Answer, by: Use['by']): void => {
    for (const payment of taken) {
      let rest = payment.paid
      for (const due of some) {
        const sum = Math.min(rest, owedOf(due))
        if (sum > 0) uses.push({ due, payment, kind: 'applied', sum, by })
        rest -= Math.max(sum, 0)
      }
      const last = some.at(-1)
      if (rest > 0 && last !== undefined) uses.push({ due: last, payment, kind: 'excess', sum: rest, by })
    }
    open = open.filter((due) => owedOf(due) === due.amount)
    if (some.length > 0) left = left.filter((payment) => !taken.includes(payment))
  }
  const without = (answer: Answer): void => {
    open = open.filter((due) => !answer.dues.includes(due))
    left = left.filter((payment) => !answer.payments.includes(payment))
  }
  const undecided = (answer: Answer): void => {
    for (const due of answer.dues) ambiguousDues.add(due)
    ambiguous.push(...answer.payments.filter((one) => !ambiguous.includes(one)))
    without(answer)
  }
  const groupsOf = (name: Name): readonly Answer[] => {
    const names = new Set(open.map(name).filter((one) => one !== null))
    return [...names].map((one) => ({
      dues: open.filter((due) => name(due) === one),
      payments: left.filter((payment) => name(payment) === one),
    }))
  }

  /** Of a month whose list is not there yet. */
  const mayBeOfAnotherList = ({ paidAt }: Rent): boolean =>
    [0, rules.before].some((days) => {
      const month = dayAfter(paidAt.slice(0, 10), days).slice(0, 7)
      return !dues.some((due) => due.month === month)
    })

  /** Of dues that are paid: the whole sum of one once more, or too much. */
  const exceed = (own: readonly Due[], payment: Rent, by: Use['by']): void => {
    const twice = own.findLast(({ amount }) => Math.abs(amount - payment.paid) <= rules.tolerance)
    const due = twice ?? own.at(-1)
    if (due === undefined || mayBeOfAnotherList(payment)) return
    uses.push({ due, payment, kind: twice === undefined ? 'excess' : 'second', sum: payment.paid, by })
    left = left.filter((one) => one !== payment)
  }

  // What a person says holds also of a due that another tie has paid.
  const asked = open
  for (const { dues: tied, payments: by } of ties.filter(({ isTied }) => isTied))
    take(
      { dues: asked.filter(({ key }) => tied.includes(key)), payments: left.filter(({ id }) => by.includes(id)) },
      'person',
    )
  for (const name of [referenceOf, contractOf, documentOf]) {
    const steps = name === documentOf ? ONE_TO_ONE : [...ONE_TO_ONE, ...OF_SEVERAL]
    for (const step of steps) {
      for (const group of groupsOf(name)) {
        const { sure, shared } = step(group, (due, payment) => fits(name, due, payment), rules.tolerance)
        for (const answer of sure) take(answer, byOf(name))
        for (const answer of shared) undecided(answer)
      }
    }
  }
  for (const name of whole !== null ? [] : [referenceOf, contractOf]) {
    for (const payment of [...left]) {
      const own = dues.filter(
        (due) =>
          name(due) !== null && name(due) === name(payment) && !ambiguousDues.has(due) && fits(name, due, payment),
      )
      const some = own.filter((due) => owedOf(due) > rules.tolerance)
      if (new Set(some.map(kindOf)).size > 1)
        undecided({ dues: some.filter((due) => owedOf(due) === due.amount), payments: [payment] })
      else if (some.length > 0) take({ dues: some, payments: [payment] }, byOf(name))
      else exceed(own, payment, byOf(name))
    }
  }
  return { dues, uses, ambiguousDues, ambiguous, unknown: left }
}

const byOf = (name: Name): Use['by'] =>
  name === referenceOf ? 'reference' : name === contractOf ? 'contract' : 'document'

/** Dues of one kind are paid in the order in which they fall due. */
const kindOf = (due: Due): string => JSON.stringify(contractOf(due) ?? ['', referenceOf(due)])
type Fits = (due: Due, payment: Rent) => boolean
/** The answers of a step among dues and payments of one name: those that share nothing, and the others. */
type Step = (
  group: Answer,
  fits: Fits,
  tolerance: number,
) => { readonly sure: readonly Answer[]; readonly shared: readonly Answer[] }

const isExact = ({ dues, payments }: Answer, fits: Fits, tolerance: number): boolean =>
  Math.abs(sumOf(dues.map(({ amount }) => amount)) - sumOf(payments.map(({ paid }) => paid))) <= tolerance &&
  dues.every((due) => payments.every((payment) => fits(due, payment)))

const overlaps = (one: Answer, other: Answer): boolean =>
  one.dues.some((due) => other.dues.includes(due)) || one.payments.some((by) => other.payments.includes(by))

/** Of answers that share something, the first are taken where it does not matter which. */
const sorted = (answers: readonly Answer[], isOneKind: (component: readonly Answer[]) => boolean): ReturnType<Step> => {
  const componentOf = (answer: Answer): readonly Answer[] => {
    const found = [answer]
    for (const one of found) found.push(...answers.filter((other) => !found.includes(other) && overlaps(one, other)))
    return found
  }
  const shared = answers.filter((one) => !isOneKind(componentOf(one)))
  const sure: Answer[] = []
  for (const answer of answers)
    if (!shared.includes(answer) && !sure.some((one) => overlaps(one, answer))) sure.push(answer)
  return { sure, shared }
}

const oneToOne =
  (isWithin: boolean): Step =>
  ({ dues, payments }, fits, tolerance) => {
    const pairs = payments.flatMap((payment) => dues.map((due) => ({ dues: [due], payments: [payment] })))
    return sorted(
      pairs.filter((pair) => isExact(pair, fits, isWithin ? tolerance : 0)),
      (component) => {
        const some = [...new Set(component.flatMap((one) => one.dues))]
        const by = new Set(component.flatMap((one) => one.payments))
        const days = new Set(some.map(({ dueDate }) => dueDate))
        return new Set(some.map(kindOf)).size === 1 && (days.size === some.length || by.size >= some.length)
      },
    )
  }

const isOfSameSums = (component: readonly Answer[]): boolean =>
  new Set(
    component.map(({ dues, payments }) =>
      JSON.stringify([
        dues.map((due) => `${kindOf(due)} ${due.amount}`).sort(),
        payments.map(({ paid }) => paid).sort(),
      ]),
    ),
  ).size === 1

const severalDues: Step = ({ dues, payments }, fits) =>
  sorted(
    payments
      .flatMap((payment) => setsOf(dues).map((some) => ({ dues: some, payments: [payment] })))
      .filter((one) => isExact(one, fits, 0)),
    isOfSameSums,
  )

const severalPayments: Step = ({ dues, payments }, fits) =>
  sorted(
    dues
      .flatMap((due) => setsOf(payments).map((by) => ({ dues: [due], payments: by })))
      .filter((one) => isExact(one, fits, 0)),
    isOfSameSums,
  )

const allOfAll: Step = (group, fits) => {
  const { dues, payments } = group
  const isFew = [dues.length, payments.length].every((many) => many > 1 && many <= MOST)
  return { sure: isFew && isExact(group, fits, 0) ? [group] : [], shared: [] }
}

const ONE_TO_ONE = [oneToOne(false), oneToOne(true)]
const OF_SEVERAL = [severalDues, severalPayments, allOfAll]

/** Sets of two to six, those of the first members first. */
const setsOf = <T>(all: readonly T[]): readonly (readonly T[])[] => {
  let sets: (readonly T[])[] = [[]]
  const found: (readonly T[])[] = []
  for (let size = 1; size <= Math.min(MOST, all.length); size += 1) {
    sets = sets.flatMap((set) => all.slice(all.indexOf(set.at(-1) as T) + 1).map((one) => [...set, one]))
    if (size > 1) found.push(...sets)
  }
  return found
}

/** Where a due stands on a day; `isUnread` tells whether a day within its window was never read whole. */
export const stateOfDue = (
  due: Due,
  { uses, ambiguousDues }: Matched,
  wentBack: ReadonlySet<Due>,
  { grace, tolerance }: RentRules,
  asOf: string,
  isUnread: boolean,
): string => {
  const own = uses.filter((use) => use.due === due)
  const applications = own.filter(({ kind }) => kind === 'applied')
  const paid = sumOf(applications.map(({ sum }) => sum))
  if (own.some(({ kind }) => kind === 'second')) return 'twice'
  const excess = sumOf(own.filter(({ kind }) => kind === 'excess').map(({ sum }) => sum))
  if (excess > tolerance && paid >= due.amount - tolerance) return 'over'
  if (applications.length > 0 && paid >= due.amount - tolerance) return 'paid'
  if (applications.length > 0) return applications.length > 1 ? 'part' : 'short'
  if (ambiguousDues.has(due)) return 'ambiguous'
  if (wentBack.has(due)) return 'charged-back'
  if (asOf < due.dueDate) return 'not-due'
  if (isUnread) return 'not-known'
  return asOf <= dayAfter(due.dueDate, grace) ? 'due' : 'overdue'
}

/** Dues that nothing paid, and that a payment which went back would have. */
export const wentBackOf = (
  { dues, uses, ambiguousDues }: Matched,
  payments: readonly Rent[],
  ties: readonly RentTie[],
  rules: RentRules,
): ReadonlySet<Due> => {
  const open = dues.filter((due) => !ambiguousDues.has(due) && !uses.some((use) => use.due === due))
  const back = payments.filter(({ isChargedBack }) => isChargedBack).map((one) => ({ ...one, isChargedBack: false }))
  return new Set(matchRents(dues, back, ties, rules, open).uses.map(({ due }) => due))
}
