import type { FeesFitRequest } from '../../../jobs/fees/fees-fit.ts'
import { FEES_FIT, type FeesFitReport } from '../../../reports/documents/fees/fees-fit-report.ts'
import type { FeesDeviation } from '../../core/fees/fit/charged-settlement.ts'
import type { FittedRate, FittedSchedule } from '../../core/fees/fit/fees-fit.ts'
import type { LooseMethod } from '../../core/fees/fit/schedule-fit.ts'
import { type Centavos, sumOf } from '../../core/money.ts'
import type { Slot } from '../../core/slot.ts'
import { countInTable, inTable, signedInTable } from '../../print/in-table.ts'
import { alignColumns } from '../../std/align-columns.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import { feesFitWords, settlementsIn } from '../../words/fees-fit-words.ts'
import type { Language } from '../../words/language.ts'
import { serviceMethodName } from '../../words/say.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { parseDays } from '../framework/dates.ts'
import { fromHere } from '../framework/effective-settings.ts'
import { contextOf, JSON_FLAG } from '../framework/job.ts'
import { BY, parseAuthor } from './decisions.ts'

export const feesFit: Command = {
  name: 'fees fit',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'Proposes a tariff from the fees of past settlements, and names the settlements that are off',
    es: 'Propone una tarifa según las comisiones de liquidaciones pasadas, y nombra las que no se ajustan',
  },
  manual: [
    [
      '[--from D --to D] [--tax N] [--json]',
      'Proposes a tariff from the fees of past settlements: rates by method with the settlements that support them, the day of a change, what is not determined and what would decide it, and the settlements that differ, by how many pesos. It only reads the database.',
    ],
    [
      '--write [--replace] [--by NAME]',
      'Writes what is proposed into the settings file, or the `tariffFile` that it names, with who and when. From then on `cuadre check` holds fees against it.',
    ],
  ],
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
  flags: {
    from: {
      kind: 'once',
      describe: { en: 'First settlement date; needs --to', es: 'Primera fecha de liquidación; necesita --to' },
    },
    to: {
      kind: 'once',
      describe: { en: 'Last settlement date; needs --from', es: 'Última fecha de liquidación; necesita --from' },
    },
    tax: {
      kind: 'once',
      describe: {
        en: 'Percent of a tax on fees to try, as well as taxOnFeesRate',
        es: 'Porcentaje de impuesto sobre la comisión que se prueba, además de taxOnFeesRate',
      },
    },
    write: {
      kind: 'switch',
      describe: { en: 'Write the proposal into the settings', es: 'Escribe la propuesta en los parámetros' },
    },
    replace: {
      kind: 'switch',
      describe: {
        en: 'Replace the tariff in the settings; needs --write',
        es: 'Reemplaza la tarifa de los parámetros; necesita --write',
      },
    },
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: (given) => !given.isOn('write'),
  execute: async (given, io) => {
    const request = requestIn(given)
    const context = contextOf(given, io)
    const { proposeTariff } = await import('../../../jobs/fees/fees-fit.ts')
    const proposal = await proposeTariff(context, request)
    const report = { ...proposal, files: proposal.files.map((path) => fromHere(path, io.cwd)) }
    return { document: () => FEES_FIT.of(report), text: () => feesFitText(report, context.settings.language) }
  },
}

const ADD_WRITE = { en: 'add --write', es: 'agregue --write' }

const requestIn = (given: CommandArguments): FeesFitRequest => {
  const [isWritten, replace] = [given.isOn('write'), given.isOn('replace')]
  if (!isWritten && replace)
    throw usageError({ en: '--replace needs --write', es: '--replace necesita --write' }, ADD_WRITE)
  if (!isWritten && given.text('by') !== undefined)
    throw usageError({ en: '--by needs --write', es: '--by necesita --write' }, ADD_WRITE)
  return {
    days: parseDays(given),
    tax: parseTax(given),
    write: isWritten ? { by: parseAuthor(given), replace } : null,
  }
}

const TAX_MAX_PERCENT = 50

const parseTax = ({ text }: CommandArguments): number | null => {
  const typed = text('tax')
  if (typed === undefined) return null
  const percent = Number(typed)
  if (!/^\d{1,2}(\.\d{1,6})?$/.test(typed) || percent === 0 || percent > TAX_MAX_PERCENT)
    throw usageError(
      { en: '--tax is not a valid percent', es: '--tax no es un porcentaje válido' },
      { en: 'write a number above 0 and up to 50: --tax 19', es: 'escriba un número mayor que 0 y hasta 50: --tax 19' },
    )
  return percent
}

/** The proposed tariff in a sentence, then its rates, the undetermined rates, and the settlements off the tariff. */
const feesFitText = (report: FeesFitReport, language: Language): string =>
  [
    headLines(report, language),
    rateTable(report, language),
    noteLines(report, language),
    openLines(report, language),
    deviationTable(report, language),
    unusedLines(report, language),
    endLines(report, language),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const wrapSentences = (sentences: readonly string[], indent = ''): readonly string[] =>
  sentences.flatMap((sentence) => wrapText(indent, sentence))

const headLines = ({ fit, taxes }: FeesFitReport, language: Language): readonly string[] => {
  const words = feesFitWords(language)
  const settlements = settlementsIn(fit.settlements, language)
  if (fit.refusal !== null) {
    const tried = taxes.map((percent) => `${decimalIn(percent, language)} %`).join(', ') || words.none
    return wrapSentences([words.refusal[fit.refusal](settlements, tried)])
  }
  const changes = fit.schedules
    .slice(1)
    .map(({ schedule, fromLast }) =>
      words.change(dayIn(schedule.from, language), dayIn(fromLast, language), fit.tariffDate),
    )
  const close = fit.close === 0 ? [] : [words.close(settlementsIn(fit.close, language))]
  return wrapSentences([words.proposal(String(fit.fits), settlements), ...close, ...changes])
}

/** Methods that always occur together are joined by a plus sign. */
const methodsIn = (methods: string, language: Language): string =>
  methods
    .split('+')
    .map((method) => serviceMethodName(method, language))
    .join('+')

const decimalIn = (number: number, language: Language): string =>
  language === 'es' ? String(number).replace('.', ',') : String(number)

const rateTable = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  if (fit.schedules.length === 0) return []
  const { heads, together } = feesFitWords(language)
  const row = ({ schedule }: FittedSchedule, name: string, { rate, settlements, payments }: FittedRate) => [
    dayIn(schedule.from, language),
    harmless(name),
    countInTable(rate.fixed, language),
    decimalIn(rate.percent, language),
    countInTable(settlements, language),
    countInTable(payments, language),
  ]
  return alignColumns(
    [
      [heads.from, heads.method, heads.fixed, heads.percent, heads.settlements, heads.payments],
      ...fit.schedules.flatMap((one) => [
        ...one.rates.map((rate) => row(one, serviceMethodName(rate.method, language), rate)),
        ...one.together.map((rate) => row(one, `${methodsIn(rate.method, language)} (${together})`, rate)),
      ]),
    ],
    2,
  )
}

/** Tax and rounding, which all schedules share. */
const noteLines = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  const [first] = fit.schedules
  if (first === undefined) return []
  const words = feesFitWords(language)
  const { tax, rounding, to } = first.schedule
  const percent = decimalIn(tax?.percent ?? 0, language)
  const withTax = tax?.included === true ? words.taxInside : words.tax
  const ofTax = tax === null ? words.noTax : withTax(tax.name, percent)
  const alike = first.taxAlike
  return wrapSentences([
    ofTax,
    ...(alike === null ? [] : [words.taxAlike(alike.name, decimalIn(alike.percent, language))]),
    `${words.rounding[rounding](words.unit[to])}${first.roundings.length === 0 ? '' : ` ${words.roundingAlike}`}`,
  ])
}

const openLines = ({ fit }: FeesFitReport, language: Language): readonly string[] => {
  const words = feesFitWords(language)
  const inWords = ({ method, reason, with: others, settlements }: LooseMethod): string =>
    words.loose[reason]({
      method: harmless(serviceMethodName(method, language)),
      with: harmless(others.map((other) => serviceMethodName(other, language)).join(', ')),
      settlements: settlementsIn(settlements, language),
    })
  const several = fit.schedules.length > 1
  const loose = [
    ...fit.loose.map(inWords),
    ...fit.schedules.flatMap((one) =>
      one.loose.map((method) => `${several ? `${dayIn(one.schedule.from, language)}: ` : ''}${inWords(method)}`),
    ),
    ...fit.gaps.map(({ from, to, settlements }) =>
      words.gap(slotIn(from, language), slotIn(to, language), settlementsIn(settlements, language)),
    ),
    ...(fit.open === 0 ? [] : [words.openSettlements(settlementsIn(fit.open, language))]),
  ]
  return loose.length === 0 ? [] : [words.openTitle, ...wrapSentences(loose, '  ')]
}

const slotIn = ({ date, cycle }: Slot, language: Language): string => `${dayIn(date, language)} ${cycle}`

const deviationTable = ({ fit: { deviations } }: FeesFitReport, language: Language): readonly string[] => {
  if (deviations.length === 0) return []
  const { heads, offTitle, more, less } = feesFitWords(language)
  const figures = ({ charged, expected, difference }: Omit<FeesDeviation, 'slot'>) => [
    inTable(charged, language),
    inTable(expected, language),
    signedInTable(difference, language),
  ]
  const total = (title: (settlements: string) => string, of: readonly FeesDeviation[]) =>
    of.length === 0 ? [] : [[title(settlementsIn(of.length, language)), '', ...figures(totalOf(of))]]
  return [
    offTitle,
    ...alignColumns(
      [
        [heads.date, heads.cycle, heads.charged, heads.expected, heads.difference],
        ...deviations.map((one) => [dayIn(one.slot.date, language), one.slot.cycle, ...figures(one)]),
        ...total(
          more,
          deviations.filter(({ difference }) => difference > 0n),
        ),
        ...total(
          less,
          deviations.filter(({ difference }) => difference < 0n),
        ),
      ],
      2,
    ),
  ]
}

const totalOf = (deviations: readonly FeesDeviation[]): Omit<FeesDeviation, 'slot'> => {
  const sum = (of: (one: FeesDeviation) => Centavos) => sumOf(deviations.map(of))
  return {
    charged: sum(({ charged }) => charged),
    expected: sum(({ expected }) => expected),
    difference: sum(({ difference }) => difference),
  }
}

const unusedLines = ({ unused }: FeesFitReport, language: Language): readonly string[] => {
  const { title, ...words } = feesFitWords(language).unused
  const parts = [
    [unused.absent, words.absent],
    [unused.notFinal, words.notFinal],
    [unused.malformed, words.malformed],
    [unused.noMethod, words.noMethod],
  ] as const
  const named = parts.filter(([number]) => number > 0).map(([number, why]) => `${number} ${why}`)
  return named.length === 0 ? [] : wrapSentences([`${title}: ${named.join(', ')}.`])
}

const endLines = (report: FeesFitReport, language: Language): readonly string[] => {
  const { fit, files } = report
  const words = feesFitWords(language)
  if (files.length > 0) return wrapSentences([words.written(files.join(', ')), ...laterLines(report, language)])
  if (fit.refusal !== null) return []
  if (fit.schedules.some(({ rates }) => rates.length === 0)) return wrapSentences([words.nothingToWrite])
  return wrapSentences([...laterLines(report, language), words.notWritten])
}

/** A schedule has no end: it holds for what comes after the days that propose it. */
const laterLines = ({ days, later }: FeesFitReport, language: Language): readonly string[] => {
  if (days === null || later === null || later.settlements === 0) return []
  const counted = settlementsIn(later.settlements, language)
  return [feesFitWords(language).later(dayIn(days.to, language), counted, later)]
}
