import { entriesIn, type PrintedBank } from './compare-bank.ts'
import { typeCommand } from './driver.ts'
import { act, idOf } from './oracle/acts.ts'
import { type Entry, openSides, payingCredits } from './oracle/bank.ts'
import { isClosed } from './oracle/closing.ts'
import { assessAdjustments, latestOf, stateOf } from './oracle/model.ts'
import {
  type Claim,
  effectOf,
  findingsShown,
  type Payer,
  type PrintedClaim,
  payersOf,
  settle,
  settleStatus,
} from './oracle/recoveries.ts'
import { expectStatus, type NightEnd, type Stage } from './play-night.ts'
import { type ClaimAct, type Night, nameOf } from './story.ts'

const BY_ANA = ['--reason', 'as the operator says', '--by', 'ana', '--json']
const SAID = ['--reason', 'as the operator says', '--json']

const pick = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]

/** What a person says of claims and chargebacks before a night. */
export const playRecoveries = async (stage: Stage, { claimActs = [] }: Night, now: number): Promise<NightEnd> => {
  const [lines, statuses]: [string[], string[]] = [[], []]
  for (const one of claimActs) {
    if (stage.model.bank.isUndecided) break
    const told = await PLAYS[one.kind](stage, one, now)
    if (told === null) continue
    statuses.push(`${told.name} ${told.status}`)
    lines.push(...told.lines)
    assessAdjustments(stage.model, now)
  }
  return { lines, statuses }
}

type Told = { readonly name: string; readonly status: number; readonly lines: readonly string[] } | null
type Playing = (stage: Stage, act: ClaimAct, now: number) => Promise<Told>

const isOfMoney = ({ known: { finding } }: Claim): boolean => finding.severity === 'error' && Number(finding.amount) > 0

const claimed: Playing = async ({ place, model }, { to }, now) => {
  const claim = pick(
    findingsShown(model).filter((one) => isOfMoney(one) && ['new', 'open'].includes(stateOf(one.known))),
    to,
  )
  if (claim === undefined) return null
  const target = { slot: claim.memory.slot, ...claim.known.finding }
  const words = ['discrepancies', 'claim', idOf(model.merchant, target.slot, target.code, target.subject), ...BY_ANA]
  const ending = await typeCommand(place, now, words)
  const covered = ending.status === 0 ? JSON.parse(ending.out).discrepancies : []
  const expected = act(model, { kind: 'claim', to }, target, now, covered)
  return { name: 'claim', status: ending.status, lines: expectStatus('claim', ending, expected) }
}

const settled: Playing = async (stage, { to, other }, now) => {
  const { place, model } = stage
  const credits = [...openSides(model).credits, ...payingCredits(model).map(({ credit }) => credit)]
  const claims = findingsShown(model).filter(isOfMoney)
  const asked = claims.filter(({ known }) => known.disposition?.kind === 'claimed')
  const claim = pick(asked.length > 0 ? asked : claims, to)
  const payer = pick(payersOf(model, credits), other)
  if (claim === undefined || payer === undefined) return null
  const words = await wordsOfPayer(stage, payer, now)
  if (words === null) return null
  const { slot } = claim.memory
  const id = idOf(model.merchant, slot, claim.known.finding.code, claim.known.finding.subject)
  const ending = await typeCommand(place, now, ['discrepancies', 'settle', id, ...words, ...SAID])
  const credit = creditOf(model.bank.entries, payer)
  const lines = [...expectStatus('settle', ending, settleStatus(model, claim, payer, credit))]
  const printed: readonly PrintedClaim[] = ending.status === 0 ? JSON.parse(ending.out).discrepancies : []
  if (ending.status === 0) lines.push(...settle(model, claim, payer, credit, printed))
  return { name: `settle by ${payer.kind}`, status: ending.status, lines }
}

const creditOf = (entries: readonly Entry[], payer: Payer): number =>
  payer.kind === 'entry' ? (entries.find((one) => one.place === payer.place)?.value ?? 0) : 0

/** Null when "bank list" names no such credit. */
const wordsOfPayer = async ({ place, model }: Stage, payer: Payer, now: number): Promise<readonly string[] | null> => {
  if (payer.kind === 'adjustment') return ['--by', `${payer.slot.date}/${payer.slot.cycle}`]
  const { out } = await typeCommand(place, now, ['bank', 'list', '--all', '--json'])
  const known = new Set(entriesIn(JSON.parse(out) as PrintedBank).map(({ id }) => id))
  const name = model.bank.names.get(payer.place)
  return name === undefined || !known.has(name) ? null : ['--by-entry', name]
}

const tied: Playing = async ({ place, model }, { to, other }, now) => {
  const latest = [...model.slots.values()].flatMap((memory) => latestOf(memory) ?? [])
  const charged = latest.flatMap(({ slot, invoices }) =>
    [...invoices.values()]
      .filter(({ status, paid }) => status === 'chargeback' && Number(paid) > 0)
      .map((one) => ({ ...one, slot })),
  )
  const adjusted = latest.filter(({ settlement }) => settlement !== null && settlement.adjustments !== 0)
  const taking = adjusted.filter((one) => effectOf(one, model.policy) < 0)
  const invoice = pick(charged, to)
  const reading = pick(to < 0.9 ? taking : adjusted, other)
  if (invoice === undefined || reading === undefined) return null
  const { slot: adjustment } = reading
  const words = ['chargebacks', 'tie', invoice.id, '--adjustment', `${adjustment.date}/${adjustment.cycle}`, ...SAID]
  const { ties } = model.recoveries
  const isTaken = ties.some((one) => one.invoices.includes(invoice.id) || nameOf(one.adjustment) === nameOf(adjustment))
  const isOpen =
    reading.settlement?.status === 'error' || isClosed(model, adjustment.date) || isClosed(model, invoice.slot.date)
  const expected = isTaken || effectOf(reading, model.policy) > 0 ? 2 : 0
  const ending = await typeCommand(place, now, words)
  if (ending.status === 0) ties.push({ number: JSON.parse(ending.out).tie.number, invoices: [invoice.id], adjustment })
  return {
    name: 'chargebacks tie',
    status: ending.status,
    lines: expectStatus('chargebacks tie', ending, isOpen ? null : expected),
  }
}

const untied: Playing = async ({ place, model: { recoveries } }, { to }, now) => {
  const tie = pick(recoveries.ties, to)
  if (tie === undefined) return null
  recoveries.ties.splice(recoveries.ties.indexOf(tie), 1)
  const ending = await typeCommand(place, now, ['chargebacks', 'untie', String(tie.number), ...SAID])
  return { name: 'chargebacks untie', status: ending.status, lines: expectStatus('chargebacks untie', ending, 0) }
}

const PLAYS: Readonly<Record<ClaimAct['kind'], Playing>> = { claim: claimed, settle: settled, tie: tied, untie: untied }
