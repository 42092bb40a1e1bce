import type { Explanation } from '../../../../reports/documents/explanation.ts'
import type { NotCompared } from '../../../domain/account/settlement-money.ts'
import type { PayoutRule } from '../../../domain/assessment/payout.ts'
import type { SlotReport } from '../../../domain/assessment/slot-report.ts'
import { type Centavos, inWords, minus, negate, size, ZERO } from '../../../domain/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'

/** How the money stands in words, then reported against expected as a table that adds up, and where the expected figures come from. */
export const figures = (told: Explanation, width: number): readonly string[] => {
  const { report } = told
  if (report.totals === null) return ['No figures: it was never read whole.']
  const table = alignColumns([HEAD, ...rowsOf(report)], 1)
  const rule = '-'.repeat(Math.max(...table.map((line) => line.length)))
  const [head = '', ...lines] = table
  return [
    ...standingOfMoney(report).flatMap((line) => wrapText('', line, width)),
    '',
    head,
    rule,
    ...lines,
    '',
    ...sources(told).flatMap((line) => wrapText('', line, width)),
  ]
}

const HEAD = ['COP', 'reported', 'expected', 'difference']

type Sums = readonly [reported: Centavos | null, expected: Centavos | null]

/**
 * Collected less what is taken off, which comes to what should be paid out, beside what was: each row adds up, and the first two columns
 * do down to the line that says so.
 */
const rowsOf = (report: SlotReport): readonly (readonly string[])[] => {
  const { settlement, payout, totals, money } = report
  const isCompared = money.difference !== null
  const parts = settlement === null ? null : money.parts
  const taken: readonly (readonly [string, Sums])[] =
    parts === null
      ? []
      : [
          ['- fees deducted', both(negate(parts.feesDeducted))],
          ['+ adjustments', both(parts.adjustments)],
          ...(parts.keptByGateway === ZERO
            ? []
            : [
                [
                  '- kept by the gateway',
                  [negate(settlement?.collected ?? ZERO), negate(parts.keptByGateway)],
                ] as const,
              ]),
        ]
  return [
    countRow(report, isCompared),
    sumRow('collected', [settlement?.collected ?? null, totals?.collected ?? null], isCompared),
    ...taken.map(([name, sums]) => sumRow(name, sums, false)),
    ...(parts === null ? [] : [sumRow('= to be paid out', [payout?.payout ?? null, money.expected], isCompared)]),
    ...(settlement === null ? [] : [sumRow(placeOf(report), [settlement.payout, money.expected], isCompared)]),
  ]
}

const both = (sum: Centavos): Sums => [sum, sum]

const sumRow = (name: string, [reported, expected]: Sums, isCompared: boolean): readonly string[] => {
  const difference = isCompared && reported !== null && expected !== null ? minus(reported, expected) : null
  return [name, optional(reported), optional(expected), difference === null ? '' : signed(difference)]
}

const countRow = ({ settlement, totals }: SlotReport, isCompared: boolean): readonly string[] => {
  const [reported, listed] = [settlement?.invoiceCount ?? null, totals?.counted ?? null]
  const difference = isCompared && reported !== null && listed !== null ? reported - listed : null
  const sign = difference !== null && difference > 0 ? '+' : ''
  return ['invoices', `${reported ?? ''}`, `${listed ?? ''}`, difference === null ? '' : `${sign}${difference}`]
}

/** Where the payout is: exactly one of the three. */
const placeOf = ({ money: { inProcess, failed, notCompared } }: SlotReport): string => {
  if (notCompared === 'echo') return 'of another'
  if (notCompared === 'failed' || (failed !== null && failed !== ZERO)) return 'failed'
  return notCompared === 'not-final' || (inProcess !== null && inProcess !== ZERO) ? 'in process' : 'paid out'
}

const optional = (sum: Centavos | null): string => (sum === null ? '' : cop(sum))
const cop = (sum: Centavos): string => inWords(sum).replace('COP ', '')
const signed = (sum: Centavos): string => (sum > 0n ? `+${cop(sum)}` : cop(sum))

/** Who owes whom, or why nobody can say; and where the money is. */
const standingOfMoney = (report: SlotReport): readonly string[] => {
  const { money, settlement } = report
  if (money.difference === null) return [notCompared(report)]
  const place = settlement === null ? '' : ` COP ${cop(settlement.payout)} was paid out.`
  const decided = money.state === 'none' || money.state === 'open' ? '' : ` (${money.state})`
  if (money.difference === ZERO) return [`The figures add up.${place}`]
  const sum = inWords(size(money.difference))
  return [
    money.difference < ZERO
      ? `The operator owes ${sum}${decided}.${place}`
      : `The operator paid ${sum} too much${decided}.${place}`,
  ]
}

const notCompared = (report: SlotReport): string => {
  const { money, settlement } = report
  const why = money.notCompared === null ? UNCHECKED : WHY[money.notCompared](report)
  const sum =
    settlement === null || money.notCompared === 'echo'
      ? ''
      : ` ${inWords(settlement.payout)} ${PLACES[placeOf(report)] ?? ''}.`
  return `Not compared: ${why}.${sum}`
}

const UNCHECKED = 'the setting gateway says so'

const PLACES: Readonly<Record<string, string>> = {
  'paid out': 'was paid out',
  'in process': 'is in process',
  failed: 'was not paid out',
}

const WHY: Readonly<Record<NotCompared, (report: SlotReport) => string>> = {
  unread: () => 'the last attempt could not be read whole; these are the figures of the last whole reading',
  'no-settlement': ({ totals }) =>
    `there is no settlement; its ${howMany(totals?.counted ?? 0, 'invoice')} come to ${inWords(totals?.collected ?? ZERO)}`,
  'not-final': ({ settlement }) => `the settlement is ${harmless(settlement?.status ?? '')}, which is not final`,
  failed: () => 'the settlement failed',
  malformed: ({ list }) => `${howMany(list?.malformed ?? 0, 'record')} of the list cannot be read`,
  echo: () => 'the service answered with the settlement of another date or cycle',
}

const RULES: Readonly<Record<PayoutRule, string>> = {
  net: 'listed - fees + adjustments',
  gross: 'listed + adjustments; fees are billed apart',
  'gateway-collected': 'all that is listed, as gateway settlements may be paid',
  'gateway-zero': 'nothing, as gateway settlements may be paid',
  'gateway-adjustments-less-fees': 'adjustments - fees, as gateway settlements may be paid',
  unchecked: 'not checked: the setting gateway says so',
}

const sources = ({ report, untold }: Explanation): readonly string[] => {
  const { payout, list, money, settlement } = report
  const apart = money.parts?.feesNotDeducted ?? ZERO
  const repeated = list?.repeated ?? 0
  const isOwnOff =
    settlement !== null && payout !== null && payout.payout !== null && payout.payout !== settlement.payout
  return [
    `Expected: invoices and collected as listed${payout === null ? '' : `; paid out: ${RULES[payout.rule]}`}.`,
    ...(apart === ZERO ? [] : [`Fees of ${inWords(apart)} are not deducted from the payout.`]),
    ...(isLeftOut(report)
      ? [`Adjustments of ${inWords(settlement?.adjustments ?? ZERO)} are not part of the payout.`]
      : []),
    ...(isOwnOff && money.notCompared === null ? untold.map(asSentence) : []),
    ...(repeated > 0
      ? [
          `${howMany(repeated, 'item')} of the list repeated ${repeated === 1 ? 'an invoice' : 'invoices'}; each counts once.`,
        ]
      : []),
  ]
}

const isLeftOut = ({ settlement, money: { parts } }: SlotReport): boolean =>
  parts?.adjustments === ZERO && settlement !== null && settlement.adjustments !== ZERO

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
