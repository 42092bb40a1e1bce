import { hoursSince, type StatusReport } from '../../../../reports/documents/status.ts'
import { VERDICTS, type Verdict } from '../../../domain/assessment/verdict.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { addDays, daysBetween, type SlotDate } from '../../../domain/slot.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { asOfLines } from '../../framework/as-of.ts'
import { sentenceLines } from '../../terminal/conclusion.ts'
import type { Display } from '../../terminal/display.ts'
import { chargebackLines } from '../questions/chargeback-lines.ts'
import { unusableLines } from '../webhooks/unusable-lines.ts'
import { moneyTable } from './money-table.ts'

/** One letter a slot, legible without colour: quiet signs where all is well, letters where it is not. */
const SIGNS: Readonly<Record<Verdict, string>> = {
  reconciled: '=',
  accepted: 'a',
  empty: '-',
  provisional: 'p',
  discrepant: 'D',
  exceptions: 'X',
  failed: 'F',
  incomplete: 'I',
  'not-pulled': '?',
  'not-due': '.',
}

/** How it is printed: `all` also shows the weeks and the lines in which there is nothing. */
interface StatusPrinting {
  readonly display: Display
  readonly all: boolean
  readonly pasteable: (command: string) => string
}

/**
 * The conclusion, the money as a table that adds up, and the last weeks as a calendar, a week to a line and the cycles of a day side by
 * side; below it what is open.
 */
export const statusText = (status: StatusReport, zone: Zone, printing: StatusPrinting): string =>
  [
    head(status, zone, printing),
    [
      success(status, zone),
      ...old(status),
      ...quiet(status),
      ...closed(status, zone),
      ...unusableLines(status.unusableNotifications),
    ],
    moneyTable(status.money),
    chargebacks(status, printing),
    calendar(status, printing),
    open(status, zone),
    next(status, printing),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = (
  { merchant, now, asOf, money, calendar: slots }: StatusReport,
  zone: Zone,
  { display }: StatusPrinting,
): readonly string[] => [
  ...(slots.length === 0 ? [] : sentenceLines(money, new Set(slots.map(({ slot }) => slot.date)), display)),
  `Merchant ${merchant} on ${zone.clockAt(now)} ${zone.name}`,
  ...asOfLines(asOf, zone),
]

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const calendar = (status: StatusReport, { all, display: { width } }: StatusPrinting): readonly string[] => {
  if (status.calendar.length === 0) return ['Nothing was read in the last weeks.']
  const signs = new Map<string, string>()
  for (const { slot, verdict } of status.calendar)
    signs.set(slot.date, `${signs.get(slot.date) ?? ''}${SIGNS[verdict]}`)
  const first = status.calendar[0]?.slot.date ?? status.weeks.from
  const mondays = daysBetween(status.weeks.from, status.weeks.to)
    .filter((_, at) => at % 7 === 0)
    .filter((monday) => all || addDays(monday, 6) >= first)
  const weekOf = (monday: SlotDate): readonly string[] => [
    monday,
    ...WEEKDAYS.map((_, day) => signs.get(addDays(monday, day)) ?? ''),
  ]
  const shown = new Set(status.calendar.map(({ verdict }) => verdict))
  const legend = VERDICTS.toReversed().filter((verdict) => shown.has(verdict))
  return [
    ...alignColumns([['week of', ...WEEKDAYS], ...mondays.map(weekOf)], 8),
    '',
    ...wrapText(
      '',
      `A sign for each cycle of a day, in its order: ${legend.map((verdict) => `${SIGNS[verdict]} ${verdict}`).join(', ')}`,
      width,
    ),
  ]
}

const open = ({ open: of, lastRead }: StatusReport, zone: Zone): readonly string[] => {
  const rows = of.map(({ severity, number, today, week, month, older }) =>
    [severity, number, today, week, month, older].map(String),
  )
  return [
    ...alignColumns([['open', 'all', '< 1 day', '< 7 days', '< 31 days', 'older'], ...rows], 1),
    ...(lastRead === null ? [] : [`Ages of settlements as of the newest reading, ${zone.clockAt(lastRead)}`]),
  ]
}

const success = ({ lastSuccess, lastRead, hasNights, now }: StatusReport, zone: Zone): string => {
  if (!hasNights && lastRead !== null)
    return `Last read      ${zone.clockAt(lastRead)}, ${age(hoursSince(lastRead, now))} ago: named days only, no ordinary run yet`
  if (lastSuccess === null) return 'Last success   never: no run has read everything that was due'
  return `Last success   ${zone.clockAt(lastSuccess.at)}, ${age(hoursSince(lastSuccess.at, now))} ago (${harmless(lastSuccess.outcome)})`
}

/** A night was left out: figures and ages below are those of the newest reading. */
const OLD_HOURS = 36

const isOld = ({ lastRead, now, asOf }: StatusReport): boolean =>
  asOf === null && lastRead !== null && hoursSince(lastRead, now) > OLD_HOURS

const old = (status: StatusReport): readonly string[] =>
  isOld(status) && status.lastRead !== null
    ? [
        `Warning        the newest reading is ${age(hoursSince(status.lastRead, status.now))} old: run today's reading first`,
      ]
    : []

const age = (hours: number): string => {
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

/** It may be a holiday, a key that sees nothing, or tenants who cannot pay: somebody should look. */
const quiet = ({ quiet: found }: StatusReport): readonly string[] =>
  found === null
    ? []
    : [`Warning        no invoice since ${found.since}: ${howMany(found.businessDays, 'business day')} without one`]

const chargebacks = (
  { chargebacks: balance }: StatusReport,
  { all, display: { width } }: StatusPrinting,
): readonly string[] =>
  balance.seen === 0 && balance.adjustments === 0n && !all
    ? []
    : chargebackLines(balance).flatMap((line, at) =>
        wrapText(at === 0 ? 'Chargebacks    ' : '               ', line, width),
      )

const closed = ({ closed: last }: StatusReport, zone: Zone): readonly string[] =>
  last === null
    ? []
    : [
        `Closed         through ${last.through}, on ${zone.clockAt(last.at)} by ${harmless(last.by)}, number ${last.number}`,
      ]

/** The latest slots that need somebody, as commands. About the past nothing can be done. */
const next = (status: StatusReport, { pasteable }: StatusPrinting): readonly string[] => {
  const { calendar: slots, lastSuccess, asOf } = status
  if (asOf !== null) return []
  const troubled = slots.filter(({ verdict }) => NEED_A_LOOK.has(verdict))
  const unread = slots.some(({ verdict }) => verdict === 'incomplete' || verdict === 'not-pulled')
  const isFirst = lastSuccess === null && slots.length === 0
  const lines = [
    ...(unread || isFirst || isOld(status) ? [pasteable('cuadre run')] : []),
    ...troubled.slice(-MOST).map(({ slot }) => pasteable(`cuadre explain ${slot.date} ${slot.cycle}`)),
  ]
  return lines.length === 0 ? [] : ['Next', ...lines.map((line) => `  ${line}`)]
}
const MOST = 3
const NEED_A_LOOK: ReadonlySet<Verdict> = new Set(['discrepant', 'exceptions', 'failed'])
