import {
  type BankListReport,
  BANK_LIST as DOCUMENT,
  type UnexplainedCredit,
} from '../../reports/documents/bank/bank-list-report.ts'
import {
  type BridgeRow,
  bankBridge,
  bankedOf,
  type PayoutAtBank,
  restOfPayout,
  whereIs,
} from '../core/bank/bank-overview.ts'
import type { AccountEntry, StatementGap } from '../core/bank/bank-statement.ts'
import type { Arrival, Reversal } from '../core/bank/payout-arrivals.ts'
import type { BankTie } from '../core/bank/tie-out.ts'
import { type Centavos, minus, size, sumOf } from '../core/money.ts'
import type { Slot } from '../core/slot.ts'
import { aSwitch } from '../input/options.ts'
import { sumIn } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { column, note, type Report, table } from '../print/report.ts'
import { type Both, inBoth } from '../std/both.ts'
import { BRIDGE_WORDS, confirmations, ID_DIGITS, MAY_BE } from '../words/bank-words.ts'
import { dayIn } from '../words/dates.ts'
import { question } from './question.ts'

/** The bridge from paid out to arrived, then the open items. */
export const BANK_LIST = question({
  name: 'bank list',
  group: 'bank',
  describe: {
    en: 'What was paid out against what arrived at the bank, and what is open',
    es: 'Lo abonado frente a lo que llegó al banco, y lo pendiente',
  },
  inSight: { en: 'which payouts arrived, which are missing', es: 'qué abonos llegaron y cuáles faltan' },
  manual: '`--all` also lists the ties, and every list in full; the forms other than text always do.',
  examples: [
    [
      'cuadre bank list',
      { en: 'paid out against arrived, and what is open', es: 'lo abonado frente a lo que llegó, y lo pendiente' },
    ],
    ['cuadre bank list --all', { en: 'with all ties', es: 'con todos los cruces' }],
  ],
  operands: {},
  options: {
    all: aSwitch(
      {
        en: 'Also list the ties, and show every list in full',
        es: 'Muestra también los cruces, y cada lista completa',
      },
      { isOfScreen: true },
    ),
  },
  isOfPast: true,
  read: async (context) => (await import('../../jobs/bank/read-bank.ts')).readBank(context),
  shape: DOCUMENT,
  report: (facts, _context, { all }) => bankListReport(facts, all),
})

/** The bridge and the open items; with `all` a screen has the ties, too, and every list in full. */
export const bankListReport = (facts: BankListReport, all: boolean): Report => {
  const lists = [
    openTable(facts),
    unconfirmedTable(facts),
    confirmationTable(facts),
    differingTable(facts),
    creditsTable(facts),
    reversalsTable(facts),
    tiesTable(facts, all),
  ]
  return {
    merchant: facts.merchant,
    title: { en: 'Paid out against arrived at the bank', es: 'Lo abonado frente a lo que llegó al banco' },
    sections: [
      accountsTable(facts),
      ...facts.gaps.map((gap) => note(gapInWords(gap))),
      bridgeTable(facts),
      ...lists.map((one) => (all ? one : { ...one, most: LINES_MAX })),
      ...(facts.isComplete ? [] : [note(INCOMPLETE)]),
    ],
  }
}

/** The most lines of a list on the screen, unless all is asked for. */
const LINES_MAX = 40

const INCOMPLETE: Both<string> = {
  en: 'There were too many sets of credits to try all of them: "bank tie" says what belongs together.',
  es: 'Había demasiadas combinaciones de consignaciones para probarlas todas: "bank tie" dice qué va junto.',
}

const accountsTable = ({ covered }: BankListReport) =>
  table({
    name: 'accounts',
    title: { en: 'Statements cover', es: 'Los extractos cubren' },
    rows: covered,
    columns: [
      { name: 'account', kind: 'text', head: { en: 'Account', es: 'Cuenta' }, of: ({ account }) => account },
      { name: 'from', kind: 'date', head: { en: 'From', es: 'Desde' }, of: ({ from }) => from },
      { name: 'to', kind: 'date', head: { en: 'To', es: 'Hasta' }, of: ({ to }) => to },
    ],
  })

const gapInWords = ({ account, after, before, balances, isWithin }: StatementGap): Both<string> =>
  inEach((language) => {
    const [first, last] = [dayIn(after, language), dayIn(before, language)]
    if (balances === null)
      return {
        en: `No statement covers the days after ${first} and before ${last} (${account})`,
        es: `Ningún extracto cubre los días después del ${first} y antes del ${last} (${account})`,
      }[language]
    const sum = sumIn(size(minus(balances.reported, balances.expected)), language)
    return isWithin
      ? {
          en: `Another file has other entries of ${first} to ${last}: the closing balances differ by ${sum} (${account})`,
          es: `Otro archivo tiene otros movimientos del ${first} al ${last}: los saldos finales difieren en ${sum} (${account})`,
        }[language]
      : {
          en: `The balance of ${first} and the opening one of ${last} differ by ${sum} (${account})`,
          es: `El saldo del ${first} y el inicial del ${last} difieren en ${sum} (${account})`,
        }[language]
  })

/** Rows that people see only where there are any. */
const ONLY_WHERE_ANY: ReadonlySet<BridgeRow['kind']> = new Set(['unconfirmed', 'settled', 'negative', 'echo'])

/** Who sums up a CSV file must not meet a sum in it. */
const bridgeTable = ({ payouts, withoutCredit }: BankListReport) =>
  table({
    name: 'bridge',
    title: null,
    rows: bankBridge(payouts, withoutCredit),
    line: ({ kind, settlements }) => {
      if (kind === 'total') return { isTotal: true, only: ['text', 'html', 'xlsx'] }
      return settlements === 0 && ONLY_WHERE_ANY.has(kind) ? { only: ['csv'] } : {}
    },
    columns: [
      { name: 'kind', kind: 'word', head: inBoth(''), words: BRIDGE_WORDS, least: 24, of: ({ kind }) => kind },
      { name: 'settlements', kind: 'count', head: SETTLEMENTS, of: ({ settlements }) => settlements },
      { name: 'payouts', kind: 'money', head: PAYOUTS, of: (row) => row.payouts },
      { name: 'banked', kind: 'money', head: ARRIVED, of: ({ banked }) => banked },
    ],
  })

const openTable = ({ payouts }: BankListReport) =>
  table<BankListReport['payouts'][number]>({
    name: 'open',
    title: { en: 'Not arrived', es: 'No han llegado' },
    rows: payouts.filter(({ arrival }) => bankedOf(arrival) === null),
    line: ({ arrival }) => (arrival.kind === 'not-covered' ? { only: ['csv', 'xlsx'] } : {}),
    columns: [
      ...slotColumns<PayoutAtBank>(({ slot }) => slot),
      { name: 'payout', kind: 'money', head: PAYOUT, of: ({ payout }) => payout },
      column('left', 'money', { en: 'Left', es: 'Falta' }, restOfPayout),
      column('state', 'word', { en: 'Where it is', es: 'Dónde está' }, whereIs, { words: BRIDGE_WORDS, least: 12 }),
      column('last_day', 'date', { en: 'Last day', es: 'Último día' }, ({ arrival }) =>
        'lastDay' in arrival ? arrival.lastDay : null,
      ),
      ...idColumns<PayoutAtBank>('credits', { en: 'Credits', es: 'Consignaciones' }, ({ arrival }) =>
        arrival.kind === 'candidates' ? arrival.candidates.flatMap(({ credits }) => credits.map(({ id }) => id)) : [],
      ),
    ],
  })

type Row<T> = Parameters<typeof table<T>>[0]['columns']

const slotColumns = <T>(slotOf: (row: T) => Slot): Row<T> => [
  { name: 'date', kind: 'date', head: { en: 'Settlement', es: 'Liquidación' }, of: (row) => slotOf(row).date },
  { name: 'cycle', kind: 'text', head: { en: 'Cycle', es: 'Ciclo' }, of: (row) => slotOf(row).cycle },
]

const idColumns = <T>(name: string, head: Both<string>, idsOf: (row: T) => readonly string[]): Row<T> => {
  const ids = (row: T, digits?: number) => [...new Set(idsOf(row))].map((id) => id.slice(0, digits)).join(' ') || null
  return [
    { name, kind: 'text', head, only: ['text'], least: ID_DIGITS, of: (row) => ids(row, ID_DIGITS) },
    { name, kind: 'text', head, only: ['csv', 'html', 'xlsx'], of: (row) => ids(row) },
  ]
}

/** The columns of an entry of the bank. */
const entryColumns = <T>(entryOf: (row: T) => AccountEntry): Row<T> => [
  ...idColumns<T>('credit', { en: 'Credit', es: 'Consignación' }, (row) => [entryOf(row).id]),
  column('account', 'text', { en: 'Account', es: 'Cuenta' }, (row) => entryOf(row).account, { only: ['csv', 'xlsx'] }),
  { name: 'day', kind: 'date', head: { en: 'Day', es: 'Día' }, of: (row) => entryOf(row).bookedOn },
]

const COP = inBoth('COP')
const SETTLEMENTS = { en: 'Settlements', es: 'Liquidaciones' }
const PAYOUT = { en: 'Payout', es: 'Abono' }
const PAYOUTS = { en: 'Payouts', es: 'Abonos' }
const ARRIVED = { en: 'Arrived', es: 'Llegó' }
const DIFFERENCE = { en: 'Difference', es: 'Diferencia' }
const TIE = { en: 'Tie', es: 'Cruce' }

/** A payout that counts as arrived with a credit of another sum. */
type Unconfirmed = PayoutAtBank & { readonly arrival: Extract<Arrival, { readonly kind: 'unconfirmed' }> }

const unconfirmedTable = ({ payouts }: BankListReport) =>
  table<Unconfirmed>({
    name: 'unconfirmed',
    title: { en: 'Arrived with another sum, to be confirmed', es: 'Llegaron por otro valor, por confirmar' },
    sheet: { en: 'To be confirmed', es: 'Por confirmar' },
    rows: payouts.filter((one): one is Unconfirmed => whereIs(one) === 'unconfirmed'),
    columns: [
      ...slotColumns<Unconfirmed>(({ slot }) => slot),
      { name: 'payout', kind: 'money', head: PAYOUT, of: ({ payout }) => payout },
      ...entryColumns<Unconfirmed>(({ arrival }) => arrival.credit),
      ...bankedColumns<Unconfirmed>(({ arrival }) => arrival.credit.value),
      column(
        'may_be',
        'text',
        { en: 'May be', es: 'Puede ser' },
        ({ arrival: { mayBe } }) =>
          mayBe.length === 0 ? null : inEach((language) => mayBe.map(({ kind }) => MAY_BE[kind][language]).join(', ')),
        { least: 8 },
      ),
    ],
  })

const bankedColumns = <T extends { readonly payout: Centavos }>(bankedOf: (row: T) => Centavos): Row<T> => [
  { name: 'banked', kind: 'money', head: ARRIVED, of: bankedOf },
  { name: 'difference', kind: 'change', head: DIFFERENCE, of: (row) => minus(bankedOf(row), row.payout) },
]

const confirmationTable = ({ payouts }: BankListReport) =>
  table<Both<string>>({
    name: 'confirmations',
    title: null,
    only: ['text', 'html'],
    rows: payouts.flatMap((one) => {
      const [en, es] = [confirmations(one, 'en'), confirmations(one, 'es')]
      return en.map((command, at) => ({ en: command, es: es[at] ?? '' }))
    }),
    columns: [column('command', 'text', { en: 'To confirm:', es: 'Para confirmar:' }, (command) => command)],
  })

/** A payout that is tied to another sum, or whose other sum was accepted. */
interface Differing extends Pick<PayoutAtBank, 'slot' | 'payout'> {
  readonly banked: Centavos
  readonly tie: number | null
}

const differingOf = (one: PayoutAtBank): Differing | readonly [] => {
  const { slot, payout, arrival } = one
  const banked = bankedOf(arrival)
  if (banked === null || banked === payout || whereIs(one) === 'unconfirmed') return []
  return { slot, payout, banked, tie: arrival.kind === 'arrived' ? arrival.tie : null }
}

const differingTable = ({ payouts }: BankListReport) =>
  table<Differing>({
    name: 'differing',
    title: { en: 'Arrived with another sum', es: 'Llegaron por otro valor' },
    sheet: { en: 'Another sum', es: 'Por otro valor' },
    rows: payouts.flatMap(differingOf),
    columns: [
      ...slotColumns<Differing>(({ slot }) => slot),
      { name: 'payout', kind: 'money', head: PAYOUT, of: ({ payout }) => payout },
      ...bankedColumns<Differing>(({ banked }) => banked),
      { name: 'tie', kind: 'id', head: TIE, of: ({ tie }) => tie },
    ],
  })

const creditsTable = ({ unknownCredits }: BankListReport) =>
  table({
    name: 'unknown-credits',
    title: {
      en: 'Credits of the operator that no payout explains',
      es: 'Consignaciones del operador que ningún abono explica',
    },
    sheet: { en: 'Not explained', es: 'Sin explicar' },
    rows: unknownCredits,
    columns: [
      ...entryColumns<UnexplainedCredit>((one) => one),
      { name: 'value', kind: 'money', head: COP, of: ({ value }) => value },
      column<UnexplainedCredit>(
        'accepted_on',
        'date',
        { en: 'Accepted', es: 'Aceptada' },
        ({ acceptedOn }) => acceptedOn ?? null,
      ),
    ],
  })

const reversalsTable = ({ reversals }: BankListReport) =>
  table<Reversal>({
    name: 'reversals',
    title: {
      en: 'Credits of the operator that the bank took back',
      es: 'Consignaciones del operador que el banco reversó',
    },
    sheet: { en: 'Taken back', es: 'Reversadas' },
    rows: reversals,
    columns: [
      ...entryColumns<Reversal>(({ credit }) => credit),
      { name: 'value', kind: 'money', head: COP, of: ({ credit }) => credit.value },
      column('debited_on', 'date', { en: 'Day of the debit', es: 'Día del débito' }, ({ debit }) => debit.bookedOn),
    ],
  })

const tiesTable = ({ ties }: BankListReport, all: boolean) =>
  table<BankListReport['ties'][number]>({
    name: 'ties',
    ...(all ? {} : { only: ['csv', 'html', 'xlsx'] }),
    title: { en: 'Tied', es: 'Cruzados' },
    rows: ties,
    columns: [
      { name: 'tie', kind: 'id', head: TIE, of: ({ number }) => number },
      column(
        'settlements',
        'days',
        SETTLEMENTS,
        ({ payouts }) => payouts.map(({ slot }) => `${slot.date} ${slot.cycle}`).join(', '),
        { least: 13 },
      ),
      column('payouts', 'money', PAYOUTS, ({ payouts }) => sumOf(payouts.map(({ payout }) => payout)), {
        isSummed: false,
      }),
      ...idColumns<BankTie>('entries', { en: 'Entries', es: 'Movimientos' }, ({ entries }) => entries),
      { name: 'by', kind: 'text', head: { en: 'By', es: 'Por' }, least: 6, of: ({ by }) => by },
    ],
  })
