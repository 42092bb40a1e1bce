import type { FeesRequest } from '../../../jobs/fees/read-fees.ts'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { FEES } from '../../../reports/documents/fees/fees-document.ts'
import { cellText } from '../../../reports/fees/cell-text.ts'
import { nextCommands } from '../../../reports/fees/fees-page.tsx'
import { entriesOff, type FeesReport, hasTariff } from '../../../reports/fees/fees-report.ts'
import { feesSentence } from '../../../reports/fees/fees-sentence.ts'
import {
  billTable,
  differenceTable,
  type FeesRow,
  type FeesTable,
  methodTable,
  monthTable,
  reasonName,
  unpricedTable,
  unpricedTitle,
} from '../../../reports/fees/fees-tables.ts'
import { type Centavos, fromPesos } from '../../core/money.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { copyable, inTable, signedInTable, sumIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import type { FeesEntry } from '../../rules/account/fees-summary.ts'
import { harmless } from '../../std/harmless.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { clockIn, dayIn, shortMonthIn } from '../../words/dates.ts'
import { feesWords } from '../../words/fees-words.ts'
import { numberIn } from '../../words/money.ts'
import { statementWords } from '../../words/statement-words.ts'
import { AS_OF, parseAsOf } from '../framework/as-of.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  FORMAT,
  parseFormat,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { MONTH_OR_DAYS, parseMonthOrDays } from '../framework/dates.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { JSON_FLAG } from '../framework/job.ts'
import { quietContext } from './decisions.ts'

type Report = FeesReport & { readonly files: readonly string[] }

/** Fees against the tariff: the conclusion, the operator's bill, the settlements off the tariff, the tables, and the files. */
const feesText = (report: Report, display: Display, commandLine: (command: string) => string): string =>
  [
    headLines(report, display),
    billLines(report, display),
    offLines(report, display),
    titledTable(feesWords(report.language).byMonth, monthTable(report, shortMonthIn), display),
    hasTariff(report) ? titledTable('', differenceTable(report), display) : [],
    titledTable(feesWords(report.language).byMethod, methodTable(report, shortMonthIn), display),
    titledTable(unpricedTitle(report), unpricedTable(report), display),
    notComparedLines(report, display),
    endLines(report, commandLine),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const headLines = (report: Report, { width }: Display): readonly string[] => {
  const { language, days, merchant, zone, moment, policy, closed } = report
  const [words, ofStatement] = [feesWords(language), statementWords(language)]
  const sentences = [
    feesSentence(report, language).text,
    `${words.title}, ${ofStatement.days(dayIn(days.from, language), dayIn(days.to, language))}, ${ofStatement.merchant} ${harmless(merchant)}. ${ofStatement.asOf(clockIn(zone.clockAt(moment.at), language), zone.name)}`,
    ...(hasTariff(report) ? [words.fromTariff(policy.tariff.map(({ from }) => dayIn(from, language)))] : []),
    ...(closed === null
      ? []
      : [
          ofStatement.closedOn(
            dayIn(closed.closing.through, language),
            clockIn(zone.clockAt(closed.closing.at), language),
            harmless(closed.closing.by),
          ),
          words.closedNow(sumIn(closed.now.total.compared.difference, language)),
        ]),
  ]
  return sentences.flatMap((sentence) => wrapText('', sentence, width))
}

const billLines = (report: Report, display: Display): readonly string[] => {
  const { bill, language } = report
  const table = billTable(report)
  if (bill === null || table === null) return []
  const words = feesWords(language)
  const said = bill.matches === null ? words.billDiffers : words.billMatches(words.bases[bill.matches])
  return [
    ...wrapText('', `${words.bill(sumIn(bill.billed, language))}. ${said}`, display.width),
    ...linesOf(table, display),
  ]
}

/** The most rows on the screen; the CSV file has all. */
const ROWS_MAX = 20

const offLines = (report: Report, display: Display): readonly string[] => {
  const { language } = report
  const words = feesWords(language)
  const off = entriesOff(report)
  if (off.length === 0) return []
  const number = (head: string, of: (entry: FeesEntry) => string): TableColumn<FeesEntry> => ({
    head,
    of,
    isNumber: true,
  })
  const money = (sum: FeesEntry['charged']): string => inTable(sum, language)
  const columns: readonly TableColumn<FeesEntry>[] = [
    { head: words.off, of: ({ slot }) => `  ${dayIn(slot.date, language)} ${slot.cycle}`, tone: () => 'bad' },
    number(words.payments, ({ payments }) => (payments === null ? '' : numberIn(payments, language))),
    number(words.charged, ({ charged }) => money(charged)),
    number(words.expected, ({ expected }) => money(expected)),
    number(words.difference, ({ difference }) => (difference === null ? '' : signedInTable(difference, language))),
  ]
  const { head, rows } = fitTable([columns], off.slice(0, ROWS_MAX), display)
  const rest = off.length - ROWS_MAX
  return [head, ...rows, ...(rest > 0 ? [`  ${words.more(rest)}`] : [])]
}

const titledTable = (title: string, table: FeesTable, display: Display): readonly string[] =>
  table.rows.length === 0 ? [] : [...(title === '' ? [] : [title]), ...linesOf(table, display)]

const linesOf = ({ heads, spare = [], rows }: FeesTable, display: Display): readonly string[] => {
  const [first = '', ...others] = heads
  const columns: readonly TableColumn<FeesRow>[] = [
    { head: `  ${first}`, of: ({ label, isTotal }) => `${isTotal ? '= ' : '  '}${harmless(label)}`, least: 14 },
    ...others.map((head, at) => ({
      head,
      of: ({ cells }: FeesRow) => copyable(cellText(cells[at] ?? null, display.language)),
      isNumber: true as const,
    })),
  ]
  const sets = ['', ...spare].map((_, gone) => columns.filter(({ head }) => !spare.slice(0, gone).includes(head)))
  const { head, rows: lines } = fitTable(sets, rows, display)
  return [head, ...lines]
}

const notComparedLines = (report: Report, display: Display): readonly string[] => {
  const { entries, language } = report
  const words = feesWords(language)
  const rest = hasTariff(report) ? entries.filter(({ notCompared }) => notCompared !== null) : []
  if (rest.length === 0) return []
  const columns: readonly TableColumn<FeesEntry>[] = [
    { head: words.notComparedRow, of: ({ slot }) => `  ${dayIn(slot.date, language)} ${slot.cycle}` },
    { head: words.charged, of: ({ charged }) => inTable(charged, language), isNumber: true },
    { head: words.reason, of: (entry) => harmless(reasonName(entry, language)), least: 20 },
  ]
  const { head, rows } = fitTable([columns], rest.slice(0, ROWS_MAX), display)
  const more = rest.length - ROWS_MAX
  return [head, ...rows, ...(more > 0 ? [`  ${words.more(more)}`] : [])]
}

const endLines = (report: Report, commandLine: (command: string) => string): readonly string[] => {
  const { files, language } = report
  const words = feesWords(language)
  return [
    ...files.map((file) => `${statementWords(language).file}: ${harmless(file)}`),
    ...nextCommands(report, words, commandLine).map((command) => `${words.next}   ${command}`),
  ]
}

export const fees: Command = {
  name: 'fees',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'Fees over a month or a range of settlement dates, charged against expected by the tariff',
    es: 'Las comisiones de un mes o un rango de fechas de liquidación: lo cobrado frente a lo esperado según la tarifa',
  },
  manual: [
    [
      '[--month M | --from D --to D] [--billed N] [--as-of N|TIME --out DIR] [--format csv|xlsx] [--json]',
      'Fees charged against those of the [tariff](fees.md), by month, payment method and settlement; without dates in the month of the newest settlement. Computed again from the stored lists, so a new tariff shows at once what it makes of the past. `--billed` holds the bill of the operator for these days against what was deducted and billed apart. Writes `fees.html`, `fees-months.csv`, `fees-methods.csv`, `fees-settlements.csv`, `fees.xlsx` and, where the tariff has withholdings, `fees-withholdings.csv` to `<out>/fees/<from>_<to>/`. Of closed days the figures are those of the closing.',
    ],
  ],
  examples: [
    ['cuadre fees', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    [
      'cuadre fees --month 2026-02 --billed 4512300',
      { en: 'February, with the bill of the operator', es: 'febrero, con la factura del operador' },
    ],
    [
      'cuadre fees --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
      'cuadre fees --month 2026-02 --as-of 2026-03-05 --out entonces',
    ],
  ],
  flags: {
    ...MONTH_OR_DAYS,
    billed: {
      kind: 'once',
      describe: {
        en: 'What the operator bills for these days, in COP',
        es: 'Lo que el operador factura por estos días, en COP',
      },
    },
    ...FORMAT,
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = { days: parseMonthOrDays(given), billed: parseBilled(given), format: parseFormat(given) }
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const context = quietContext(given, io)
    const { readFees } = await import('../../../jobs/fees/read-fees.ts')
    const request: FeesRequest = { ...asked, asOf: parseAsOf(given, context.zone) }
    const feesReport = await readFees(context, request)
    const report = { ...feesReport, files: feesReport.files.map((path) => fromHere(path, io.cwd)) }
    const document = answerDocument('fees', 0, FEES.of(report))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : feesText(report, displayOf(io, context.settings.language), (command) =>
            typed(command, io.start ?? PLAIN_START),
          ),
    )
    return 0
  },
}

const parseBilled = (given: CommandArguments): Centavos | null => {
  const typed = given.text('billed')
  if (typed === undefined) return null
  const sum = /^\d{1,13}(\.\d{1,2})?$/.test(typed) ? fromPesos(Number(typed)) : null
  if (sum === null)
    throw usageError(
      { en: '--billed is not a sum of COP', es: '--billed no es una suma de COP' },
      {
        en: 'write digits, and a dot for centavos: --billed 4512300',
        es: 'escriba cifras, y un punto para los centavos: --billed 4512300',
      },
    )
  return sum
}
