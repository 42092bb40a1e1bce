import { type Entry, reversalsOf, type Tie } from './oracle/bank.ts'
import { gapsOf, standingOf } from './oracle/bank-findings.ts'
import { EVERY_FINDING, type Model, memoryOf, stateOf } from './oracle/model.ts'
import { nameOf, type SlotKey } from './story.ts'

interface PrintedEntry {
  readonly id: string
  readonly account: string
  readonly on: string
  readonly value: number
}

interface PrintedTie {
  /** Absent for candidates. */
  readonly number?: number
  readonly settlements: readonly SlotKey[]
  readonly entries: readonly PrintedEntry[]
  readonly undone?: object | null
}

/** The part of `bank list --json` that is compared. */
export interface PrintedBank {
  readonly bridge: readonly { readonly kind: string; readonly settlements: number; readonly payouts: number }[]
  readonly gaps: readonly {
    readonly account: string
    readonly after: string
    readonly before: string
    readonly reported: number | null
    readonly expected: number | null
  }[]
  readonly ties: readonly PrintedTie[]
  readonly open: readonly (SlotKey & {
    readonly state: string
    readonly lastDay: string | null
    readonly payout: number
    readonly candidates: readonly PrintedTie[]
    readonly proposed: { readonly entry: PrintedEntry } | null
  })[]
  readonly unknownCredits: readonly PrintedEntry[]
  readonly reversals: readonly { readonly credit: PrintedEntry; readonly debit: PrintedEntry }[]
}

const entryText = ({ account, on, value }: Omit<PrintedEntry, 'id'>): string => `${account} ${on} ${value}`
const ownEntryText = (entry: Entry): string => entryText({ ...entry, value: entry.value / 100 })
/** All entries in the document. */
export const entriesIn = ({ ties, open, unknownCredits }: PrintedBank): readonly PrintedEntry[] =>
  [...ties, ...open.flatMap(({ candidates }) => candidates)]
    .flatMap(({ entries }) => entries)
    .concat(unknownCredits, proposedIn(open))

const proposedIn = (open: PrintedBank['open']): readonly PrintedEntry[] =>
  open.flatMap(({ proposed }) => (proposed === null ? [] : [proposed.entry]))

const gapText = (...parts: readonly [string, string, string, readonly (number | null)[]]): string =>
  JSON.stringify(parts)

const list = (texts: readonly string[]): string => [...texts].sort().join('; ')

const printedTieText = ({ settlements, entries }: PrintedTie): string =>
  `${settlements.map(nameOf).sort()} = ${entries.map(entryText).sort()}`
const tieText = ({ payouts, entries }: Tie): string =>
  `${payouts.map(({ slot }) => nameOf(slot)).sort()} = ${entries.map(ownEntryText).sort()}`

const quiet = (state: string): string => (['on-the-way', 'not-covered'].includes(state) ? 'quiet' : state)
const stateText = ({ state, lastDay }: { readonly state: string; readonly lastDay: string | null }): string =>
  `${state} ${lastDay}`

/** What a person did about a payout that is missing or to be confirmed: it is settled when they accepted it, or its claim is paid. Null where that is left open. */
const isSettled = (slot: SlotKey, atBank: string | null | undefined, model: Model): boolean | null => {
  const name = atBank === 'unconfirmed' ? 'BANK_UNCONFIRMED settlement' : 'BANK_MISSING settlement'
  const { known, undecided } = memoryOf(model, slot)
  const finding = known.get(name)
  if (finding === undefined || undecided.has(name) || undecided.has(EVERY_FINDING)) return null
  return ['accepted', 'paid'].includes(stateOf(finding))
}
const TO_SETTLE: readonly (string | null)[] = ['missing', 'unconfirmed']

/** Compares ties, open payouts with their candidates, unexplained credits, and gaps. */
export const compareBank = (printed: PrintedBank, model: Model): readonly string[] => {
  const { open, unknown } = standingOf(model)
  const openState = (slot: SlotKey): string | null | undefined =>
    open.find(({ payout }) => nameOf(payout.slot) === nameOf(slot))?.state
  const same = (name: string, is: readonly string[], should: readonly string[]): readonly string[] =>
    list(is) === list(should) ? [] : [`bank list: ${name}: ${list(is)}; should be ${list(should)}`]
  return [
    ...same(
      'ties',
      printed.ties.filter(({ undone }) => undone === null).map(printedTieText),
      model.bank.ties.map(tieText),
    ),
    ...same(
      'open',
      printed.open.flatMap((one) => {
        const own = openState(one)
        const isOpen = one.state === 'settled' && isSettled(one, own, model) === null
        const state = isOpen ? (own ?? 'missing') : one.state
        return own === null
          ? []
          : [`${nameOf(one)} ${one.payout} ${own === 'quiet' ? quiet(state) : stateText({ ...one, state })}`]
      }),
      open.flatMap(({ payout: { slot, sum, to }, state: atBank }) => {
        const state = TO_SETTLE.includes(atBank) && isSettled(slot, atBank, model) === true ? 'settled' : atBank
        const lastDay = state === 'on-the-way' || atBank === 'missing' ? to : null
        return state === null
          ? []
          : [`${nameOf(slot)} ${sum / 100} ${state === 'quiet' ? state : stateText({ state, lastDay })}`]
      }),
    ),
    ...same(
      'candidates',
      printed.open.flatMap((one) => one.candidates.map((tie) => `${nameOf(one)}: ${printedTieText(tie)}`)),
      open.flatMap(({ payout, candidates }) => candidates.map((tie) => `${nameOf(payout.slot)}: ${tieText(tie)}`)),
    ),
    ...same(
      'proposed',
      proposedIn(printed.open).map(entryText),
      open.flatMap(({ near }) => (near === null ? [] : [ownEntryText(near)])),
    ),
    ...same('unknown credits', printed.unknownCredits.map(entryText), unknown.map(ownEntryText)),
    ...same(
      'reversals',
      printed.reversals.map(({ credit, debit }) => `${entryText(credit)} by ${entryText(debit)}`),
      reversalsOf(model).map(({ credit, debit }) => `${ownEntryText(credit)} by ${ownEntryText(debit)}`),
    ),
    ...same(
      'gaps',
      printed.gaps.map(({ account, after, before, reported, expected }) =>
        gapText(account, after, before, [reported, expected]),
      ),
      gapsOf(model.bank).map(({ account, after, before, balances }) =>
        gapText(account, after, before, balances?.map((balance) => balance / 100) ?? [null, null]),
      ),
    ),
  ]
}
