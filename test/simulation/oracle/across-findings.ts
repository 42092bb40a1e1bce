import { nameOf } from '../story.ts'
import { type Finding, inPesos, keyOf } from './finding.ts'
import { isPaidOnce } from './invoice-findings.ts'
import type { Model } from './model.ts'
import { type Money, moneyOf } from './money.ts'
import type { Invoice, Reading } from './reading.ts'
import { effectOf, type Recoveries } from './recoveries.ts'
import { bySlot, compareText, type FullPolicy } from './words.ts'

/** Findings that depend on more than one slot, by the slot in which they are filed. */
export interface AcrossFindings {
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  /** Slot and finding, when the contract leaves open whether it exists. */
  readonly undecided: readonly { readonly slot: string; readonly key: string }[]
}

interface Place {
  readonly reading: Reading
  readonly invoice: Invoice
}

/** `latest` has the latest whole reading of each slot, `read` names the slots read in this run. */
export const acrossFindings = (
  latest: readonly Reading[],
  read: ReadonlySet<string>,
  { policy, recoveries }: Pick<Model, 'policy' | 'recoveries'>,
  chargedBefore: readonly (readonly [slot: string, invoice: string])[] = [],
): AcrossFindings => {
  const findings = new Map<string, Finding[]>()
  const undecided: { slot: string; key: string }[] = []
  const file = (reading: Reading, finding: Finding): void => {
    const name = nameOf(reading.slot)
    findings.set(name, [...(findings.get(name) ?? []), finding])
  }
  const sorted = [...latest].sort((one, other) => bySlot(one.slot, other.slot))
  const places = sorted.flatMap((reading) =>
    [...reading.invoices.values()]
      .sort((one, other) => compareText(one.id, other.id))
      .map((invoice) => ({ reading, invoice })),
  )
  duplicatePayments(places, file, (reading, key) => undecided.push({ slot: nameOf(reading.slot), key }))
  duplicateReferences(places, file, (reading, key) => undecided.push({ slot: nameOf(reading.slot), key }))
  inTwoSlots(places, read, file, (reading, key) => undecided.push({ slot: nameOf(reading.slot), key }))
  gatewayReadings(sorted, policy, file)
  for (const [slot, id] of chargedBefore) undecided.push({ slot, key: `CHARGEBACK_NOT_DEBITED invoice:${id}` })
  const hasPast = chargedBefore.length > 0
  adjustments(sorted, policy, { hasPast, ...recoveries }, file, (reading, key) =>
    undecided.push({ slot: nameOf(reading.slot), key }),
  )
  return { findings, undecided }
}

type File = (reading: Reading, finding: Finding) => void
type LeaveOpen = (reading: Reading, key: string) => void

const groupedBy = (places: readonly Place[], key: (place: Place) => string | null): ReadonlyMap<string, Place[]> => {
  const groups = new Map<string, Place[]>()
  for (const place of places) {
    const name = key(place)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), place])
  }
  return groups
}

const idsOf = (places: readonly Place[]): ReadonlySet<string> => new Set(places.map(({ invoice }) => invoice.id))

const duplicatePayments = (places: readonly Place[], file: File, leaveOpen: LeaveOpen): void => {
  for (const [id, group] of groupedBy(places, ({ invoice }) => invoice.paymentId)) {
    const last = group.at(-1)
    if (last === undefined || idsOf(group).size < 2) continue
    const finding: Finding = {
      code: 'DUPLICATE_PAYMENT',
      severity: 'error',
      subject: `payment:${id}`,
      unit: null,
      amount: Math.abs(group.slice(1).reduce((sum, { invoice }) => sum + (invoice.paid ?? 0), 0)),
    }
    const isPlain = idsOf(group).size === group.length && group.every(({ invoice }) => isPaidOnce(invoice))
    if (isPlain) file(last.reading, finding)
    else for (const { reading } of group) leaveOpen(reading, keyOf(finding))
  }
}

const duplicateReferences = (places: readonly Place[], file: File, leaveOpen: LeaveOpen): void => {
  for (const [text, group] of groupedBy(places, ({ invoice }) => invoice.reference)) {
    const finding: Finding = {
      code: 'DUPLICATE_REFERENCE',
      severity: 'warning',
      subject: `reference:${text}`,
      unit: null,
    }
    const paid = group.filter(({ invoice }) => invoice.status === 'paid')
    if (idsOf(group).size < 2) continue
    // Each later holder is a pair with the first: every slot of a later one has it once.
    if (idsOf(group).size === group.length && paid.length === group.length)
      for (const reading of new Set(paid.slice(1).map((place) => place.reading))) file(reading, finding)
    else if (idsOf(paid).size > 1 || group.some(({ invoice }) => invoice.status === 'chargeback')) {
      for (const { reading } of group) leaveOpen(reading, keyOf(finding))
    }
  }
}

const inTwoSlots = (places: readonly Place[], read: ReadonlySet<string>, file: File, leaveOpen: LeaveOpen): void => {
  for (const [id, group] of groupedBy(places, ({ invoice }) => invoice.id)) {
    const last = group.at(-1)
    if (last === undefined || group.length < 2) continue
    const paid = last.invoice.paid
    const finding: Finding = {
      code: 'INVOICE_IN_TWO_SLOTS',
      severity: 'error',
      subject: `invoice:${id}`,
      unit: null,
      amount: paid === null ? null : Math.abs(paid),
    }
    if (group.length === 2 && group.every(({ reading }) => read.has(nameOf(reading.slot)))) file(last.reading, finding)
    else for (const { reading } of group) leaveOpen(reading, keyOf(finding))
  }
}

const gatewayReadings = (sorted: readonly Reading[], policy: FullPolicy, file: File): void => {
  let previous: { readonly money: Money; readonly fits: boolean } | null = null
  for (const reading of sorted) {
    const { settlement } = reading
    const money = moneyOf(reading, policy)
    if (settlement === null || !settlement.gateway || !money.isFinal || money.isEcho) continue
    const gap = money.byItsParts === null ? 0 : Math.abs(settlement.payout - money.byItsParts)
    const fits = gap <= Math.round(policy.toleranceCop * 100)
    const finding: Finding = { code: 'GATEWAY_READING', subject: 'settlement', unit: 'COP' }
    if (money.rule?.startsWith('gateway-') && fits) {
      const usual = previous === null || !previous.fits ? null : previous.money.rule
      const severity: { severity?: Finding['severity'] & string } =
        previous === null
          ? { severity: 'info' }
          : usual === null
            ? {}
            : { severity: usual === money.rule ? 'info' : 'warning' }
      const [reported, expected] = [settlement.payout, money.byItsParts ?? settlement.payout]
      file(reading, { ...finding, ...severity, reported, expected })
    }
    previous = { money, fits }
  }
}

/**
 * Whether a chargeback of a later settlement explains an adjustment is left open: results that differ without these are
 * not filed.
 */
const adjustments = (
  sorted: readonly Reading[],
  policy: FullPolicy,
  said: Said,
  file: File,
  leaveOpen: LeaveOpen,
): void => {
  const [withLater, withoutLater] = [true, false].map((hasLater) => {
    const found = new Map<string, readonly [Reading, Finding]>()
    const name = (reading: Reading, finding: Finding): string => `${nameOf(reading.slot)} ${keyOf(finding)}`
    debits(sorted, policy, { hasLater, ...said }, (...filed) => found.set(name(...filed), filed), leaveOpen)
    return found
  })
  for (const [name, [reading, finding]] of [...(withLater ?? []), ...(withoutLater ?? [])]) {
    const [one, other] = [withLater?.get(name)?.[1], withoutLater?.get(name)?.[1]]
    if (JSON.stringify(one) !== JSON.stringify(other)) leaveOpen(reading, keyOf(finding))
    else if (one === finding) file(reading, finding)
  }
}

/** What people said of adjustments and chargebacks; `hasPast` when some chargebacks are none any more. */
interface Said extends Recoveries {
  readonly hasPast: boolean
}

interface Debit {
  readonly reading: Reading
  /** What the adjustment takes; positive. */
  readonly sum: number
}

/**
 * Chargebacks and the adjustments that debit them, each once, by exact sums: one and one, then one and several, then
 * several and one. Where several sets fit, the contract leaves their names open.
 */
const debits = (
  sorted: readonly Reading[],
  policy: FullPolicy,
  { hasLater, hasPast, paid, ties }: Said & { readonly hasLater: boolean },
  file: File,
  leaveOpen: LeaveOpen,
): void => {
  const charged = sorted.flatMap((reading) =>
    [...reading.invoices.values()].filter(isCharged).map((invoice) => ({ reading, invoice })),
  )
  const adjusted = sorted.flatMap((reading) => {
    const given = reading.settlement?.adjustments ?? 0
    if (given === 0 || reading.settlement?.status === 'error' || moneyOf(reading, policy).isEcho) return []
    return [{ reading, given, effect: effectOf(reading, policy) }]
  })
  const mayBe = (debit: Debit, place: Place): boolean => hasLater || bySlot(place.reading.slot, debit.reading.slot) <= 0
  const isLeftOut = (reading: Reading): boolean =>
    ['gateway-collected', 'gateway-zero'].includes(moneyOf(reading, policy).rule ?? '')
  const tied = ties.flatMap(({ invoices, adjustment }) => {
    const reading = adjusted.find((one) => nameOf(one.reading.slot) === nameOf(adjustment))?.reading
    const places = charged.filter(({ invoice }) => invoices.includes(invoice.id))
    return reading === undefined || places.length < invoices.length ? [] : [{ reading, places }]
  })
  const isTied = new Set<unknown>(tied.flatMap(({ reading, places }) => [reading, ...places]))
  const taking = adjusted
    .filter(({ effect, reading }) => effect < 0 && !isLeftOut(reading) && !isTied.has(reading))
    .map(({ reading, effect }) => ({ reading, sum: -effect }))
  const { matches, isOpen } = matchesOf(
    taking,
    charged.filter((one) => !isTied.has(one)),
    mayBe,
  )
  const isUnsure =
    isOpen ||
    hasPast ||
    tied.length < ties.length ||
    idsOf(charged).size !== charged.length ||
    charged.some(({ invoice }) => paidOf(invoice) <= 0)
  const paidWith = ({ slot }: Reading): number =>
    paid.reduce(
      (sum, one) => sum + (one.payer.kind === 'adjustment' && nameOf(one.payer.slot) === nameOf(slot) ? one.sum : 0),
      0,
    )
  const explained = new Set(matches.flatMap(({ debits: of }) => of.map(({ reading }) => reading)))
  for (const { reading, given, effect } of adjusted) {
    const tie = tied.find((one) => one.reading === reading)
    const byPeople = tie === undefined ? Math.min(effect, paidWith(reading)) : -sumPaid(tie.places)
    const part = explained.has(reading) ? effect : effect < 0 && tie === undefined ? 0 : byPeople
    const rest = effect - part
    const severity = rest === 0 ? 'info' : rest < 0 ? 'error' : 'warning'
    const [expected, amount] = [effect === given ? part : part === 0 ? 0 : -part, Math.abs(rest)]
    if (isUnsure || isLeftOut(reading)) leaveOpen(reading, 'ADJUSTMENT settlement')
    else file(reading, inPesos('ADJUSTMENT', severity, 'settlement', [given, expected], amount))
  }
  const debited = new Set([...matches, ...tied].flatMap(({ places }) => places))
  const singles = matches.filter(({ debits: of, places }) => of.length === 1 && places.length === 1)
  const equals = new Map<string, readonly Place[]>()
  for (const place of charged) {
    const { reading, invoice } = place
    if (debited.has(place) || !moneyOf(reading, policy).isFinal || moneyOf(reading, policy).isEcho) continue
    const isOneOfEqual = singles.some(
      ({ debits: [debit], places: [other] }) =>
        debit !== undefined && other !== undefined && paidOf(other.invoice) === paidOf(invoice) && mayBe(debit, place),
    )
    const name = isOneOfEqual ? `${paidOf(invoice)}` : invoice.id
    equals.set(name, [...(equals.get(name) ?? []), place])
  }
  for (const group of equals.values()) {
    const last = group.at(-1)
    if (last === undefined) continue
    const finding: Finding = {
      code: 'CHARGEBACK_NOT_DEBITED',
      severity: 'info',
      subject: `invoice:${last.invoice.id}`,
      amount: group.reduce((sum, { invoice }) => sum + paidOf(invoice), 0),
    }
    if (!isUnsure) file(last.reading, finding)
  }
  if (isUnsure)
    for (const { reading, invoice } of charged) leaveOpen(reading, `CHARGEBACK_NOT_DEBITED invoice:${invoice.id}`)
}

const isCharged = ({ status }: Invoice): boolean => status === 'chargeback'
const paidOf = ({ paid }: Invoice): number => paid ?? 0
const sumPaid = (places: readonly Place[]): number => places.reduce((sum, { invoice }) => sum + paidOf(invoice), 0)

interface DebitMatch {
  readonly debits: readonly Debit[]
  readonly places: readonly Place[]
}

/** `isOpen` when several sets fit: which are taken then decides what is left for the others. */
const matchesOf = (
  taking: readonly Debit[],
  charged: readonly Place[],
  mayBe: (debit: Debit, place: Place) => boolean,
): { readonly matches: readonly DebitMatch[]; readonly isOpen: boolean } => {
  const [debits, places] = [new Set(taking), new Set(charged)]
  const matches: DebitMatch[] = []
  let isOpen = false
  const take = (match: DebitMatch): void => {
    for (const debit of match.debits) debits.delete(debit)
    for (const place of match.places) places.delete(place)
    matches.push(match)
  }
  for (const debit of taking) {
    const place = [...places].find((one) => paidOf(one.invoice) === debit.sum && mayBe(debit, one))
    if (place !== undefined) take({ debits: [debit], places: [place] })
  }
  for (const debit of [...debits]) {
    const usable = [...places].filter((place) => mayBe(debit, place))
    const sets = subsetsThatSum(
      usable.map(({ invoice }) => paidOf(invoice)),
      debit.sum,
    )
    isOpen ||= sets.length > 1
    const [only] = sets
    if (only !== undefined) take({ debits: [debit], places: usable.filter((_, at) => only.includes(at)) })
  }
  for (const place of [...places]) {
    const usable = [...debits].filter((debit) => mayBe(debit, place))
    const sets = subsetsThatSum(
      usable.map(({ sum }) => sum),
      paidOf(place.invoice),
    )
    isOpen ||= sets.length > 1
    const [only] = sets
    if (only !== undefined) take({ debits: usable.filter((_, at) => only.includes(at)), places: [place] })
  }
  return { matches, isOpen }
}

/** Every set of positions whose values add up to the sum. */
const subsetsThatSum = (values: readonly number[], sum: number): readonly (readonly number[])[] => {
  const found: number[][] = []
  const search = (from: number, left: number, chosen: readonly number[]): void => {
    if (left === 0 && chosen.length > 0) found.push([...chosen])
    for (let place = from; place < values.length; place += 1) {
      const value = values[place] ?? 0
      if (value > 0 && value <= left) search(place + 1, left - value, [...chosen, place])
    }
  }
  search(0, sum, [])
  return found
}
