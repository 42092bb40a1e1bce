import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { type BankListReport, bankListDocument } from '../../../reports/documents/bank/bank-list-report.ts'
import { type BridgeRow, bankBridge, type PayoutAtBank } from '../../core/bank/bank-overview.ts'
import type { AccountEntry, StatementGap } from '../../core/bank/bank-statement.ts'
import type { Arrival, PayoutArrival, Reversal } from '../../core/bank/payout-arrivals.ts'
import type { BankTie, NearCause } from '../../core/bank/tie-out.ts'
import { minus, size, sumOf } from '../../core/money.ts'
import { zoneByName } from '../../input/zone.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { countInTable, inTable, slotInTable, sumIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { AS_OF, parseAsOf } from '../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../framework/command.ts'
import { effectiveSettings } from '../framework/effective-settings.ts'
import { JSON_FLAG } from '../framework/job.ts'

const KINDS: Readonly<Record<Language, Readonly<Record<BridgeRow['kind'], string>>>> = {
  en: {
    arrived: 'arrived at the bank',
    unconfirmed: 'arrived with another sum, to be confirmed',
    candidates: 'more than one possible match: a person chooses',
    'on-the-way': 'on the way',
    missing: 'missing at the bank',
    'not-covered': 'no statement of its days',
    negative: 'negative payouts: no credit is expected',
    echo: 'answers for another settlement: no credit is expected',
    total: 'paid out',
  },
  es: {
    arrived: 'llegó al banco',
    unconfirmed: 'llegó por otro valor, por confirmar',
    candidates: 'más de un cruce posible: una persona elige',
    'on-the-way': 'en camino',
    missing: 'falta en el banco',
    'not-covered': 'sin extracto de sus días',
    negative: 'abonos negativos: no se espera consignación',
    echo: 'respuestas de otra liquidación: no se espera consignación',
    total: 'abonado por el operador',
  },
}

const WORDS = {
  en: {
    covered: 'Statements cover',
    open: 'Not arrived',
    ties: 'Tied',
    unknown: 'Credits of the operator that no payout explains',
    reversals: 'Credits of the operator that the bank took back',
    differs: 'Arrived with another sum',
    unconfirmed: 'Arrived with another sum, to be confirmed',
    confirm: 'To confirm:',
    reason: 'confirmed',
    heads: { settlements: 'Settlements', payouts: 'Payouts', banked: 'Arrived' },
    settlement: 'Settlement',
    payout: 'Payout',
    stands: 'Where it is',
    lastDay: 'Last day',
    credits: 'credits',
    credit: 'Credit',
    day: 'Day',
    debitedOn: 'Day of the debit',
    difference: 'Difference',
    mayBe: 'May be',
    tie: 'Tie',
    entries: 'Entries',
    by: 'By',
    incomplete: 'There were too many sets of credits to try all of them: "bank tie" says what belongs together.',
  },
  es: {
    covered: 'Los extractos cubren',
    open: 'No han llegado',
    ties: 'Cruzados',
    unknown: 'Consignaciones del operador que ningún abono explica',
    reversals: 'Consignaciones del operador que el banco reversó',
    differs: 'Llegaron por otro valor',
    unconfirmed: 'Llegaron por otro valor, por confirmar',
    confirm: 'Para confirmar:',
    reason: 'confirmado',
    heads: { settlements: 'Liquidaciones', payouts: 'Abonos', banked: 'Llegó' },
    settlement: 'Liquidación',
    payout: 'Abono',
    stands: 'Dónde está',
    lastDay: 'Último día',
    credits: 'consignaciones',
    credit: 'Consignación',
    day: 'Día',
    debitedOn: 'Día del débito',
    difference: 'Diferencia',
    mayBe: 'Puede ser',
    tie: 'Cruce',
    entries: 'Movimientos',
    by: 'Por',
    incomplete: 'Había demasiadas combinaciones de consignaciones para probarlas todas: "bank tie" dice qué va junto.',
  },
} as const

/** The most lines of a list on the screen, unless all is asked for. */
const LINES_MAX = 40

/** The bridge from paid out to arrived, then the open items. With `all` it also shows the ties, and cuts no list. */
export const bankListText = (report: BankListReport, all: boolean, display: Display): string => {
  const { language } = display
  const words = WORDS[language]
  const most = all ? Number.POSITIVE_INFINITY : LINES_MAX
  const open = report.payouts.filter(({ arrival }) => !HERE_OR_UNKNOWN.has(arrival.kind))
  return [
    report.covered.map(
      ({ account, from, to }) =>
        `${words.covered} ${dayIn(from, language)} - ${dayIn(to, language)}  ${harmless(account)}`,
    ),
    report.gaps.flatMap((gap) => wrapText('', `${gapInWords(gap)[language]}  ${harmless(gap.account)}`, display.width)),
    bridgeTable(report, display),
    section(words.open, open, openColumns(language), most, display),
    [
      ...section(words.unconfirmed, unconfirmedPayouts(report), unconfirmedColumns(language), most, display),
      ...confirmations(report, most, language),
    ],
    section(words.differs, differingPayouts(report), differingColumns(language), most, display),
    section(words.unknown, report.unknownCredits, creditColumns(language), most, display),
    section(words.reversals, report.reversals, reversalColumns(language), most, display),
    all ? section(words.ties, report.ties, tieColumns(language), most, display) : [],
    report.isComplete ? [] : wrapText('', words.incomplete, display.width),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/** Payouts that are in another list, or of which the bank says nothing. */
const HERE_OR_UNKNOWN: ReadonlySet<Arrival['kind']> = new Set(['arrived', 'unconfirmed', 'not-covered'])

const gapInWords = ({ after, before, balances, isWithin }: StatementGap): Both<string> => {
  const [first, last] = [dayIn(after, 'es'), dayIn(before, 'es')]
  if (balances === null)
    return {
      en: `No statement covers the days after ${after} and before ${before}`,
      es: `Ningún extracto cubre los días después del ${first} y antes del ${last}`,
    }
  const difference = size(minus(balances.reported, balances.expected))
  return isWithin
    ? {
        en: `Another file has other entries of ${after} to ${before}: the closing balances differ by ${sumIn(difference, 'en')}`,
        es: `Otro archivo tiene otros movimientos del ${first} al ${last}: los saldos finales difieren en ${sumIn(difference, 'es')}`,
      }
    : {
        en: `The balance of ${after} and the opening one of ${before} differ by ${sumIn(difference, 'en')}`,
        es: `El saldo del ${first} y el inicial del ${last} difieren en ${sumIn(difference, 'es')}`,
      }
}

/** Rows that are shown only where there are any. */
const ONLY_WHERE_ANY: ReadonlySet<BridgeRow['kind']> = new Set(['unconfirmed', 'negative', 'echo'])

const bridgeTable = ({ payouts, withoutCredit }: BankListReport, display: Display): readonly string[] => {
  const { language } = display
  const { heads } = WORDS[language]
  const columns: readonly TableColumn<BridgeRow>[] = [
    { head: '', of: ({ kind }) => KINDS[language][kind], least: 24, isWrapped: true },
    { head: heads.settlements, of: ({ settlements }) => countInTable(settlements, language), isNumber: true },
    { head: heads.payouts, of: (row) => inTable(row.payouts, language), isNumber: true },
    { head: heads.banked, of: ({ banked }) => inTable(banked, language), isNumber: true },
  ]
  const shown = bankBridge(payouts, withoutCredit).filter(
    ({ kind, settlements }) => settlements > 0 || !ONLY_WHERE_ANY.has(kind),
  )
  const { head, rows } = fitTable([columns], shown, display)
  return [head, ...rows]
}

const section = <Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  most: number,
  display: Display,
): readonly string[] => {
  if (rows.length === 0) return []
  const rest = rows.length - most
  const more = { en: `  and ${rest} more`, es: `  y ${rest} más` }[display.language]
  const table = fitTable([columns], rows.slice(0, most), display)
  return [`${title}:`, table.head, ...table.rows, ...(rest > 0 ? [more] : [])]
}

/** The command that confirms each proposed credit, as it is typed. */
const confirmations = (report: BankListReport, most: number, language: Language): readonly string[] => {
  const { confirm, reason } = WORDS[language]
  const lines = unconfirmedPayouts(report)
    .slice(0, most)
    .map(
      ({ slot, arrival: { credit } }) =>
        `  cuadre bank tie ${slot.date}/${slot.cycle} --entry ${credit.id.slice(0, ID_DIGITS)} --reason ${reason}`,
    )
  return lines.length === 0 ? [] : [confirm, ...lines]
}

const openColumns = (language: Language): readonly TableColumn<PayoutAtBank>[] => [
  { head: `  ${WORDS[language].settlement}`, of: ({ slot }) => `  ${slotInTable(slot, language)}` },
  { head: WORDS[language].payout, of: ({ payout }) => inTable(payout, language), isNumber: true },
  { head: WORDS[language].stands, of: ({ arrival }) => KINDS[language][arrival.kind], least: 12, isWrapped: true },
  { head: WORDS[language].lastDay, of: ({ arrival }) => detailOf(arrival, language), least: 17, isWrapped: true },
]

/** The last day on which it arrives in time; for several answers, the candidate credits. */
const detailOf = (arrival: Arrival, language: Language): string => {
  if ('lastDay' in arrival) return dayIn(arrival.lastDay, language)
  if (arrival.kind !== 'candidates') return ''
  const credits = arrival.candidates.flatMap((candidate) => candidate.credits.map(({ id }) => id.slice(0, ID_DIGITS)))
  return [WORDS[language].credits, ...new Set(credits)].join(' ')
}
/** The digits of an id that a person types. */
const ID_DIGITS = 8

const creditColumns = (language: Language): readonly TableColumn<AccountEntry>[] => [
  { head: `  ${WORDS[language].credit}`, of: ({ id }) => `  ${id.slice(0, ID_DIGITS)}` },
  { head: WORDS[language].day, of: ({ bookedOn }) => dayIn(bookedOn, language) },
  { head: 'COP', of: ({ value }) => inTable(value, language), isNumber: true },
]

const reversalColumns = (language: Language): readonly TableColumn<Reversal>[] => [
  { head: `  ${WORDS[language].credit}`, of: ({ credit }) => `  ${credit.id.slice(0, ID_DIGITS)}` },
  { head: WORDS[language].day, of: ({ credit }) => dayIn(credit.bookedOn, language) },
  { head: 'COP', of: ({ credit }) => inTable(credit.value, language), isNumber: true },
  { head: WORDS[language].debitedOn, of: ({ debit }) => dayIn(debit.bookedOn, language) },
]

/** A payout that counts as arrived with a credit of another sum. */
type UnconfirmedPayout = Omit<PayoutAtBank, 'arrival'> & {
  readonly arrival: Extract<Arrival, { readonly kind: 'unconfirmed' }>
}

const unconfirmedPayouts = ({ payouts }: BankListReport): readonly UnconfirmedPayout[] =>
  payouts.flatMap(({ slot, payout, arrival }) => (arrival.kind === 'unconfirmed' ? [{ slot, payout, arrival }] : []))

const MAY_BE: Readonly<Record<NearCause['kind'], Both<string>>> = {
  '4x1000': { en: '4X1000', es: '4X1000' },
  charge: { en: "the bank's charge", es: 'un cobro del banco' },
  're-issue': { en: 'the payout before it was issued again', es: 'el abono antes de emitirse de nuevo' },
}

const unconfirmedColumns = (language: Language): readonly TableColumn<UnconfirmedPayout>[] => [
  { head: `  ${WORDS[language].settlement}`, of: ({ slot }) => `  ${slotInTable(slot, language)}` },
  { head: WORDS[language].payout, of: ({ payout }) => inTable(payout, language), isNumber: true },
  { head: WORDS[language].credit, of: ({ arrival: { credit } }) => credit.id.slice(0, ID_DIGITS) },
  { head: WORDS[language].day, of: ({ arrival: { credit } }) => dayIn(credit.bookedOn, language) },
  {
    head: WORDS[language].heads.banked,
    of: ({ arrival: { credit } }) => inTable(credit.value, language),
    isNumber: true,
  },
  {
    head: WORDS[language].difference,
    of: ({ payout, arrival: { credit } }) => inTable(minus(credit.value, payout), language),
    isNumber: true,
  },
  {
    head: WORDS[language].mayBe,
    of: ({ arrival: { mayBe } }) => mayBe.map(({ kind }) => MAY_BE[kind][language]).join(', '),
    least: 8,
    isWrapped: true,
  },
]

/** A payout that arrived with another sum. */
type DifferingPayout = Omit<PayoutAtBank, 'arrival'> & { readonly arrival: PayoutArrival }

const differingPayouts = ({ payouts }: BankListReport): readonly DifferingPayout[] =>
  payouts.flatMap(({ slot, payout, arrival }) =>
    arrival.kind === 'arrived' && arrival.banked !== payout ? [{ slot, payout, arrival }] : [],
  )

const differingColumns = (language: Language): readonly TableColumn<DifferingPayout>[] => [
  { head: `  ${WORDS[language].settlement}`, of: ({ slot }) => `  ${slotInTable(slot, language)}` },
  { head: WORDS[language].payout, of: ({ payout }) => inTable(payout, language), isNumber: true },
  { head: WORDS[language].heads.banked, of: ({ arrival }) => inTable(arrival.banked, language), isNumber: true },
  {
    head: WORDS[language].difference,
    of: ({ payout, arrival }) => inTable(minus(arrival.banked, payout), language),
    isNumber: true,
  },
  { head: WORDS[language].tie, of: ({ arrival }) => String(arrival.tie), isNumber: true },
]

const tieColumns = (language: Language): readonly TableColumn<BankTie>[] => [
  { head: `  ${WORDS[language].tie}`, of: ({ number }) => `  ${number}`, isNumber: true },
  {
    head: WORDS[language].heads.settlements,
    of: ({ payouts }) => payouts.map(({ slot }) => slotInTable(slot, language)).join(', '),
    least: 13,
  },
  {
    head: WORDS[language].heads.payouts,
    of: ({ payouts }) => inTable(sumOf(payouts.map(({ payout }) => payout)), language),
    isNumber: true,
  },
  {
    head: WORDS[language].entries,
    of: ({ entries }) => entries.map((id) => id.slice(0, ID_DIGITS)).join(' '),
    least: ID_DIGITS,
  },
  { head: WORDS[language].by, of: ({ by }) => harmless(by), least: 6 },
]

export const bankList: Command = {
  name: 'bank list',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'What was paid out against what arrived at the bank, and what is open',
    es: 'Lo abonado frente a lo que llegó al banco, y lo pendiente',
  },
  manual: [
    [
      '[--all] [--as-of N|TIME] [--json]',
      'What was paid out: how much of it arrived, is on the way, is missing, fits more than one set of credits, or falls on days without a statement; each payout that has not arrived, with its candidates; and the credits of the operator that no payout explains. `--all` also lists the ties, and shows every list in full.',
    ],
  ],
  examples: [
    [
      'cuadre bank list',
      { en: 'paid out against arrived, and what is open', es: 'lo abonado frente a lo que llegó, y lo pendiente' },
    ],
    ['cuadre bank list --all', { en: 'with all ties', es: 'con todos los cruces' }],
  ],
  flags: {
    all: {
      kind: 'switch',
      describe: {
        en: 'Also list the ties, and show every list in full',
        es: 'Muestra también los cruces, y cada lista completa',
      },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { readBank } = await import('../../../jobs/bank/read-bank.ts')
    const report = await readBank({ ...io, settings, zone, version: versionOfPackage(), asOf: parseAsOf(given, zone) })
    const document = answerDocument('bank list', 0, bankListDocument(report))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : bankListText(report, given.isOn('all'), displayOf(io, io.language)),
    )
    return 0
  },
}
