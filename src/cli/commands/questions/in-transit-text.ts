import { ageInWords, type InTransitReport, methodsInOrder } from '../../../../reports/ledgers/in-transit.ts'
import type { Money } from '../../../domain/in-transit.ts'
import { inWords } from '../../../domain/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'

/** The figure, its parts, how it came to be since the month began, and what it does not know. */
export const inTransitText = (told: InTransitReport, file: string): string =>
  [[head(told)], parts(told), rolling(told), notes(told), [`File: ${harmless(file)}`]]
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = ({ at, zone, merchant, total }: InTransitReport): string =>
  `In transit at the end of ${at} (${zone.name}, merchant ${merchant}): ${howMany(total.invoices, 'invoice')}, ${inWords(total.paid)}`

const cells = ({ invoices, paid }: Money): readonly string[] => [String(invoices), inWords(paid).replace('COP ', '')]

const parts = (told: InTransitReport): readonly string[] =>
  alignColumns(
    [
      ['', 'invoices', 'COP'],
      ...methodsInOrder(told).map(([method, money]) => [`by ${harmless(method)}`, ...cells(money)]),
      ...told.byAge.map((band) => [`paid ${ageInWords(band)} days before`, ...cells(band)]),
    ],
    1,
  )

const rolling = ({ rollForward: { from, opening, paid, settled, closing }, at }: InTransitReport): readonly string[] =>
  alignColumns(
    [
      ['', 'invoices', 'COP'],
      [`in transit at the end of ${from}`, ...cells(opening)],
      ['+ paid since', ...cells(paid)],
      ['- settled since', ...cells(settled)],
      [`= in transit at the end of ${at}`, ...cells(closing)],
    ],
    1,
  )

const notes = (told: InTransitReport): readonly string[] => sentences(told).flatMap((line) => wrapText('', line))

const sentences = ({
  asked,
  whyStored,
  undated,
  databaseSince,
  rollForward,
  at,
  isOver,
}: InTransitReport): readonly string[] => [
  ...(asked === null
    ? [
        `From the database alone, because ${whyStored}: a payment whose settlement was not read yet is in none of these figures.`,
      ]
    : [
        `The service was asked for the payments of ${asked.from} to ${asked.to}: ${asked.payments}, of which ${asked.inNoSlot} in no settlement that was read.`,
        ...(asked.malformed === 0
          ? []
          : [`${howMany(asked.malformed, 'record')} it listed could not be read, and is in no figure.`]),
      ]),
  ...(undated.invoices === 0
    ? []
    : [
        `Left out: ${howMany(undated.invoices, 'invoice')} of ${inWords(undated.paid)}, since nobody can tell when they were paid.`,
      ]),
  ...(databaseSince > rollForward.from
    ? [`The database begins with ${databaseSince}: what was settled before it is in no figure of the roll-forward.`]
    : []),
  'A payment leaves transit on the day on which its settlement was first read as final.',
  ...(isOver ? [] : [`${at} is not over: what is read today may still change the figure.`]),
]
