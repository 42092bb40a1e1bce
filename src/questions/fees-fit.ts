import { FEES_FIT as DOCUMENT, type FeesFitReport } from '../../reports/documents/fees/fees-fit-report.ts'
import type { Decimal } from '../core/cell.ts'
import type { FeesDeviation } from '../core/fees/fit/charged-settlement.ts'
import type { FitRefusal, FittedRate } from '../core/fees/fit/fees-fit.ts'
import type { LooseMethod, LooseReason } from '../core/fees/fit/schedule-fit.ts'
import type { Rounding, RoundingUnit } from '../core/fees/tariff.ts'
import { sumOf } from '../core/money.ts'
import type { Slot, SlotDate } from '../core/slot.ts'
import { datesIn } from '../input/dates.ts'
import { forMerchant } from '../input/for-merchant.ts'
import { once, RANGE_OF_SETTLEMENTS } from '../input/options.ts'
import { optional, refuseValue, type ValueReader } from '../input/readers.ts'
import type { Settings } from '../input/settings.ts'
import { slotInTable } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { type ColumnOf, column, type Note, note, table } from '../print/report.ts'
import type { Both } from '../std/both.ts'
import { dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { countOf, numberIn } from '../words/money.ts'
import { serviceMethodName } from '../words/say.ts'
import { question } from './question.ts'

const TAX_MAX_PERCENT = 50

const taxPercent: ValueReader<number> = (name, value) =>
  /^\d{1,2}(\.\d{1,6})?$/.test(String(value)) && Number(value) > 0 && Number(value) <= TAX_MAX_PERCENT
    ? Number(value)
    : refuseValue(name, value, {
        en: `a percent above 0 and up to ${TAX_MAX_PERCENT}, such as 19`,
        es: `un porcentaje mayor que 0 y hasta ${TAX_MAX_PERCENT}, como 19`,
      })

/** The tariff that past settlements propose, what is not determined, and the settlements that are off. */
export const FEES_FIT = question({
  name: 'fees fit',
  group: 'month-end',
  describe: {
    en: 'Proposes a tariff from the fees of past settlements, and names the settlements that are off',
    es: 'Propone una tarifa según las comisiones de liquidaciones pasadas, y nombra las que no se ajustan',
  },
  manual: 'See [A tariff from history](fees.md#a-tariff-from-history).',
  examples: [
    ['cuadre fees fit', { en: 'what all settlements propose', es: 'lo que proponen todas las liquidaciones' }],
    [
      'cuadre fees fit --tax 19',
      { en: 'tries a tax on top of the rates, too', es: 'prueba también un impuesto que se suma' },
    ],
    [
      'cuadre fees fit --write --by ana',
      { en: 'into the settings, as proposed by ana', es: 'en los parámetros, como propuesta de ana' },
    ],
  ],
  operands: {},
  options: {
    ...RANGE_OF_SETTLEMENTS,
    tax: once(
      {
        en: 'Percent of a tax on fees to try, as well as taxOnFeesRate',
        es: 'Porcentaje de impuesto sobre la comisión que se prueba, además de taxOnFeesRate',
      },
      optional(taxPercent),
    ),
  },
  read: async (context, { from, to, tax }): Promise<FeesFitReport> => {
    const days = datesIn({ from, to })
    const { proposeTariff } = await import('../../jobs/fees/fees-fit.ts')
    return proposeTariff(context, { days, tax: tax ?? null })
  },
  shape: DOCUMENT,
  report: (report, { settings }) => ({
    merchant: report.merchant,
    title: { en: 'Tariff that past settlements propose', es: 'Tarifa que proponen las liquidaciones pasadas' },
    sections: [
      note(conclusion(report), { isStrong: true }),
      ...changes(report).map((words) => note(words)),
      ratesTable(report),
      ...terms(report).map((words) => note(words)),
      looseTable(report),
      ...openSentences(report).map((words) => note(words)),
      deviationsTable(report),
      ...unusedSentence(report).map((words) => note(words)),
      ...whatNext(report, settings),
    ],
  }),
})

const settlementsIn = (number: number, language: Language): string => countOf(number, 'settlement', language)

const conclusion = ({ fit, taxes }: FeesFitReport): Both<string> =>
  inEach((language) => {
    const settlements = settlementsIn(fit.settlements, language)
    const none = { en: 'none', es: 'ninguno' }[language]
    const tried = taxes.map((percent) => `${numberIn(percent, language)} %`).join(', ') || none
    const sentences: Readonly<Record<FitRefusal | 'proposal', Both<string>>> = {
      proposal: {
        en: `History proposes a tariff: ${fit.fits} of ${settlements} fit it to the centavo.`,
        es: `El historial propone una tarifa: ${fit.fits} de ${settlements} se ajustan al centavo.`,
      },
      nothing: {
        en: 'No tariff is proposed: no final settlement with readable payments was found.',
        es: 'No se propone tarifa: no hay liquidaciones definitivas con pagos legibles.',
      },
      few: {
        en: `No tariff is proposed: only ${settlements} can be used; at least 9 are needed to determine a rate.`,
        es: `No se propone tarifa con solo ${settlements}: con menos de 9 no se determina ninguna comisión.`,
      },
      'no-majority': {
        en: `No tariff is proposed: no set of rates fits a clear majority of the ${settlements} to the centavo and has enough settlements for every rate (tax tried: ${tried}). The tariff may have a tax (try --tax), limits, tiers or changes; a shorter range (--from, --to) may help.`,
        es: `No se propone tarifa: ninguna se ajusta al centavo a una mayoría clara de ${settlements} ni queda determinada (impuesto probado: ${tried}). La tarifa puede tener impuesto (pruebe --tax), topes, tramos o cambios; un rango más corto (--from, --to) puede decir más.`,
      },
    }
    return sentences[fit.refusal ?? 'proposal'][language]
  })

/** Settlements that differ by a peso or two, and when rates changed. */
const changes = ({ fit: { close, schedules, tariffDate } }: FeesFitReport): readonly Both<string>[] => [
  ...(close === 0
    ? []
    : [
        {
          en: `Off by no more than two pesos: ${settlementsIn(close, 'en')}. The operator may round a little otherwise than any way that was tried.`,
          es: `Con diferencia de máximo dos pesos: ${settlementsIn(close, 'es')}. El operador puede redondear de una manera un poco distinta a las que se probaron.`,
        },
      ]),
  ...schedules.slice(1).map(({ schedule: { from }, fromLast }) =>
    inEach((language) => {
      const [day, last] = [dayIn(from, language), dayIn(fromLast, language)]
      const isPayment = tariffDate === 'payment'
      return {
        en: `Rates changed on ${day}${day === last ? '' : ` (any day up to ${last} fits as well)`}, ${tariffDate === null ? 'and history does not show whether by the date of payments or of settlements' : `by the date of ${isPayment ? 'payments' : 'settlements'}`}.`,
        es: `La tarifa cambió el ${day}${day === last ? '' : ` (cualquier día hasta el ${last} se ajusta igual)`}, ${tariffDate === null ? 'y el historial no permite saber si rige la fecha de los pagos o la de las liquidaciones' : `según la fecha de ${isPayment ? 'los pagos' : 'las liquidaciones'}`}.`,
      }[language]
    }),
  ),
]

/** A method, or several that always occur together, joined by a plus sign. */
const methodColumn = <Row extends { readonly method: string }>(rows: readonly Row[]): ColumnOf<Row> => ({
  name: 'method',
  kind: 'word',
  head: { en: 'Method', es: 'Medio' },
  words: Object.fromEntries(rows.map(({ method }) => [method, inEach((language) => methodsIn(method, language))])),
  of: ({ method }) => method,
})

const methodsIn = (methods: string, language: Language): string => {
  const names = methods.split('+').map((method) => serviceMethodName(method, language))
  return `${names.join('+')}${names.length === 1 ? '' : { en: ' (together)', es: ' (juntos)' }[language]}`
}

const FROM = { name: 'from', kind: 'date', head: { en: 'From', es: 'Desde' } } as const

interface Counted {
  readonly settlements: number
  readonly payments: number
}

const NOT_SUMMED = { isSummed: false }

const SUPPORT: readonly ColumnOf<Counted>[] = [
  column('settlements', 'count', { en: 'Settlements', es: 'Liquidaciones' }, (row) => row.settlements, NOT_SUMMED),
  column('payments', 'count', { en: 'Payments', es: 'Pagos' }, (row) => row.payments, NOT_SUMMED),
]

interface RateLine extends FittedRate {
  readonly from: SlotDate
}

const decimalOf = (number: number): Decimal => ({ decimal: String(number) })

const ratesTable = ({ fit }: FeesFitReport) => {
  const rows = fit.schedules.flatMap(({ schedule: { from }, rates, together }) =>
    [...rates, ...together].map((rate): RateLine => ({ ...rate, from })),
  )
  return table({
    name: 'rates',
    title: null,
    sheet: { en: 'Rates', es: 'Tarifa' },
    rows,
    columns: [
      { ...FROM, of: ({ from }) => from },
      methodColumn(rows),
      column<RateLine>('fixed', 'rate', { en: 'Fixed COP', es: 'Fijo $' }, ({ rate }) => decimalOf(rate.fixed)),
      column<RateLine>('percent', 'rate', { en: 'Percent', es: 'Porcentaje' }, ({ rate }) => decimalOf(rate.percent)),
      ...SUPPORT,
    ],
  })
}

const UNITS: Readonly<Record<RoundingUnit, string>> = { peso: 'pesos', centavo: 'centavos' }

const ROUNDINGS: Readonly<Record<Rounding, (unit: string) => Both<string>>> = {
  none: () => ({ en: 'Sums are not rounded to pesos.', es: 'Las sumas no se redondean a pesos.' }),
  settlement: (unit) => ({
    en: `Sums of a settlement are rounded to ${unit}.`,
    es: `Las sumas de cada liquidación se redondean a ${unit}.`,
  }),
  invoice: (unit) => ({
    en: `The fee of each payment is rounded to ${unit}.`,
    es: `La comisión de cada pago se redondea a ${unit}.`,
  }),
  'invoice-then-tax': (unit) => ({
    en: `The fee of each payment is rounded to ${unit}; its tax is taken of the rounded fee, and rounded, too.`,
    es: `La comisión de cada pago se redondea a ${unit}; el impuesto se calcula sobre la comisión redondeada, y también se redondea.`,
  }),
}

const ROUNDING_ALIKE: Both<string> = {
  en: ' Other roundings fit as well: which one is used is not known.',
  es: ' Otros redondeos también se ajustan: no se puede saber cuál se usa.',
}

/** Tax and rounding, which all schedules share. */
const terms = ({ fit }: FeesFitReport): readonly Both<string>[] => {
  const [first] = fit.schedules
  if (first === undefined) return []
  const { schedule, taxAlike, roundings } = first
  return [
    taxSentence(schedule.tax),
    ...(taxAlike === null
      ? []
      : [
          {
            en: `Other rates with ${taxAlike.name} of ${numberIn(taxAlike.percent, 'en')} % on top fit as well: ask the operator which apply.`,
            es: `Otra tarifa más ${taxAlike.name} del ${numberIn(taxAlike.percent, 'es')} % también se ajusta: pregunte al operador.`,
          },
        ]),
    inEach((language) => {
      const rounding = ROUNDINGS[schedule.rounding](UNITS[schedule.to])[language]
      return `${rounding}${roundings.length === 0 ? '' : ROUNDING_ALIKE[language]}`
    }),
  ]
}

const taxSentence = (tax: FeesFitReport['fit']['schedules'][number]['schedule']['tax']): Both<string> => {
  if (tax === null)
    return {
      en: 'Whether the rates contain a tax is not known: totals are the same with and without.',
      es: 'No se puede saber si la tarifa incluye impuesto: los totales son los mismos.',
    }
  const [en, es] = [numberIn(tax.percent, 'en'), numberIn(tax.percent, 'es')]
  return tax.included
    ? {
        en: `The rates contain ${tax.name} of ${en} %: it is taken of the rounded fee of each payment.`,
        es: `La tarifa incluye ${tax.name} del ${es} %: se calcula sobre la comisión redondeada de cada pago.`,
      }
    : {
        en: `${tax.name} of ${en} % comes on top: the rates are round before it.`,
        es: `Se suma ${tax.name} del ${es} %: sin él, los valores de la tarifa son redondos.`,
      }
}

interface LooseLine extends LooseMethod {
  /** The first day of its schedule; null where nothing is proposed, or there is one schedule. */
  readonly from: SlotDate | null
}

/** The methods whose rates are not determined, and what would decide them. */
const looseTable = ({ fit: { loose, schedules } }: FeesFitReport) => {
  const rows: readonly LooseLine[] = [
    ...loose.map((one) => ({ ...one, from: null })),
    ...schedules.flatMap((one) =>
      one.loose.map((method) => ({ ...method, from: schedules.length > 1 ? one.schedule.from : null })),
    ),
  ]
  return table<(typeof rows)[number]>({
    name: 'not-determined',
    title: { en: 'Not determined', es: 'No se puede saber' },
    rows,
    columns: [
      methodColumn(rows),
      { ...FROM, of: ({ from }) => from },
      ...SUPPORT,
      column<LooseLine>('reason', 'word', { en: 'Reason', es: 'Motivo' }, ({ reason }) => reason, { only: ['csv'] }),
      column(
        'why',
        'text',
        { en: 'Why', es: 'Por qué' },
        ({ reason, with: others }) =>
          inEach((language) => {
            const names = others.map((other) => serviceMethodName(other, language)).join(', ')
            return LOOSE[reason](names)[language]
          }),
        { least: 30, width: 90 },
      ),
    ],
  })
}

const LOOSE: Readonly<Record<LooseReason, (others: string) => Both<string>>> = {
  few: () => ({
    en: 'Too few: at least 4 settlements that fit, with different sums, are needed.',
    es: 'Son muy pocas: con al menos 4 liquidaciones que se ajusten, de sumas distintas, se sabría.',
  }),
  'one-size': () => ({
    en: 'Its payments are of nearly one size, so fixed sum and percent do the same. Settlements with payments of other sizes would decide.',
    es: 'Sus pagos son casi todos del mismo valor, y el fijo y el porcentaje no se distinguen. Con pagos de otros valores se sabría.',
  }),
  together: (others) => ({
    en: `Always comes with ${others} in the same proportion. Settlements with only one of them, or in another proportion, would decide.`,
    es: `Siempre viene con ${others} en la misma proporción. Con liquidaciones de uno solo, o en otra proporción, se sabría.`,
  }),
  unclear: () => ({
    en: 'They are not enough to separate its rates from those of the others. More settlements in which it differs from them would decide.',
    es: 'No bastan para distinguir su comisión de las demás. Con más liquidaciones en que difiera de ellas se sabría.',
  }),
}

const openSentences = ({ fit: { gaps, open } }: FeesFitReport): readonly Both<string>[] => [
  ...gaps.map((gap) =>
    inEach((language) => {
      const [from, to] = [slotInTable(gap.from, language), slotInTable(gap.to, language)]
      const settlements = settlementsIn(gap.settlements, language)
      return {
        en: `From ${from} to ${to} most of ${settlements} fit no schedule that was tried: the rates may have changed, or be of a form that is not tried (another tax, bounds, tiers).`,
        es: `Del ${from} al ${to} la mayoría de ${settlements} no se ajusta a ninguna de las tarifas probadas: puede haber cambiado, o tener una forma que no se prueba (otro impuesto, topes, tramos).`,
      }[language]
    }),
  ),
  ...(open === 0
    ? []
    : [
        {
          en: `Not compared, because a rate is not determined: ${settlementsIn(open, 'en')}.`,
          es: `Sin comparar, por falta de una comisión: ${settlementsIn(open, 'es')}.`,
        },
      ]),
]

interface DeviationLine extends Omit<FeesDeviation, 'slot'> {
  /** Null for a sum, which has a label. */
  readonly slot: Slot | null
  readonly label?: Both<string>
}

const deviationsTable = ({ fit: { deviations } }: FeesFitReport) => {
  const more = deviations.filter(({ difference }) => difference > 0n)
  const less = deviations.filter(({ difference }) => difference < 0n)
  return table({
    name: 'off',
    title: { en: 'Settlements that are off', es: 'Liquidaciones que no se ajustan' },
    rows: [
      ...deviations,
      ...totalOf('More than expected', 'Más de lo esperado', more),
      ...totalOf('Less than expected', 'Menos de lo esperado', less),
    ] as readonly DeviationLine[],
    line: ({ label }) => (label === undefined ? {} : { label, isTotal: true, only: ['text', 'html', 'xlsx'] }),
    columns: [
      column<DeviationLine>('date', 'date', { en: 'Date', es: 'Fecha' }, ({ slot }) => slot?.date ?? null),
      column<DeviationLine>('cycle', 'text', { en: 'Cycle', es: 'Ciclo' }, ({ slot }) => slot?.cycle ?? null),
      column<DeviationLine>('charged', 'money', { en: 'Charged', es: 'Cobrado' }, (row) => row.charged, NOT_SUMMED),
      column<DeviationLine>('expected', 'money', { en: 'Expected', es: 'Esperado' }, (row) => row.expected, NOT_SUMMED),
      column<DeviationLine>(
        'difference',
        'change',
        { en: 'Difference', es: 'Diferencia' },
        (row) => row.difference,
        NOT_SUMMED,
      ),
    ],
  })
}

const totalOf = (en: string, es: string, deviations: readonly FeesDeviation[]): readonly DeviationLine[] =>
  deviations.length === 0
    ? []
    : [
        {
          slot: null,
          label: inEach((language) => `${{ en, es }[language]}: ${settlementsIn(deviations.length, language)}`),
          charged: sumOf(deviations.map(({ charged }) => charged)),
          expected: sumOf(deviations.map(({ expected }) => expected)),
          difference: sumOf(deviations.map(({ difference }) => difference)),
        },
      ]

const UNUSED: Readonly<Record<keyof FeesFitReport['unused'], Both<string>>> = {
  absent: { en: 'without a settlement', es: 'sin liquidación' },
  notFinal: { en: 'not final', es: 'sin estado definitivo' },
  malformed: { en: 'with a record that could not be read', es: 'con un registro ilegible' },
  noMethod: { en: 'with a payment without a method', es: 'con un pago sin medio de pago' },
}

const unusedSentence = ({ unused }: FeesFitReport): readonly Both<string>[] => {
  const parts = (['absent', 'notFinal', 'malformed', 'noMethod'] as const).filter((why) => unused[why] > 0)
  if (parts.length === 0) return []
  return [
    inEach((language) => {
      const named = parts.map((why) => `${numberIn(unused[why], language)} ${UNUSED[why][language]}`).join(', ')
      return { en: `Not used: ${named}.`, es: `No se usaron: ${named}.` }[language]
    }),
  ]
}

const NOT_WRITTEN: Both<string> = {
  en: 'No fee is checked against it until it is saved:',
  es: 'Ninguna comisión se compara con ella hasta que se guarde:',
}

const NOTHING_TO_WRITE: Both<string> = {
  en: 'No rate is determined, so there is nothing to write.',
  es: 'Ninguna comisión queda determinada: no hay nada que escribir.',
}

const IN_ITS_PLACE: Both<string> = {
  en: 'Fees are checked against the tariff of the settings. This one takes its place with:',
  es: 'Las comisiones se comparan con la tarifa de los parámetros. Para poner esta en su lugar:',
}

const whatNext = (report: FeesFitReport, settings: Settings): readonly Note[] => {
  const { fit, files } = report
  const later = laterSentence(report).map((words) => note(words))
  if (files.length > 0) {
    const named = files.join(', ')
    const written = {
      en: `Written to ${named}: "cuadre check" now compares fees with it.`,
      es: `Se escribió en ${named}: "cuadre check" ya compara las comisiones con esta tarifa.`,
    }
    return [note(written), ...later]
  }
  if (fit.refusal !== null) return []
  if (fit.schedules.some(({ rates }) => rates.length === 0)) return [note(NOTHING_TO_WRITE)]
  const isThere = settings.policy.tariff.length > 0
  const command = forMerchant(`cuadre fees fit --write${isThere ? ' --replace' : ''}`, settings)
  return [...later, note(isThere ? IN_ITS_PLACE : NOT_WRITTEN, { only: ['text', 'html'], command })]
}

/** A schedule has no end: it holds for what comes after the days that propose it, of which some may not be comparable. */
const laterSentence = ({ days, later }: FeesFitReport): readonly Both<string>[] => {
  if (days === null || later === null || later.settlements === 0) return []
  const { settlements, off, open } = later
  const and = (word: string): string => (open === 0 ? '' : `, ${word}`)
  const fits =
    open === settlements
      ? { en: '', es: '' }
      : {
          en: ` ${off} ${off === 1 ? 'does' : 'do'} not fit it${and('and')}`,
          es: ` ${off} no ${off === 1 ? 'se ajusta' : 'se ajustan'} a ella${and('y')}`,
        }
  const unknown =
    open === 0
      ? { en: '', es: '' }
      : {
          en: ` ${open} cannot be compared, because a rate is not determined`,
          es: ` ${open} no ${open === 1 ? 'se puede' : 'se pueden'} comparar por falta de una comisión`,
        }
  return [
    {
      en: `A schedule has no end, so the last one holds after ${days.to}, too. Of ${settlementsIn(settlements, 'en')} since then,${fits.en}${unknown.en}.`,
      es: `Una tarifa no tiene fin, y la última también rige después del ${dayIn(days.to, 'es')}. De ${settlementsIn(settlements, 'es')} desde entonces,${fits.es}${unknown.es}.`,
    },
  ]
}
