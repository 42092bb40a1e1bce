import { type Finding, inPesos, inText, size } from './finding.ts'
import { aliased, isKnownCycle, type Money } from './money.ts'
import type { Reading, Settlement } from './reading.ts'
import { type FullPolicy, hourOf, OVERDUE, STUCK } from './words.ts'

/** Findings from the figures and the status of a settlement alone (section 4). */
export const settlementFindings = (reading: Reading, money: Money, policy: FullPolicy): Finding[] => {
  const { settlement } = reading
  if (settlement === null) return missing(reading, money)
  return [
    ...answer(reading, settlement, money, policy),
    ...(money.isFinal && !money.isEcho ? figures(reading, settlement, money, policy) : []),
    ...plain(settlement, money),
    ...status(reading, settlement, money),
  ]
}

const missing = ({ slot, at, malformed }: Reading, { count, listed }: Money): Finding[] => {
  if (count === 0) return []
  const severity = at - hourOf(slot) >= OVERDUE ? 'error' : 'info'
  return [
    {
      code: 'SETTLEMENT_MISSING',
      severity,
      subject: 'settlement',
      unit: 'COP',
      expected: listed,
      amount: malformed.length > 0 ? null : Math.abs(listed),
    },
  ]
}

const answer = ({ slot }: Reading, settlement: Settlement, money: Money, policy: FullPolicy): Finding[] => {
  if (money.isEcho) {
    return [{ code: 'SLOT_ECHO', severity: 'error', subject: 'settlement', unit: null, amount: null }]
  }
  const label = aliased(settlement.cycle, policy)
  if (label === slot.cycle || isKnownCycle(label, policy)) return []
  return [inText('CYCLE_LABEL', 'warning', `cycle:${settlement.cycle}`, settlement.cycle, slot.cycle, null)]
}

const figures = (reading: Reading, settlement: Settlement, money: Money, policy: FullPolicy): Finding[] => {
  const tolerance = Math.round(policy.toleranceCop * 100)
  const found: Finding[] = []
  const compare = (code: string, reported: number, expected: number): void => {
    const gap = size(reported, expected)
    if (gap === 0) return
    if (gap > tolerance) found.push(inPesos(code, 'error', 'settlement', [reported, expected], gap))
    else
      found.push({
        code: 'WITHIN_TOLERANCE',
        severity: 'info',
        subject: TOLERATED[code] ?? '',
        unit: 'COP',
        reported,
        expected,
      })
  }
  if (money.byItsParts !== null) compare('PAYOUT_MISMATCH', settlement.payout, money.byItsParts)
  if (reading.malformed.length > 0) return found
  if (settlement.invoiceCount > 0 && reading.items === 0) {
    found.push({
      code: 'INVOICES_MISSING',
      severity: 'error',
      subject: 'settlement',
      unit: 'invoices',
      amount: Math.abs(settlement.collected),
    })
    return found
  }
  compare('COLLECTED_MISMATCH', settlement.collected, money.listed)
  if (settlement.invoiceCount !== money.count) {
    const [reported, expected] = [settlement.invoiceCount, money.count]
    found.push({
      code: 'COUNT_MISMATCH',
      severity: 'error',
      subject: 'settlement',
      unit: 'invoices',
      reported,
      expected,
      amount: null,
    })
  }
  return found
}

const TOLERATED: Readonly<Record<string, string>> = {
  PAYOUT_MISMATCH: 'settlement.payout',
  COLLECTED_MISMATCH: 'settlement.collected',
}

const plain = (settlement: Settlement, { isEcho }: Money): Finding[] => {
  const { collected, fees, invoiceCount, payout } = settlement
  if (isEcho) return []
  const found: Finding[] = []
  if (payout < 0)
    found.push({
      code: 'NEGATIVE_PAYOUT',
      severity: 'warning',
      subject: 'settlement.payout',
      unit: 'COP',
      reported: payout,
    })
  if (fees > collected && collected > 0) {
    found.push({
      code: 'FEES_EXCEED_COLLECTED',
      severity: 'warning',
      subject: 'settlement.fees',
      unit: 'COP',
      reported: fees,
      expected: collected,
    })
  }
  if (collected < 0) found.push(inPesos('NEGATIVE_AMOUNT', 'error', 'settlement.collected', [collected, 0], null))
  if (fees < 0) found.push(inPesos('NEGATIVE_AMOUNT', 'error', 'settlement.fees', [fees, 0], null))
  if (invoiceCount < 0) {
    found.push({
      code: 'NEGATIVE_AMOUNT',
      severity: 'error',
      subject: 'settlement.invoiceCount',
      unit: 'invoices',
      reported: invoiceCount,
    })
  }
  return found
}

const status = ({ slot, at }: Reading, settlement: Settlement, money: Money): Finding[] => {
  // A settlement of another slot is not judged in this one.
  if (money.isEcho) return []
  const amount = { amount: pesosOf(settlement, money) }
  if (settlement.status === 'error') {
    return [{ code: 'SETTLEMENT_ERROR', severity: 'error', subject: 'settlement', unit: null, ...amount }]
  }
  const age = at - hourOf(slot)
  if (money.isFinal || age < OVERDUE) return []
  const severity = age >= STUCK ? 'error' : 'warning'
  const reported = settlement.status
  return [{ code: 'SETTLEMENT_OVERDUE', severity, subject: 'settlement', unit: null, reported, ...amount }]
}

/** An unchecked gateway settlement has no expected payout: then it is the reported one. */
const pesosOf = ({ payout }: Settlement, { rule, expected }: Money): number | null => {
  if (expected === null) return null
  return Math.abs(rule === 'unchecked' ? payout : expected)
}

/** The name of a slot in findings. */
export const slotText = ({ date, cycle }: { readonly date: string; readonly cycle: string }): string =>
  `${date} cycle ${cycle}`
