import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import {
  RECEIVABLE_FILES,
  RECEIVABLES,
  type ReceivableFilesReport,
  type ReceivablesReport,
} from '../../reports/documents/receivables.ts'
import { receivablesReport } from '../../reports/receivables.ts'
import type { Days } from '../core/calendar/calendar.ts'
import type { ReceivableFileRecord } from '../core/receivables.ts'
import { month } from '../input/dates.ts'
import { once } from '../input/options.ts'
import { orElse } from '../input/readers.ts'
import { column, table } from '../print/report.ts'
import { question } from './question.ts'

/** What tenants owe of a month, and what they paid. */
export const RECEIVABLES_LIST = question({
  name: 'receivables list',
  group: 'receivables',
  describe: {
    en: 'What tenants owe by your list, and what they paid',
    es: 'Lo que deben los inquilinos según su lista, y lo que pagaron',
  },
  manual:
    'The list by state, payments, owners, dues to look at, and payments without a due, as of the last run or of the closing. Without a month: the newest that has dues.',
  examples: [
    ['cuadre receivables list', { en: 'the newest month with dues', es: 'el mes más reciente con cobros' }],
    [
      'cuadre receivables list --month 2026-10 --format csv --table dues',
      { en: 'every due of October, for a program', es: 'cada cobro de octubre, para un programa' },
    ],
  ],
  operands: {},
  options: {
    month: once<Days | null>({ en: 'The month, as 2026-10', es: 'El mes, como 2026-10' }, orElse(month, null)),
  },
  isOfPast: true,
  read: async (context, asked): Promise<ReceivablesReport> => {
    const { readReceivables } = await import('../../jobs/steps/receivables/receivables-of-month.ts')
    const found = await readReceivables(context, asked.month?.from.slice(0, 7) ?? null)
    if (found !== null) return found
    const isThere = await readDatabase(context, async () => true)
    if (isThere === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
    const { noReceivables } = await import('../../jobs/receivables/tie-rents.ts')
    throw noReceivables(context.settings)
  },
  shape: RECEIVABLES,
  report: (facts) => receivablesReport(facts),
})

/** The imported lists and collections of banks, including those that were voided. */
export const RECEIVABLES_FILES = question({
  name: 'receivables files',
  group: 'receivables',
  describe: {
    en: 'The lists and collections that were imported, and those that were voided',
    es: 'Las listas y recaudos importados, y los anulados',
  },
  examples: [['cuadre receivables files', { en: 'a line a file', es: 'una línea por archivo' }]],
  operands: {},
  options: {},
  isOfPast: true,
  read: async (context): Promise<ReceivableFilesReport> => {
    const found = await readDatabase(context, async (store) => ({
      merchant: store.merchant.name,
      files: await store.receivables.files(),
    }))
    if (found === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
    if (found.files.length > 0) return found
    const { noReceivables } = await import('../../jobs/receivables/tie-rents.ts')
    throw noReceivables(context.settings)
  },
  shape: RECEIVABLE_FILES,
  report: ({ merchant, files }, { zone }) => ({
    merchant,
    title: { en: 'Files of receivables', es: 'Archivos de cartera' },
    sections: [
      table<ReceivableFileRecord>({
        name: 'files',
        title: null,
        rows: files,
        columns: [
          column('number', 'id', { en: 'Number', es: 'Número' }, ({ number }) => number),
          column('file', 'text', { en: 'File', es: 'Archivo' }, ({ name }) => name),
          column('kind', 'word', { en: 'Kind', es: 'Clase' }, ({ kind }) => kind, { words: KINDS }),
          column('months', 'text', { en: 'Months', es: 'Meses' }, ({ months }) => months.join(' ')),
          column('rows', 'count', { en: 'Rows', es: 'Filas' }, ({ rows }) => rows, { isSummed: false }),
          column('sum', 'money', { en: 'Sum', es: 'Suma' }, ({ sum }) => sum, { isSummed: false }),
          column('imported', 'date', { en: 'Imported', es: 'Importado' }, ({ at }) => zone.dateAt(at)),
          column('by', 'text', { en: 'By', es: 'Por' }, ({ by }) => by),
          column('void', 'text', { en: 'Void', es: 'Anulado' }, ({ voided }) => voided?.reason ?? null),
        ],
      }),
    ],
  }),
})

const KINDS = { list: { en: 'list', es: 'lista' }, bank: { en: 'bank', es: 'banco' } }
