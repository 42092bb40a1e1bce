import { nameOf, type SlotKey } from '../story.ts'
import { standingOf } from './bank-findings.ts'
import { feesOf } from './fee-findings.ts'
import { SETTLEMENT_FIELDS } from './invoice-findings.ts'
import { type Known, latestOf, type Model, type SlotMemory, stateOf } from './model.ts'
import { type Money, moneyOf } from './money.ts'
import { isCounted, type Reading } from './reading.ts'
import { isOpen, verdictOf } from './verdict.ts'
import { bogotaText, compareText, isDate, presentIn } from './words.ts'

/** A row of a CSV file as text. A cell that is absent is not determined by the contract. */
export type Row = Readonly<Record<string, string>>

/** Plain digits with a dot and no grouping; absent is empty. */
export const cell = (centavos: number | null): string => {
  if (centavos === null) return ''
  const whole = Math.trunc(Math.abs(centavos) / 100)
  const rest = Math.abs(centavos) % 100
  const text = rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`
  return centavos < 0 ? `-${text}` : text
}

/** Text that a spreadsheet would run as a formula gets an apostrophe. */
const text = (value: string | null): string => (value === null ? '' : /^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

export const settlementRow = (memory: SlotMemory, model: Model, now: number): Row => {
  const reading = latestOf(memory)
  const { date, cycle } = memory.slot
  const known = [...memory.known.values()]
  const counts = (state: string): string => String(known.filter((one) => stateOf(one) === state).length)
  const codes = known.filter((one) => isOpen(stateOf(one))).map(({ finding }) => finding.code)
  return {
    merchant: model.merchant,
    date,
    cycle,
    verdict: verdictOf(memory, model, now),
    discrepancies: [...new Set(codes)].sort().join(' '),
    accepted: counts('accepted'),
    claimed: counts('claimed'),
    ...bankedCells(memory, model),
    ...(reading === null
      ? { fees_expected: '', fees_difference: '' }
      : { ...figureCells(reading, moneyOf(reading, model.policy), memory), ...feeCells(reading, memory, model) }),
  }
}

/** Of several payouts each gets its own sum in order and as far as the credits go, the last one the rest. */
const bankedCells = ({ slot }: SlotMemory, model: Model): Row => {
  const { ties } = model.bank
  const tie = ties.find(({ payouts }) => payouts.some((payout) => nameOf(payout.slot) === nameOf(slot)))
  if (tie === undefined) return proposedCells(slot, model)
  const place = tie.payouts.findIndex((one) => nameOf(one.slot) === nameOf(slot))
  const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  const before = sumOf(tie.payouts.slice(0, place).map(({ sum }) => sum))
  const left = Math.max(sumOf(tie.entries.map(({ value }) => value)) - before, 0)
  const banked = place === tie.payouts.length - 1 ? left : Math.min(left, tie.payouts[place]?.sum ?? 0)
  const days = tie.entries.map(({ on }) => on).sort()
  return { banked: cell(banked), banked_on: days.at(-1) ?? '' }
}

/** A credit that a person has not confirmed yet counts as arrived. */
const proposedCells = (slot: SlotKey, model: Model): Row => {
  const open = model.bank.statements.length === 0 ? [] : standingOf(model).open
  const near = open.find(({ payout }) => nameOf(payout.slot) === nameOf(slot))?.near ?? null
  return near === null ? { banked: '', banked_on: '' } : { banked: cell(near.value), banked_on: near.on }
}

/** An unchecked gateway payout is not compared, and nothing is expected of it. */
const payoutCells = (money: Money, why: string | null): Row => {
  const isUnchecked = money.rule === 'unchecked'
  const isGiven = why !== 'unread' && !isUnchecked
  return {
    not_compared: why ?? (isUnchecked ? 'unchecked' : ''),
    payout_expected: cell(isGiven ? money.expected : null),
    fees_deducted: cell(isGiven ? money.deducted : null),
    payout_difference: cell(isGiven ? money.difference : null),
  }
}

const figureCells = (reading: Reading, money: Money, memory: SlotMemory): Row => {
  const { settlement } = reading
  const isUnread = memory.isIncomplete
  const notCompared = isUnread ? ['unread'] : money.notCompared
  const isCompared = settlement !== null && notCompared.length === 0
  const difference = (reported: number, listed: number): number | null => (isCompared ? reported - listed : null)
  const whole = (value: number | null): string => (value === null ? '' : String(value))
  return {
    status: settlement?.status ?? '',
    invoices_listed: whole(money.count),
    collected_listed: cell(money.listed),
    payout_rule: money.rule ?? '',
    ...(notCompared.length > 1 ? {} : payoutCells(money, notCompared[0] ?? null)),
    ...pulledAt(memory),
    ...(settlement === null
      ? {}
      : {
          invoices_reported: whole(settlement.invoiceCount),
          invoices_difference: whole(difference(settlement.invoiceCount, money.count)),
          collected_reported: cell(settlement.collected),
          collected_difference: cell(difference(settlement.collected, money.listed)),
          fees: cell(settlement.fees),
          adjustments: cell(settlement.adjustments),
          gateway: String(settlement.gateway),
          payout_reported: cell(settlement.payout),
          paid_out: cell(money.isFinal ? settlement.payout : 0),
          in_process: cell(money.isFinal || settlement.status === 'error' ? 0 : settlement.payout),
          failed: cell(settlement.status === 'error' ? settlement.payout : 0),
        }),
  }
}

/**
 * Expected fees are shown whenever the tariff gives them for a list that was read whole; for an empty slot that is left
 * open.
 */
const feeCells = (reading: Reading, { isIncomplete }: SlotMemory, { policy }: Model): Row => {
  const { settlement, malformed } = reading
  const money = moneyOf(reading, policy)
  const { expected, isCompared } = feesOf(reading, money, policy)
  if (expected === 'undecided' || (settlement === null && money.count === 0)) return {}
  const isShown = !isIncomplete && !money.isEcho && malformed.length === 0
  const isHeldAgainst = !isIncomplete && isCompared && settlement !== null && expected !== null
  return {
    fees_expected: cell(isShown ? expected : null),
    fees_difference: cell(isHeldAgainst ? settlement.fees - expected : null),
  }
}

/** When the content shown was first read: an unchanged reading does not change it. */
const pulledAt = ({ readings }: SlotMemory): Row => {
  const first = firstOfLast(readings, shownOf)
  return first === undefined || first !== firstOfLast(readings, (reading) => contentOf(reading) + pagingOf(reading))
    ? {}
    : { pulled_at: bogotaText(first.at) }
}

/** The reading since which the content is that of the last; undefined when it was the same once before. */
const firstOfLast = (readings: readonly Reading[], contentOf: (reading: Reading) => string): Reading | undefined => {
  const contents = readings.map(contentOf)
  const last = contents.at(-1)
  const start = contents.findLastIndex((content) => content !== last) + 1
  return contents.indexOf(last ?? '') < start ? undefined : readings[start]
}

export const contentOf = ({ settlement, invoices, malformed, repeats }: Reading): string =>
  JSON.stringify([
    settlement === null ? null : presentIn(settlement.body),
    [...invoices.values()].map(({ body }) => JSON.stringify(presentIn(body))).sort(),
    malformed.map(({ digest }) => digest).sort(),
    [...repeats].sort(),
  ])

/** Whether undocumented fields of a settlement are part of the content is left open. */
const shownOf = (reading: Reading): string => {
  const { settlement } = reading
  if (settlement === null) return contentOf(reading)
  const documented = Object.entries(settlement.body).filter(([field]) => SETTLEMENT_FIELDS.includes(field))
  return contentOf({ ...reading, settlement: { ...settlement, body: Object.fromEntries(documented) } })
}

/** Whether the paging of a list, and how often an invoice is repeated, are part of the content is left open. */
const pagingOf = ({ wrongCounts, cursorAbsent, items }: Reading): string =>
  `${wrongCounts > 0} ${cursorAbsent} ${items}`

export const invoiceRows = (memory: SlotMemory, model: Model): readonly Row[] => {
  const reading = latestOf(memory)
  if (reading === null) return []
  const { date, cycle } = memory.slot
  return [...reading.invoices.values()]
    .sort((one, other) => compareText(one.id, other.id))
    .map((invoice) => ({
      merchant: model.merchant,
      date,
      cycle,
      invoice_id: text(invoice.id),
      reference: text(invoice.reference),
      status: text(invoice.status),
      counted: String(isCounted(invoice, model.policy)),
      contract: text(invoice.contract),
      customer_document: text(invoice.document),
      customer_name: text(invoice.name),
      description: text(invoice.description),
      amount: cell(invoice.amount),
      paid: cell(invoice.paid),
      payment_method: text(invoice.paymentMethod),
      payment_source: text(invoice.paymentSource),
      payment_id: text(invoice.paymentId),
      payment_date: timeCell(invoice.paymentDate),
      created_at: timeCell(invoice.createdAt),
      settlement_status: reading.settlement?.status ?? '',
      own_date: text(invoice.ownDate),
      own_cycle: text(invoice.ownCycle),
    }))
}

/** In the zone of the policy; a text that is no time is unchanged. */
const timeCell = (time: string | null): string =>
  time !== null && isDate(time) ? bogotaText(Date.parse(time)) : text(time)

/** The file of a date lists new, open, accepted and claimed findings, and those that the latest reading resolved. */
export const isListed = (known: Known, memory: SlotMemory): boolean =>
  known.resolved === null || known.resolved.place === latestOf(memory)?.place

export const discrepancyCells = (known: Known): Row => {
  const { finding } = known
  const isInPesos = finding.unit === 'COP'
  const figure = (value: number | string | null): string =>
    value === null ? '' : typeof value === 'string' ? text(value) : isInPesos ? cell(value) : String(value)
  const { reported, expected } = finding
  const isNumber = typeof reported === 'number' && typeof expected === 'number'
  return {
    ...(finding.severity === undefined ? {} : { severity: finding.severity }),
    ...(known.isFromElsewhere ? {} : timeCells(known)),
    ...(finding.unit === undefined ? {} : { unit: finding.unit ?? '' }),
    ...(reported === undefined ? {} : { reported: figure(reported) }),
    ...(expected === undefined ? {} : { expected: figure(expected) }),
    ...(isNumber ? { difference: figure(reported - expected) } : {}),
    ...(finding.amount === undefined ? {} : { amount: cell(finding.amount) }),
  }
}

const timeCells = (known: Known): Row => ({ state: stateOf(known), first_seen: bogotaText(known.firstSeen) })
