import { IN_TRANSIT as DOCUMENT, type InTransitReport, methodsInOrder } from '../../reports/documents/in-transit.ts'
import { ageInWords, IN_TRANSIT_LEDGER } from '../../reports/ledgers/in-transit.ts'
import { inTransitLines } from '../../reports/statements/in-transit-lines.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { Payment } from '../core/in-transit.ts'
import type { Amount } from '../core/money.ts'
import type { SlotDate } from '../core/slot.ts'
import { date } from '../input/dates.ts'
import { aSwitch, once } from '../input/options.ts'
import { optional } from '../input/readers.ts'
import { localTime } from '../input/zone.ts'
import { sumIn } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { groupedTable, note, type Report, table } from '../print/report.ts'
import { type Both, inBoth } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import { dayIn } from '../words/dates.ts'
import { countOf, numberIn } from '../words/money.ts'
import { methodName } from '../words/say.ts'
import { question } from './question.ts'

/** The figure to book at month-end, its parts, how it came to be, and what it does not include. */
export const IN_TRANSIT = question({
  name: 'in-transit',
  group: 'month-end',
  describe: {
    en: 'Payments in transit at the end of a day: paid, and not settled yet or only later. The figure to book at month-end, by method and age, rolled forward from the month before',
    es: 'Pagos en tránsito al final de un día: pagados y aún sin liquidar, o liquidados después. La cifra para registrar a fin de mes, por medio de pago y antigüedad, conciliada con la del mes anterior',
  },
  manual:
    'It writes `in-transit.csv`; of a past state only with `--out`. See [Money in transit](discrepancies.md#money-in-transit).',
  examples: [
    [
      'cuadre in-transit --at 2026-03-31',
      { en: 'the figure of a month-end, and in-transit.csv', es: 'la cifra de un fin de mes, e in-transit.csv' },
    ],
    ['cuadre in-transit', { en: 'as it stands today', es: 'como está hoy' }],
    [
      'cuadre in-transit --at 2025-12-31 --stored',
      {
        en: 'from the database alone, without asking the service',
        es: 'solo con la base de datos, sin consultar el servicio',
      },
    ],
  ],
  operands: {},
  options: {
    at: once(
      {
        en: 'The figure at the end of this day, YYYY-MM-DD (today)',
        es: 'La cifra al final de este día, AAAA-MM-DD (hoy)',
      },
      optional(date),
    ),
    stored: aSwitch({
      en: 'Do not ask the service for payments whose settlements were not read yet',
      es: 'No consulta el servicio por pagos cuyas liquidaciones aún no se leyeron',
    }),
  },
  isOfPast: true,
  asksService: true,
  writes: true,
  read: async (context, { at, stored }): Promise<InTransitReport> => {
    const { zone, now, asOf, isWritten, pathAsTyped } = context
    const request = { at: dayAsked(at, zone.dateAt(now())), stored, asOf, isWritten }
    const { readInTransit } = await import('../../jobs/in-transit.ts')
    const { file, ...report } = await readInTransit(context, request)
    return { ...report, file: file && pathAsTyped(file) }
  },
  shape: DOCUMENT,
  report: (report, { zone }) => inTransitReport(report, zone),
})

export const inTransitReport = (report: InTransitReport, zone: Zone): Report => ({
  merchant: report.merchant,
  title: inEach((language) => {
    const day = dayIn(report.at, language)
    return { en: `In transit at the end of ${day}`, es: `En tránsito al cierre del ${day}` }[language]
  }),
  sections: [
    note(conclusion(report), { isStrong: true }),
    partsTable(report),
    rollForwardTable(report),
    ...sentences(report).map((words) => note(words)),
    paymentsTable(report, zone),
    ...(report.file === null ? [note(NO_FILE, { only: ['text'] })] : []),
  ],
  files: report.file === null ? [] : [report.file],
})

const dayAsked = (at: SlotDate | undefined, today: SlotDate): SlotDate => {
  if (at !== undefined && at > today)
    throw usageError(
      { en: `${at} is after today, ${today}`, es: `${at} es posterior a hoy, ${today}` },
      { en: 'give a day up to today', es: 'dé un día hasta hoy' },
    )
  return at ?? today
}

const NO_FILE: Both<string> = {
  en: 'No file was written: for one of a past state, name a folder with --out',
  es: 'No se escribió ningún archivo: para el de un momento pasado, indique una carpeta con --out',
}

const conclusion = ({ at, zone, merchant, total }: InTransitReport): Both<string> =>
  inEach((language) => {
    const figure = `${countOf(total.number, 'invoice', language)}, ${sumIn(total.sum, language)}`
    return {
      en: `In transit at the end of ${at} (${zone.name}, merchant ${merchant}): ${figure}`,
      es: `En tránsito al cierre del ${dayIn(at, 'es')} (${zone.name}, comercio ${merchant}): ${figure}`,
    }[language]
  })

interface Figure {
  /** In CSV files; people read the label. */
  readonly name: string
  readonly label: Both<string>
  readonly money: Amount
}

/** Who sums up a CSV file must not meet a sum in it. */
const figuresTable = (name: string, groups: Readonly<Record<string, readonly Figure[]>>) =>
  groupedTable({
    name,
    title: null,
    groups: Object.entries(groups).map(([of, rows]) => ({ name: of, rows })),
    line: ({ name: of, label }) => ({
      label,
      ...(of === 'closing' ? { isTotal: true, only: ['text', 'html', 'xlsx'] } : {}),
    }),
    columns: [
      { name: 'name', kind: 'text', head: inBoth(''), of: (figure) => figure.name },
      { name: 'invoices', kind: 'count', head: { en: 'invoices', es: 'facturas' }, of: ({ money }) => money.number },
      { name: 'paid', kind: 'money', head: inBoth('COP'), of: ({ money }) => money.sum },
    ],
  })

/** The figure by method, and by age: the same money twice. */
const partsTable = (report: InTransitReport) =>
  figuresTable('parts', {
    method: methodsInOrder(report).map(([name, money]) => ({
      ...{ name, money },
      label: inEach((language) => methodName(name, language)),
    })),
    age: report.byAge.map((band) => {
      const { en, es } = ageInWords(band)
      const label = { en: `paid ${en} days before`, es: `pagadas ${es} días antes` }
      return { name: `${band.from}-${band.to ?? ''}`, label, money: band }
    }),
  })

const rollForwardTable = (report: InTransitReport) => {
  const inSpanish = inTransitLines(report, 'es')
  return figuresTable('roll-forward', {
    'roll-forward': inTransitLines(report, 'en').map(({ kind, name, money }, at) => ({
      ...{ name: kind, money },
      label: { en: name, es: inSpanish[at]?.name ?? name },
    })),
  })
}

/** The rows of `in-transit.csv`. */
const paymentsTable = ({ merchant, at, payments }: InTransitReport, zone: Zone) => {
  const context = { merchant, at, localTime: (text: string) => localTime(text, zone) }
  return table({
    name: 'payments',
    title: { en: 'In transit', es: 'En tránsito' },
    only: ['csv', 'xlsx'],
    rows: payments,
    columns: IN_TRANSIT_LEDGER.columns
      .filter(({ name }) => name !== 'merchant')
      .map((one) => ({ ...one, of: (payment: Payment) => one.of(payment, context) })),
  })
}

const sentences = (report: InTransitReport): readonly Both<string>[] => [
  ...atBank(report),
  ...source(report),
  ...limits(report),
]

const atBank = ({ notArrived, arrivedLess }: InTransitReport): readonly Both<string>[] => {
  if (notArrived === null) return []
  return [
    inEach((language) => {
      const less = arrivedLess === null || arrivedLess.number === 0 ? null : sumIn(arrivedLess.sum, language)
      const [settlements, sum] = [countOf(notArrived.number, 'settlement', language), sumIn(notArrived.sum, language)]
      return {
        en: `Not in these figures: ${settlements} of ${sum} paid out by the operator that had not arrived at the bank by then${less === null ? '' : `, and ${less} that arrived short`}.`,
        es: `En ninguna de estas cifras: abonado por el operador y aún sin llegar al banco: ${settlements}, ${sum}${less === null ? '' : `, y ${less} que llegaron de menos`}.`,
      }[language]
    }),
  ]
}

/** What was asked for the figures. */
const source = ({ asked, whyStored }: InTransitReport): readonly Both<string>[] => {
  if (asked === null)
    return [
      {
        en: `From the database alone, because ${whyStored?.en ?? ''}: a payment whose settlement was not read yet is not in these figures.`,
        es: `Solo con la base de datos, porque ${whyStored?.es ?? ''}: un pago cuya liquidación aún no se leyó no está en estas cifras.`,
      },
    ]
  const { from, to, payments, inNoSlot, malformed } = asked
  const [isOne, isOneMalformed] = [inNoSlot === 1, malformed === 1]
  const all = {
    en: `The service was asked for the payments from ${from} to ${to}: ${numberIn(payments, 'en')}, of which ${numberIn(inNoSlot, 'en')} ${isOne ? 'is' : 'are'} in no settlement that was read.`,
    es: `Se pidieron al servicio los pagos del ${dayIn(from, 'es')} al ${dayIn(to, 'es')}: ${numberIn(payments, 'es')}, de los cuales ${numberIn(inNoSlot, 'es')} no ${isOne ? 'está' : 'están'} en ninguna liquidación leída.`,
  }
  const unread = {
    en: `${countOf(malformed, 'record', 'en')} it listed could not be read, and is not in any figure.`,
    es: `${countOf(malformed, 'record', 'es')} de su lista no se ${isOneMalformed ? 'pudo' : 'pudieron'} leer, y no está${isOneMalformed ? '' : 'n'} en ninguna cifra.`,
  }
  return malformed === 0 ? [all] : [all, unread]
}

const limits = ({ undated, databaseSince, rollForward, at, isOver }: InTransitReport): readonly Both<string>[] => [
  ...(undated.number === 0
    ? []
    : [
        {
          en: `Left out: ${countOf(undated.number, 'invoice', 'en')} of ${sumIn(undated.sum, 'en')}, because the day of payment is not known.`,
          es: `Quedan fuera: ${countOf(undated.number, 'invoice', 'es')} por ${sumIn(undated.sum, 'es')}, porque no se sabe qué día se pagaron.`,
        },
      ]),
  ...(databaseSince > rollForward.openingDay
    ? [
        {
          en: `The database begins with ${databaseSince}: what was settled before is not in the roll-forward.`,
          es: `La base de datos empieza el ${dayIn(databaseSince, 'es')}: lo liquidado antes no está en ninguna cifra de la conciliación con el mes anterior.`,
        },
      ]
    : []),
  {
    en: 'A payment leaves transit on the day on which its settlement was first read as final, or arrived at the bank where that was earlier.',
    es: 'Un pago sale del tránsito el día en que su liquidación se leyó por primera vez como definitiva, o el día en que llegó al banco, si fue antes.',
  },
  ...(isOver
    ? []
    : [
        {
          en: `${at} is not over yet: what is read today may still change the figure.`,
          es: `El ${dayIn(at, 'es')} no ha terminado: lo que se lea hoy aún puede cambiar la cifra.`,
        },
      ]),
]
