import { STATUS, type StatusReport } from '../../reports/documents/status.ts'
import { type BridgeRow, numberIn, type whereIs } from '../core/bank/bank-overview.ts'
import { wholeHoursBetween, type Zone } from '../core/calendar/calendar.ts'
import { sumOf } from '../core/money.ts'
import { addDays, daysBetween, type SlotDate } from '../core/slot.ts'
import { VERDICTS, type Verdict } from '../core/verdict.ts'
import { aSwitch } from '../input/options.ts'
import type { Display } from '../print/display.ts'
import { timeIn } from '../print/in-table.ts'
import { verdictName } from '../print/names.ts'
import { isNotReadWhole } from '../rules/assessment/slot-report.ts'
import { alignColumns } from '../std/align-columns.ts'
import type { Both } from '../std/both.ts'
import { harmless } from '../std/harmless.ts'
import { howMany } from '../std/how-many.ts'
import { PLAIN_START, typed } from '../std/start.ts'
import { wrapText } from '../std/wrap-text.ts'
import { dayIn, monthIn, SHORT_WEEKDAYS } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { countOf, moneyIn } from '../words/money.ts'
import { wordsIn } from '../words/words.ts'
import { chargebackLines, moneyTable, sentenceLines } from './figures.ts'
import { asOfLines, question } from './question.ts'
import { RUNS_LIST, RUNS_SHOW } from './runs.ts'

/** One character for each settlement, readable without colour: signs for good results, letters for problems. */
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

/** How it is printed: `all` also shows weeks and lines without content. */
interface StatusPrintOptions {
  readonly display: Display
  readonly all: boolean
  readonly pasteable: (command: string) => string
}

/**
 * The conclusion, the money as a table that adds up, then the last weeks as a calendar (one line for each week, with
 * the cycles of a day side by side), then what is open.
 */
export const statusText = (status: StatusReport, zone: Zone, options: StatusPrintOptions): string => {
  const { width, language } = options.display
  return [
    head(status, zone, options),
    [
      success(status, zone, language),
      ...old(status, language),
      ...quiet(status, language),
      ...closedLines(status, zone, language),
      ...atBank(status, language),
      ...recoveredLines(status, language),
      ...unusableLines(status.unusableNotifications, language),
    ].flatMap((line) => wrapText('', line, width)),
    moneyTable(status.money, language),
    chargebacks(status, options),
    calendar(status, options),
    open(status, zone, language).flatMap((line) => wrapText('', line, width)),
    next(status, options),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

const head = (
  { merchant, now, asOf, money, calendar: slots }: StatusReport,
  zone: Zone,
  { display }: StatusPrintOptions,
): readonly string[] => {
  const { language } = display
  return [
    ...(slots.length === 0 ? [] : sentenceLines(money, slots, display)),
    {
      en: `Merchant ${merchant} on ${timeIn(now, zone, language)} ${zone.name}`,
      es: `Comercio ${merchant}, ${timeIn(now, zone, language)} ${zone.name}`,
    }[language],
    ...asOfLines(asOf, zone, language),
  ]
}

const WEEK_OF: Both<string> = { en: 'week of', es: 'semana del' }
const OPEN_HEAD: Both<readonly string[]> = {
  en: ['open', 'all', '< 1 day', '1-6 days', '7-30 days', 'older'],
  es: ['abiertos', 'todos', '< 1 día', '1-6 días', '7-30 días', 'anteriores'],
}

const calendar = (
  status: StatusReport,
  { all, display: { width, language } }: StatusPrintOptions,
): readonly string[] => {
  if (status.calendar.length === 0)
    return [{ en: 'Nothing was read in the last weeks.', es: 'No se leyó nada en las últimas semanas.' }[language]]
  const signs = new Map<string, string>()
  for (const { slot, verdict } of status.calendar)
    signs.set(slot.date, `${signs.get(slot.date) ?? ''}${SIGNS[verdict]}`)
  const first = status.calendar[0]?.slot.date ?? status.weeks.from
  const mondays = daysBetween(status.weeks.from, status.weeks.to)
    .filter((_, at) => at % 7 === 0)
    .filter((monday) => all || addDays(monday, 6) >= first)
  const weekOf = (monday: SlotDate): readonly string[] => [
    dayIn(monday, language),
    ...SHORT_WEEKDAYS[language].map((_, day) => signs.get(addDays(monday, day)) ?? ''),
  ]
  const shown = new Set(status.calendar.map(({ verdict }) => verdict))
  const legend = VERDICTS.toReversed().filter((verdict) => shown.has(verdict))
  return [
    ...alignColumns([[WEEK_OF[language], ...SHORT_WEEKDAYS[language]], ...mondays.map(weekOf)], 8),
    '',
    ...wrapText(
      '',
      {
        en: `A sign for each cycle of a day, in its order: ${legend.map((verdict) => `${SIGNS[verdict]} ${verdictName(verdict, language)}`).join(', ')}`,
        es: `Un signo por cada ciclo de un día, en su orden: ${legend.map((verdict) => `${SIGNS[verdict]} ${verdictName(verdict, language)}`).join(', ')}`,
      }[language],
      width,
    ),
  ]
}

const open = ({ open: of, lastRead }: StatusReport, zone: Zone, language: Language): readonly string[] => {
  const rows = of.map(({ severity, number, today, week, month, older }) =>
    [language === 'en' ? severity : wordsIn(language).severities[severity], number, today, week, month, older].map(
      String,
    ),
  )
  return [
    ...alignColumns([OPEN_HEAD[language], ...rows], 1),
    ...(lastRead === null
      ? []
      : [
          {
            en: `Ages of settlements as of the latest reading that changed anything, ${timeIn(lastRead, zone, language)}`,
            es: `Antigüedad de las liquidaciones a la última lectura que trajo algo nuevo, ${timeIn(lastRead, zone, language)}`,
          }[language],
        ]),
  ]
}

const success = ({ lastSuccess, lastRead, hasNights, now }: StatusReport, zone: Zone, language: Language): string => {
  if (!hasNights && lastRead !== null)
    return {
      en: `Last read      ${timeIn(lastRead, zone, language)}, ${age(wholeHoursBetween(lastRead, now), language)} ago: named days only, no ordinary run yet`,
      es: `Última lectura  ${timeIn(lastRead, zone, language)}, hace ${age(wholeHoursBetween(lastRead, now), language)}: solo días pedidos, aún sin ejecución normal`,
    }[language]
  if (lastSuccess === null)
    return {
      en: 'Last success   never: no run has read everything that was due',
      es: 'Última completa nunca: ninguna ejecución leyó todo lo que correspondía',
    }[language]
  return {
    en: `Last success   ${timeIn(lastSuccess.at, zone, language)}, ${age(wholeHoursBetween(lastSuccess.at, now), language)} ago`,
    es: `Última completa ${timeIn(lastSuccess.at, zone, language)}, hace ${age(wholeHoursBetween(lastSuccess.at, now), language)}`,
  }[language]
}

/** After this many hours a nightly run was missed: figures and ages are those of the newest pull. */
const OLD_HOURS = 36

const isOld = ({ lastRead, now, asOf }: StatusReport): boolean =>
  asOf === null && lastRead !== null && wholeHoursBetween(lastRead, now) > OLD_HOURS

const old = (status: StatusReport, language: Language): readonly string[] =>
  isOld(status) && status.lastRead !== null
    ? [
        {
          en: `Warning        the newest reading is ${age(wholeHoursBetween(status.lastRead, status.now), language)} old: run today's reading first`,
          es: `Advertencia     la última lectura tiene ${age(wholeHoursBetween(status.lastRead, status.now), language)}: haga primero la de hoy`,
        }[language],
      ]
    : []

const age = (hours: number, language: Language): string => {
  if (hours < 1) return { en: 'less than an hour', es: 'menos de una hora' }[language]
  if (hours < 48)
    return hours === 1
      ? { en: '1 hour', es: '1 hora' }[language]
      : { en: `${hours} hours`, es: `${hours} horas` }[language]
  return { en: `${Math.floor(hours / 24)} days`, es: `${Math.floor(hours / 24)} días` }[language]
}

const RECOVERED_MONTHS = 3

/** What claims brought, by month. */
const recoveredLines = ({ recovered }: StatusReport, language: Language): readonly string[] => {
  if (recovered.length === 0) return []
  const months = recovered
    .slice(0, RECOVERED_MONTHS)
    .map(({ month, sum }) => `${monthIn(`${month}-01` as SlotDate, language)} ${moneyIn(sum, language)}`)
  const all = moneyIn(sumOf(recovered.map(({ sum }) => sum)), language)
  return [
    {
      en: `Recovered      ${all} with claims: ${months.join('; ')}`,
      es: `Recuperado      ${all} con reclamaciones: ${months.join('; ')}`,
    }[language],
  ]
}

/** A quiet day may be a holiday, a key without access, or tenants who cannot pay: a person should look. */
const quiet = ({ quiet: found }: StatusReport, language: Language): readonly string[] =>
  found === null
    ? []
    : [
        {
          en: `Warning        no invoice since ${found.since}: ${countOf(found.businessDays, 'business day', language)} without one`,
          es: `Advertencia     ninguna factura desde el ${dayIn(found.since, 'es')}: ${countOf(found.businessDays, 'business day', language)} sin facturas`,
        }[language],
      ]

const chargebacks = (
  { chargebacks: balance }: StatusReport,
  { all, display: { width, language } }: StatusPrintOptions,
): readonly string[] =>
  balance.seen === 0 && balance.adjustments === 0n && !all
    ? []
    : chargebackLines(balance, language).flatMap((line, at) =>
        wrapText(
          { en: at === 0 ? 'Chargebacks    ' : ' '.repeat(15), es: at === 0 ? 'Contracargos    ' : ' '.repeat(16) }[
            language
          ],
          line,
          width,
        ),
      )

const closedLines = ({ closed: last }: StatusReport, zone: Zone, language: Language): readonly string[] =>
  last === null
    ? []
    : [
        {
          en: `Closed         through ${last.through}, on ${timeIn(last.at, zone, language)} by ${harmless(last.by)}, number ${last.number}`,
          es: `Cerrado         hasta el ${dayIn(last.through, 'es')}, el ${timeIn(last.at, zone, language)}, por ${harmless(last.by)}, número ${last.number}`,
        }[language],
      ]

/** The part of the payouts that arrived at the bank. */
const atBank = ({ bank }: StatusReport, language: Language): readonly string[] => {
  if (bank === null) return []
  const numberOf = (kind: BridgeRow['kind']): number => numberIn(bank.bridge, kind)
  const without = numberOf('negative') + numberOf('echo')
  const [all, arrived] = [numberOf('total') - without, numberOf('arrived')]
  const others = Object.entries(NOT_ARRIVED)
    .map(([kind, told]) => [numberOf(kind as keyof typeof NOT_ARRIVED), kind, told] as const)
    .filter(([number, kind]) => number > 0 || !ONLY_WHERE_ANY.has(kind))
    .map(([number, , told]) => `, ${number} ${told(number)[language]}`)
    .join('')
  return [
    {
      en: `Bank           statements until ${bank.through}: ${arrived} of ${all} ${all === 1 ? 'payout' : 'payouts'} arrived${others}${without === 0 ? '' : `; for ${without} more no credit is expected`}`,
      es: `Banco           extractos hasta el ${dayIn(bank.through, 'es')}: ${arrived} de ${all} ${all === 1 ? 'abono' : 'abonos'} en el banco${others}${without === 0 ? '' : `; por ${without} más no se espera consignación`}`,
    }[language],
  ]
}

/** Every kind of a payout that did not arrive, in the order in which it is told. */
const NOT_ARRIVED: Readonly<Record<Exclude<ReturnType<typeof whereIs>, 'arrived'>, (number: number) => Both<string>>> =
  {
    unconfirmed: () => ({ en: 'to be confirmed', es: 'por confirmar' }),
    'on-the-way': () => ({ en: 'on the way', es: 'en camino' }),
    missing: (number) => ({ en: 'missing', es: number === 1 ? 'falta' : 'faltan' }),
    settled: (number) => ({
      en: 'accepted or paid elsewhere',
      es: number === 1 ? 'aceptado o pagado de otra forma' : 'aceptados o pagados de otra forma',
    }),
    candidates: () => ({ en: 'with several candidates', es: 'con varios candidatos' }),
    'not-covered': () => ({ en: 'on days without a statement', es: 'en días sin extracto' }),
  }
/** Told only where there are any. */
const ONLY_WHERE_ANY: ReadonlySet<string> = new Set(['unconfirmed', 'settled'])

/**
 * Commands for the next step: for settlements that could not be read, and for those with the most pesos open. A view of
 * the past has none.
 */
const next = (status: StatusReport, { pasteable, display: { language } }: StatusPrintOptions): readonly string[] => {
  const { calendar: slots, toDo, lastSuccess, asOf } = status
  if (asOf !== null) return []
  const unread = slots.some(isNotReadWhole)
  const isFirst = lastSuccess === null && slots.length === 0
  const lines = [
    ...(isFirst ? ['cuadre init', 'cuadre demo'].map(pasteable) : []),
    ...(unread || isOld(status) ? [pasteable('cuadre run')] : []),
    ...toDo.slice(0, COMMANDS_MAX).map(({ date, cycle }) => pasteable(`cuadre explain ${date} ${cycle}`)),
  ]
  return lines.length === 0 ? [] : [{ en: 'Next', es: 'Siguiente' }[language], ...lines.map((line) => `  ${line}`)]
}
const COMMANDS_MAX = 3

/** A line about notifications that name no settlement; none when there are none. */
export const unusableLines = (count: number, language: Language): readonly string[] => {
  if (count === 0) return []
  const isOne = count === 1
  const line = {
    en: `${howMany(count, 'notification')} ${isOne ? 'names' : 'name'} no settlement to look at; "cuadre webhooks list" says why, and the nightly run reads every settlement all the same.`,
    es: `${isOne ? '1 notificación no nombra' : `${count} notificaciones no nombran`} ninguna liquidación; "cuadre webhooks list" dice por qué, y la ejecución nocturna lee de todos modos todas las liquidaciones.`,
  }
  return [line[language]]
}

/** What was read and what is open, as of now. */
export const STANDING = question({
  name: 'status',
  group: 'look',
  describe: {
    en: 'What is owed, overpaid, failed, in process and not read, the last weeks as a calendar, and what is open',
    es: 'Lo que debe el operador, lo abonado de más, lo fallido, lo que está en proceso y lo no leído; las últimas semanas como calendario, y lo pendiente',
  },
  inSight: { en: 'what is owed, missing and open', es: 'lo que se debe, falta y está pendiente' },
  folds: [RUNS_LIST, RUNS_SHOW],
  examples: [
    [
      'cuadre status',
      { en: 'what was read and what is open, as of now', es: 'lo leído y lo pendiente, a este momento' },
    ],
    ['cuadre status --as-of 2026-03-14', { en: 'the same at the end of that day', es: 'lo mismo al final de ese día' }],
    ['cuadre status --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  operands: {},
  options: {
    all: aSwitch({ en: 'Print also what is right', es: 'Muestra también lo que está bien' }, { isOfScreen: true }),
  },
  isOfPast: true,
  read: async (context) => (await import('../../jobs/status.ts')).readStatus(context),
  shape: STATUS,
  text: (status, { zone, start = PLAIN_START }, display, { all }) =>
    statusText(status, zone, { display, all, pasteable: (command) => typed(command, start) }),
})
