import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { inTransitDocument } from '../../../../reports/ledgers/in-transit.ts'
import type { SlotDate } from '../../../domain/slot.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { parseDate } from '../../framework/dates.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG, withContext } from '../../framework/job.ts'
import { refuseOwnFolder } from '../../framework/own-folder.ts'
import { LOG_FLAGS } from '../nightly/progress-options.ts'
import { inTransitText } from './in-transit-text.ts'

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
    const { readInTransit } = await import('../../../../jobs/in-transit.ts')
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
