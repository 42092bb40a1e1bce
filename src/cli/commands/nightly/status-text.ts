import { hoursSince, type StatusReport } from '../../../../reports/documents/status.ts'
import { VERDICTS, type Verdict } from '../../../domain/assessment/verdict.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { addDays, daysBetween, type SlotDate } from '../../../domain/slot.ts'
import { firstSentence } from '../../../i18n/first-sentence.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { asOfLines } from '../../framework/as-of.ts'
import { chargebackLines } from '../questions/chargeback-lines.ts'
import { unusableLines } from '../webhooks/unusable-lines.ts'

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

/** The last weeks as a calendar, a week to a line and the cycles of a day side by side; below it what is open. */
export const statusText = (status: StatusReport, zone: Zone, pasteable: (command: string) => string): string =>
  [
    head(status, zone),
    calendar(status),
    open(status, zone),
    [
      success(status, zone),
      ...quiet(status),
      money(status),
      ...chargebacks(status),
      ...closed(status, zone),
      ...unusableLines(status.unusableNotifications),
    ],
    next(status, pasteable),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = ({ merchant, now, asOf }: StatusReport, zone: Zone): readonly string[] => [
  `Merchant ${merchant} on ${zone.clockAt(now)} ${zone.name}`,
  ...asOfLines(asOf, zone),
]

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const calendar = (status: StatusReport): readonly string[] => {
  if (status.calendar.length === 0) return ['Nothing was pulled in the last weeks.']
  const signs = new Map<string, string>()
  for (const { slot, verdict } of status.calendar)
    signs.set(slot.date, `${signs.get(slot.date) ?? ''}${SIGNS[verdict]}`)
  const mondays = daysBetween(status.weeks.from, status.weeks.to).filter((_, at) => at % 7 === 0)
  const weekOf = (monday: SlotDate): readonly string[] => [
    monday,
    ...WEEKDAYS.map((_, day) => signs.get(addDays(monday, day)) ?? ''),
  ]
  const shown = new Set(status.calendar.map(({ verdict }) => verdict))
  const legend = VERDICTS.toReversed().filter((verdict) => shown.has(verdict))
  return [
    ...alignColumns([['week of', ...WEEKDAYS], ...mondays.map(weekOf)], 8),
    '',
    `A sign for each cycle of a day, in its order: ${legend.map((verdict) => `${SIGNS[verdict]} ${verdict}`).join(', ')}`,
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

const age = (hours: number): string => {
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

const money = (status: StatusReport): string => `Money          ${firstSentence(status.money, 'en', 0).text}`

/** It may be a holiday, a key that sees nothing, or tenants who cannot pay: somebody should look. */
const quiet = ({ quiet: found }: StatusReport): readonly string[] =>
  found === null
    ? []
    : [`Warning        no invoice since ${found.since}: ${howMany(found.businessDays, 'business day')} without one`]

const chargebacks = (status: StatusReport): readonly string[] =>
  chargebackLines(status.chargebacks).map((line, at) => `${at === 0 ? 'Chargebacks    ' : '               '}${line}`)

const closed = ({ closed: last }: StatusReport, zone: Zone): readonly string[] =>
  last === null
    ? []
    : [
        `Closed         through ${last.through}, on ${zone.clockAt(last.at)} by ${harmless(last.by)}, number ${last.number}`,
      ]

/** The latest slots that need somebody, as commands. About the past nothing can be done. */
const next = (
  { calendar: slots, lastSuccess, asOf }: StatusReport,
  pasteable: (command: string) => string,
): readonly string[] => {
  if (asOf !== null) return []
  const troubled = slots.filter(({ verdict }) => verdict === 'discrepant' || verdict === 'failed')
  const unread = slots.some(({ verdict }) => verdict === 'incomplete' || verdict === 'not-pulled')
  const isFirst = lastSuccess === null && slots.length === 0
  const lines = [
    ...(unread || isFirst ? [pasteable('cuadre run')] : []),
    ...troubled.slice(-MOST).map(({ slot }) => pasteable(`cuadre explain ${slot.date} ${slot.cycle}`)),
  ]
  return lines.length === 0 ? [] : ['Next', ...lines.map((line) => `  ${line}`)]
}
const MOST = 3
