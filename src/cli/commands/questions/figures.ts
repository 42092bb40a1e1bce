import type { Explanation } from '../../../../reports/documents/explanation.ts'
import type { WaterfallStep } from '../../../../reports/pages/waterfall.ts'
import type { PayoutRule } from '../../../domain/assessment/payout.ts'
import { type Centavos, inWords, size } from '../../../domain/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'

const HEAD = ['COP', 'reported', 'expected', 'difference', '']

/** The waterfall as a table, the difference on its own line, and where the expected figures come from. */
export const figures = (told: Explanation): readonly string[] => {
  const { report } = told
  if (report.totals === null) return ['No figures: it was never read whole.']
  const rows = [HEAD, countRow(told), ...told.waterfall.map((step) => stepRow(step, told))]
  const unexplained = [
    'DIFFERENCE',
    '',
    '',
    report.money.difference === null ? NOT_JUDGED : cop(report.money.difference),
    '',
  ]
  const table = remarked([...rows, unexplained])
  const rule = '-'.repeat(Math.max(...table.map((line) => line.length)))
  const [head = '', ...lines] = table
  return [head, rule, ...lines.slice(0, -1), rule, ...lines.slice(-1), '', ...sources(told)]
}

/** The remark stands behind the numbers, to the left. */
const remarked = (rows: readonly (readonly string[])[]): readonly string[] => {
  const numbers = alignColumns(
    rows.map((row) => row.slice(0, -1)),
    1,
  )
  const width = Math.max(...numbers.map((line) => line.length))
  return numbers.map((line, at) => `${line.padEnd(width)}  ${rows[at]?.at(-1) ?? ''}`.trimEnd())
}

const NOT_JUDGED = 'not judged'

const countRow = ({ report: { settlement, totals, money } }: Explanation): readonly string[] => {
  const [reported, listed] = [settlement?.invoiceCount ?? null, totals?.counted ?? null]
  const apart = reported === null || listed === null || money.notCompared !== null ? null : reported - listed
  const cells = [reported, listed].map((number) => (number === null ? '' : String(number)))
  return ['invoices', ...cells, apart === null ? NOT_JUDGED : signed(apart), apart === null ? '' : countRemark(apart)]
}

const countRemark = (apart: number): string =>
  apart === 0 ? '' : apart > 0 ? `${apart} more than its list has` : `${-apart} fewer than its list has`

const stepRow = (step: WaterfallStep, told: Explanation): readonly string[] => {
  if (step.name === 'fees' || step.name === 'adjustments') return partRow(step, told)
  const { name, reported, expected, difference } = step
  const cells = [reported, expected].map((sum) => (sum === null ? '' : cop(sum)))
  const apart = difference === null ? NOT_JUDGED : signedCop(difference)
  return [name, ...cells, apart, difference === null ? '' : sumRemark(name, difference)]
}

/** What is taken away stands with a minus, what is added without: the column reads as a sum. What is not part of it stands in brackets. */
const partRow = ({ name, reported, effect }: WaterfallStep, { report }: Explanation): readonly string[] => {
  if (reported === null || effect === null) return [name, '', '', '', '']
  const isLeftOut = reported !== 0n && effect === 0n
  if (!isLeftOut) return [name, cop(effect), '', '', '']
  const why = report.payout?.rule === 'gross' ? 'gross: billed later' : 'gateway'
  return [name, `(${cop(reported)})`, '', '', `${why}, not in the payout`]
}

const sumRemark = (name: WaterfallStep['name'], difference: Centavos): string => {
  if (difference === 0n) return ''
  const by = cop(size(difference))
  if (name === 'payout') return difference < 0n ? `${by} too little was paid` : `${by} too much was paid`
  return difference < 0n ? `${by} less than its invoices` : `${by} more than its invoices`
}

const cop = (sum: Centavos): string => inWords(sum).replace('COP ', '')
const signed = (number: number): string => (number > 0 ? `+${number}` : String(number))
const signedCop = (sum: Centavos): string => (sum > 0n ? `+${cop(sum)}` : cop(sum))

const RULES: Readonly<Record<PayoutRule, string>> = {
  net: 'collected - fees + adjustments',
  gross: 'collected + adjustments, fees being billed later',
  'gateway-collected': 'all that was collected, as gateway settlements may be paid',
  'gateway-zero': 'nothing, as gateway settlements may be paid',
  'gateway-adjustments-less-fees': 'adjustments - fees, as gateway settlements may be paid',
  unchecked: 'not checked: the setting gateway says so',
}

const sources = ({ report, waterfall, untold }: Explanation): readonly string[] => {
  const { payout, list } = report
  const ofPayout = payout === null ? '' : `; ${RULES[payout.rule]} (payout)`
  const isPayoutOff = waterfall.some(
    ({ name, difference }) => name === 'payout' && difference !== null && difference !== 0n,
  )
  const repeated = list?.repeated ?? 0
  const notes = [
    `Expected from: its list (invoices, collected)${ofPayout}.`,
    ...notJudged(report),
    ...(isPayoutOff ? untold.map(sentence) : []),
    ...(repeated > 0
      ? [
          `${plural(repeated, 'item')} of the list repeated ${repeated === 1 ? 'an invoice' : 'invoices'}; each counts once.`,
        ]
      : []),
  ]
  return notes.flatMap((note) => wrapText('', note))
}

/** Why there is no difference where one might be looked for. */
const notJudged = ({ settlement, list, money, discrepancies }: Explanation['report']): readonly string[] => {
  if (settlement === null) return ['Not judged: there is no settlement to hold the list against.']
  if (discrepancies.some(({ code, state }) => code === 'SLOT_ECHO' && state !== 'resolved'))
    return ['Not judged: the settlement answers for another slot.']
  if (settlement.status === 'error') return ['Not judged: the settlement ended in error.']
  const malformed = list?.malformed ?? 0
  if (malformed > 0)
    return [`Collected and count are not judged: ${plural(malformed, 'record')} of the list cannot be read.`]
  return money.notCompared === null
    ? []
    : [`Not judged: the settlement is ${harmless(settlement.status)}, which is not final.`]
}

const plural = (number: number, what: string): string => (number === 1 ? `1 ${what}` : `${number} ${what}s`)

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
