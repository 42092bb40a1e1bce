import { nameOf } from '../story.ts'
import { type Finding, inPesos, keyOf } from './finding.ts'
import { isPaidOnce } from './invoice-findings.ts'
import { type Money, moneyOf } from './money.ts'
import type { Invoice, Reading } from './reading.ts'
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
  policy: FullPolicy,
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
  adjustments(sorted, policy, file, (reading, key) => undecided.push({ slot: nameOf(reading.slot), key }))
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
const adjustments = (sorted: readonly Reading[], policy: FullPolicy, file: File, leaveOpen: LeaveOpen): void => {
  const [withLater, withoutLater] = [true, false].map((hasLater) => {
    const found = new Map<string, readonly [Reading, Finding]>()
    const name = (reading: Reading, finding: Finding): string => `${nameOf(reading.slot)} ${keyOf(finding)}`
    debits(sorted, policy, hasLater, (...filed) => found.set(name(...filed), filed), leaveOpen)
    return found
  })
  for (const [name, [reading, finding]] of [...(withLater ?? []), ...(withoutLater ?? [])]) {
    const [one, other] = [withLater?.get(name)?.[1], withoutLater?.get(name)?.[1]]
    if (JSON.stringify(one) !== JSON.stringify(other)) leaveOpen(reading, keyOf(finding))
    else if (one === finding) file(reading, finding)
  }
}

/** Chargebacks and the adjustments that debit them, by exact sums, in order of settlement. */
const debits = (
  sorted: readonly Reading[],
  policy: FullPolicy,
  hasLater: boolean,
  file: File,
  leaveOpen: LeaveOpen,
): void => {
  const all = sorted.flatMap((reading) =>
    [...reading.invoices.values()]
      .filter(({ status }) => status === 'chargeback')
      .map((invoice) => ({ reading, invoice })),
  )
  const inTwo = idsOf(all).size !== all.length
  let open = all
  for (const reading of sorted) {
    const given = reading.settlement?.adjustments ?? 0
    if (given === 0 || moneyOf(reading, policy).isEcho) continue
    const effect = policy.adjustments === 'add' ? given : -given
    const debited = hasLater ? open : open.filter((one) => bySlot(one.reading.slot, reading.slot) <= 0)
    const paid = debited.map(({ invoice }) => invoice.paid ?? 0)
    const sets = effect < 0 ? subsetsThatSum(paid, -effect) : []
    if (inTwo && sets.length > 0) leaveOpen(reading, 'ADJUSTMENT settlement')
    const explained = sets.length > 0
    const severity = explained ? 'info' : effect < 0 ? 'error' : 'warning'
    file(
      reading,
      inPesos('ADJUSTMENT', severity, 'settlement', [given, explained ? given : 0], explained ? 0 : Math.abs(given)),
    )
    // An adjustment that its payout leaves out takes no money, and so debits nothing.
    if (['gateway-collected', 'gateway-zero'].includes(moneyOf(reading, policy).rule ?? '')) continue
    const [only] = sets
    if (sets.length === 1 && only !== undefined)
      open = open.filter((one) => !only.some((place) => debited[place] === one))
  }
  for (const { reading, invoice } of open) {
    if (!moneyOf(reading, policy).isFinal) continue
    const finding: Finding = {
      code: 'CHARGEBACK_NOT_DEBITED',
      severity: 'info',
      subject: `invoice:${invoice.id}`,
      amount: invoice.paid === null ? null : Math.abs(invoice.paid),
    }
    // Whether a negative payment leaves something to debit is open.
    if (inTwo || moneyOf(reading, policy).isEcho || (invoice.paid ?? 0) <= 0) leaveOpen(reading, keyOf(finding))
    else file(reading, finding)
  }
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
