import { FEES } from '../../../reports/documents/fees/fees-document.ts'
import { type Centavos, fromPesos } from '../../core/money.ts'
import { monthOrDaysIn } from '../../input/dates.ts'
import { MONTH_OR_DAYS, once } from '../../input/options.ts'
import { orElse, refuseValue, type ValueReader } from '../../input/readers.ts'
import { displayOf } from '../../print/display.ts'
import { terminalText } from '../../print/terminal.ts'
import { AS_OF } from '../framework/as-of.ts'
import { commandWith, DEBUG, FORMAT, JSON_FLAG, SETTINGS } from '../framework/command.ts'
import { fromHere, refuseOwnFolder } from '../framework/effective-settings.ts'
import { contextOf } from '../framework/job.ts'

/** A sum of COP, as it is typed. */
const sumTyped: ValueReader<Centavos> = (name, typed) => {
  const sum = typeof typed === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(typed) ? fromPesos(Number(typed)) : null
  return (
    sum ?? refuseValue(name, typed, { en: 'a sum of COP, such as 4512300.50', es: 'una suma de COP, como 4512300.50' })
  )
}

export const fees = commandWith({
  name: 'fees',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'Fees over a month or a range of settlement dates, charged against expected by the tariff',
    es: 'Las comisiones de un mes o un rango de fechas de liquidación: lo cobrado frente a lo esperado según la tarifa',
  },
  manual:
    'Without dates: the month of the newest settlement. It writes to `<out>/fees/<from>_<to>/`. See [Fees](fees.md).',
  examples: [
    ['cuadre fees', { en: 'the month of the newest settlement', es: 'el mes de la liquidación más reciente' }],
    [
      'cuadre fees --month 2026-02 --billed 4512300',
      { en: 'February, with the bill of the operator', es: 'febrero, con la factura del operador' },
    ],
    [
      'cuadre fees --month 2026-02 --as-of 2026-03-05 --out then',
      { en: 'as it was known at the end of that day', es: 'como se sabía al final de ese día' },
      'cuadre fees --month 2026-02 --as-of 2026-03-05 --out entonces',
    ],
  ],
  options: {
    ...MONTH_OR_DAYS,
    billed: once(
      {
        en: 'What the operator bills for these days, in COP',
        es: 'Lo que el operador factura por estos días, en COP',
      },
      orElse(sumTyped, null),
    ),
    ...FORMAT,
  },
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async ({ billed, format, ...days }, given, io) => {
    const asked = { days: monthOrDaysIn(days, '--'), billed, format }
    if (given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
    const { asOf, ...context } = contextOf(given, io)
    const { readFees } = await import('../../../jobs/fees/read-fees.ts')
    const feesReport = await readFees(context, { ...asked, asOf })
    const report = { ...feesReport, files: feesReport.files.map((path) => fromHere(path, io.cwd)) }
    return {
      document: () => FEES.of(report),
      text: async () => {
        const { feesReport } = await import('../../../reports/fees/fees.ts')
        return terminalText({ ...feesReport(report, io.start), files: report.files }, displayOf(io, io.language))
      },
    }
  },
})
