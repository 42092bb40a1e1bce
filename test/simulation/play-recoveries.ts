import { entriesIn, type PrintedBank } from './compare-bank.ts'
import { typeCommand } from './driver.ts'
import { act, idOf } from './oracle/acts.ts'
import { type Entry, openSides, payingCredits } from './oracle/bank.ts'
import { isClosed } from './oracle/closing.ts'
import { assessAdjustments, latestOf, stateOf } from './oracle/model.ts'
import { moneyOf } from './oracle/money.ts'
import {
  type Claim,
  effectOf,
  findingsOf,
  findingsShown,
  type Payer,
  type PrintedClaim,
  paidElsewhere,
  payersOf,
  settle,
  settleStatus,
} from './oracle/recoveries.ts'
import { gaveTicket, sentLetter } from './play-letters.ts'
import { expectStatus, type NightEnd, type Stage } from './play-night.ts'
import { type ClaimAct, type Night, nameOf } from './story.ts'

const BY_ANA = ['--reason', 'as the operator says', '--by', 'ana', '--json']
const SAID = ['--reason', 'as the operator says', '--json']

export const pick = <T>(all: readonly T[], at: number): T | undefined => all[Math.floor(at * all.length)]

/** One, sometimes with up to two others of other names. */
const withOthers = <T>(all: readonly T[], at: number, name: (one: T) => string): readonly T[] => {
  const one = pick(all, at)
  const others = all.filter((_, place) => Math.floor(at * 1_000 + place) % 3 === 0)
  return one === undefined ? [] : [...new Map([...others, one].map((each) => [name(each), each])).values()].slice(-3)
}

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

export type Told = { readonly name: string; readonly status: number; readonly lines: readonly string[] } | null
export type Playing = (stage: Stage, act: ClaimAct, now: number) => Promise<Told>

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
  const { model } = stage
  const claims = findingsShown(model).filter(isOfMoney)
  const asked = claims.filter(({ known }) => known.disposition?.kind === 'claimed')
  const named = withOthers(asked.length > 0 ? asked : claims, to, ({ memory }) => nameOf(memory.slot))
  const ids = named.map(({ memory: { slot }, known: { finding } }) =>
    idOf(model.merchant, slot, finding.code, finding.subject),
  )
  return settling(stage, ['discrepancies', 'settle', ...ids], named, other, now)
}

/** What is still claimed of a letter. */
const settledLetter: Playing = async (stage, { to, other }, now) => {
  const letter = pick(stage.model.recoveries.letters, to)
  if (letter === undefined) return null
  const claims = letter.cases.flatMap((one) => {
    const of = findingsOf(stage.model, one)
    return of
      .filter(({ known }) => known.disposition?.kind === 'claimed' && Number(known.finding.amount) > 0)
      .slice(0, 1)
  })
  return settling(stage, ['claims', 'settle', String(letter.number)], claims, other, now)
}

const settling = async (
  stage: Stage,
  command: readonly string[],
  claims: readonly Claim[],
  other: number,
  now: number,
): Promise<Told> => {
  const { place, model } = stage
  const credits = [...openSides(model).credits, ...payingCredits(model).map(({ credit }) => credit)]
  const payer = pick(payersOf(model, credits), other)
  const words = payer === undefined || claims.length === 0 ? null : await wordsOfPayer(stage, payer, now)
  if (payer === undefined || words === null) return null
  const ending = await typeCommand(place, now, [...command, ...words, ...SAID])
  const credit = creditOf(model.bank.entries, payer)
  const payable = paidElsewhere(claims, payer)
  const lines = [...expectStatus(command.join(' '), ending, settleStatus(model, payable, payer, credit))]
  const printed: readonly PrintedClaim[] = ending.status === 0 ? JSON.parse(ending.out).discrepancies : []
  if (ending.status === 0) lines.push(...settle(model, payable.length, payer, credit, printed))
  const [name, many] = [command.slice(0, 2).join(' '), claims.length > 1 ? ' several' : '']
  return { name: `${name}${many} by ${payer.kind}`, status: ending.status, lines }
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
  const invoices = withOthers(charged, to, ({ id }) => id)
  const reading = pick(to < 0.9 ? taking : adjusted, other)
  if (invoices.length === 0 || reading === undefined) return null
  const { slot: adjustment } = reading
  const ids = invoices.map(({ id }) => id)
  const words = ['chargebacks', 'tie', ...ids, '--adjustment', `${adjustment.date}/${adjustment.cycle}`, ...SAID]
  const { ties } = model.recoveries
  const isTaken = ties.some(
    (one) => one.invoices.some((id) => ids.includes(id)) || nameOf(one.adjustment) === nameOf(adjustment),
  )
  const isOpen =
    reading.settlement?.status === 'error' ||
    [adjustment, ...invoices.map(({ slot }) => slot)].some(({ date }) => isClosed(model, date))
  const takesNothing = moneyOf(reading, model.policy).isEcho || effectOf(reading, model.policy) > 0
  const expected = isTaken || takesNothing ? 2 : 0
  const ending = await typeCommand(place, now, words)
  if (ending.status === 0) ties.push({ number: JSON.parse(ending.out).tie.number, invoices: ids, adjustment })
  return {
    name: ids.length > 1 ? 'chargebacks tie several' : 'chargebacks tie',
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

const PLAYS: Readonly<Record<ClaimAct['kind'], Playing>> = {
  claim: claimed,
  settle: settled,
  tie: tied,
  untie: untied,
  letter: sentLetter,
  ticket: gaveTicket,
  'settle-letter': settledLetter,
}
