import { answerDocument } from '../../../reports/documents/answer-document.ts'
import { type InTransitReport, inTransitDocument, methodsInOrder } from '../../../reports/documents/in-transit.ts'
import { ageInWords } from '../../../reports/ledgers/in-transit.ts'
import { type Amount, ZERO } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { date as parseDate } from '../../input/dates.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { countInTable, inTable, sumIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { methodName } from '../../words/say.ts'
import { AS_OF, parseAsOf } from '../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { JSON_FLAG, LOG_FLAGS, withContext } from '../framework/job.ts'

/** The figure, its parts, its changes since the start of the month, and what it does not include. */
export const inTransitText = (
  report: InTransitReport,
  file: string | null,
  { width, language }: Pick<Display, 'width' | 'language'>,
): string =>
  [
    wrapText('', head(report, language), width),
    parts(report, language),
    rolling(report, language),
    notes(report, width, language),
    [fileLine(file)[language]],
  ]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const fileLine = (file: string | null): Both<string> =>
  file === null
    ? {
        en: 'No file was written: for one of a past state, name a folder with --out',
        es: 'No se escribió ningún archivo: para el de un momento pasado, indique una carpeta con --out',
      }
    : { en: `File: ${harmless(file)}`, es: `Archivo: ${harmless(file)}` }

const head = ({ at, zone, merchant, total }: InTransitReport, language: Language): string =>
  ({
    en: `In transit at the end of ${dayIn(at, language)} (${zone.name}, merchant ${merchant}): ${countOf(total.number, 'invoice', language)}, ${sumIn(total.sum, language)}`,
    es: `En tránsito al cierre del ${dayIn(at, language)} (${zone.name}, comercio ${merchant}): ${countOf(total.number, 'invoice', language)}, ${sumIn(total.sum, language)}`,
  })[language]

const cells = ({ number, sum }: Amount, language: Language): readonly string[] => [
  countInTable(number, language),
  inTable(sum, language),
]

const parts = (report: InTransitReport, language: Language): readonly string[] =>
  alignColumns(
    [
      ['', { en: 'invoices', es: 'facturas' }[language], 'COP'],
      ...methodsInOrder(report).map(([method, money]) => [
        harmless(methodName(method, language)),
        ...cells(money, language),
      ]),
      ...report.byAge.map((band) => [
        {
          en: `paid ${ageInWords(band).en} days before`,
          es: `pagadas ${ageInWords(band).es} días antes`,
        }[language],
        ...cells(band, language),
      ]),
    ],
    1,
  )

const rolling = (
  { rollForward: { openingDay, opening, paid, earlier, settled, closing }, at }: InTransitReport,
  language: Language,
): readonly string[] =>
  alignColumns(
    [
      ['', { en: 'invoices', es: 'facturas' }[language], 'COP'],
      [
        { en: `in transit at the end of ${openingDay}`, es: `en tránsito al cierre del ${dayIn(openingDay, 'es')}` }[
          language
        ],
        ...cells(opening, language),
      ],
      [{ en: '+ paid since', es: '+ pagadas desde entonces' }[language], ...cells(paid, language)],
      ...(earlier.number === 0 && earlier.sum === ZERO
        ? []
        : [
            [
              { en: '+ of earlier days, known since', es: '+ de fechas anteriores, conocido desde entonces' }[language],
              ...cells(earlier, language),
            ],
          ]),
      [{ en: '- settled since', es: '- liquidadas desde entonces' }[language], ...cells(settled, language)],
      [
        { en: `= in transit at the end of ${at}`, es: `= en tránsito al cierre del ${dayIn(at, 'es')}` }[language],
        ...cells(closing, language),
      ],
    ],
    1,
  )

const notes = (report: InTransitReport, width: number, language: Language): readonly string[] =>
  sentences(report, language).flatMap((line) => wrapText('', line, width))

const atBank = ({ notArrived, arrivedLess }: InTransitReport, language: Language): readonly string[] => {
  if (notArrived === null) return []
  const short = arrivedLess === null || arrivedLess.number === 0 ? null : sumIn(arrivedLess.sum, language)
  const [settlements, sum] = [countOf(notArrived.number, 'settlement', language), sumIn(notArrived.sum, language)]
  return [
    {
      en: `Not in these figures: ${settlements} of ${sum} paid out by the operator that had not arrived at the bank by then${short === null ? '' : `, and ${short} that arrived short`}.`,
      es: `En ninguna de estas cifras: abonado por el operador y aún sin llegar al banco: ${settlements}, ${sum}${short === null ? '' : `, y ${short} que llegaron de menos`}.`,
    }[language],
  ]
}

const sentences = (report: InTransitReport, language: Language): readonly string[] => [
  ...atBank(report, language),
  ...sourceSentences(report, language),
]

/** The source of the figures, and what they do not include. */
const sourceSentences = (
  { asked, whyStored, undated, databaseSince, rollForward, at, isOver }: InTransitReport,
  language: Language,
): readonly string[] => [
  ...(asked === null
    ? [
        {
          en: `From the database alone, because ${whyStored?.en ?? ''}: a payment whose settlement was not read yet is not in these figures.`,
          es: `Solo con la base de datos, porque ${whyStored?.es ?? ''}: un pago cuya liquidación aún no se leyó no está en estas cifras.`,
        }[language],
      ]
    : [
        {
          en: `The service was asked for the payments from ${asked.from} to ${asked.to}: ${asked.payments}, of which ${asked.inNoSlot} ${asked.inNoSlot === 1 ? 'is' : 'are'} in no settlement that was read.`,
          es: `Se pidieron al servicio los pagos del ${dayIn(asked.from, 'es')} al ${dayIn(asked.to, 'es')}: ${asked.payments}, de los cuales ${asked.inNoSlot} no ${asked.inNoSlot === 1 ? 'está' : 'están'} en ninguna liquidación leída.`,
        }[language],
        ...(asked.malformed === 0
          ? []
          : [
              {
                en: `${countOf(asked.malformed, 'record', language)} it listed could not be read, and is not in any figure.`,
                es: `${countOf(asked.malformed, 'record', language)} de su lista no se ${asked.malformed === 1 ? 'pudo' : 'pudieron'} leer, y no está${asked.malformed === 1 ? '' : 'n'} en ninguna cifra.`,
              }[language],
            ]),
      ]),
  ...(undated.number === 0
    ? []
    : [
        {
          en: `Left out: ${countOf(undated.number, 'invoice', language)} of ${sumIn(undated.sum, language)}, because the day of payment is not known.`,
          es: `Quedan fuera: ${countOf(undated.number, 'invoice', language)} por ${sumIn(undated.sum, language)}, porque no se sabe qué día se pagaron.`,
        }[language],
      ]),
  ...(databaseSince > rollForward.openingDay
    ? [
        {
          en: `The database begins with ${databaseSince}: what was settled before is not in the roll-forward.`,
          es: `La base de datos empieza el ${dayIn(databaseSince, 'es')}: lo liquidado antes no está en ninguna cifra de la conciliación con el mes anterior.`,
        }[language],
      ]
    : []),
  {
    en: 'A payment leaves transit on the day on which its settlement was first read as final, or arrived at the bank where that was earlier.',
    es: 'Un pago sale del tránsito el día en que su liquidación se leyó por primera vez como definitiva, o el día en que llegó al banco, si fue antes.',
  }[language],
  ...(isOver
    ? []
    : [
        {
          en: `${at} is not over yet: what is read today may still change the figure.`,
          es: `El ${dayIn(at, 'es')} no ha terminado: lo que se lea hoy aún puede cambiar la cifra.`,
        }[language],
      ]),
]

export const inTransit: Command = {
  name: 'in-transit',
  group: 'month-end',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Payments in transit at the end of a day: paid, and not settled yet or only later. The figure to book at month-end, by method and age, rolled forward from the month before',
    es: 'Pagos en tránsito al final de un día: pagados y aún sin liquidar, o liquidados después. La cifra para registrar a fin de mes, por medio de pago y antigüedad, conciliada con la del mes anterior',
  },
  manual: [
    [
      '[--at D] [--stored] [--as-of N|TIME [--out DIR]] [--json]',
      'The figure to book at month-end: what was paid by the end of that day and whose settlement was first read as final later, or not yet; by method and age, rolled forward from the end of the month before. Writes `in-transit.csv`; of a past state only into a folder of its own, `--out`.',
    ],
  ],
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
  flags: {
    at: {
      kind: 'once',
      describe: {
        en: 'The figure at the end of this day, YYYY-MM-DD (today)',
        es: 'La cifra al final de este día, AAAA-MM-DD (hoy)',
      },
    },
    stored: {
      kind: 'switch',
      describe: {
        en: 'Do not ask the service for payments whose settlements were not read yet',
        es: 'No consulta el servicio por pagos cuyas liquidaciones aún no se leyeron',
      },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...LOG_FLAGS,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const asked = given.text('at')
    const date = asked === undefined ? null : parseDate('--at', asked)
    const isPast = given.text('as-of') !== undefined
    const isInFolder = given.text('out') !== undefined
    if (isPast && isInFolder) refuseOwnFolder('--as-of', given, io)
    const { readInTransit } = await import('../../../jobs/in-transit.ts')
    const report = await withContext(given, io, (context) =>
      readInTransit(context, {
        at: dayOf(date, context.zone.dateAt(context.now())),
        stored: given.isOn('stored'),
        asOf: parseAsOf(given, context.zone),
        isWritten: !isPast || isInFolder,
      }),
    )
    const file = report.file && fromHere(report.file, io.cwd)
    const document = answerDocument('in-transit', 0, inTransitDocument({ ...report, file }))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : inTransitText(report, file, displayOf(io, io.language)),
    )
    return 0
  },
}

const dayOf = (asked: SlotDate | null, today: SlotDate): SlotDate => {
  if (asked !== null && asked > today) {
    throw usageError(
      { en: `--at ${asked} is after today, ${today}`, es: `--at ${asked} es posterior a hoy, ${today}` },
      { en: 'give a day up to today', es: 'dé un día hasta hoy' },
    )
  }
  return asked ?? today
}
