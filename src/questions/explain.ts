import { arrivalIn } from '../../reports/documents/bank/arrival-in.ts'
import { caseTable } from '../../reports/documents/case-table.ts'
import { EXPLANATION, type Explanation, unresolvedIn } from '../../reports/documents/explanation.ts'
import type { NextStep } from '../../reports/documents/next-steps.ts'
import { isWithoutChange, type PullStep, type SettlementChange } from '../../reports/documents/pull-steps.ts'
import type { InvoiceToReview } from '../../reports/pages/invoices-to-review.ts'
import { resultName } from '../../reports/pages/result.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import { type Cause, type Discrepancy, partIn } from '../core/findings/discrepancy.ts'
import { nameOf, sameSlot, slotInWords } from '../core/slot.ts'
import { cycle, date } from '../input/dates.ts'
import type { Display } from '../print/display.ts'
import { slotInTable, timeIn } from '../print/in-table.ts'
import { inEach, nameIn, SEVERITY_NAMES, verdictName } from '../print/names.ts'
import { column, groupedTable } from '../print/report.ts'
import { tableText } from '../print/terminal.ts'
import { caseLines } from '../rules/account/to-do.ts'
import type { CaseGroup } from '../rules/assessment/case.ts'
import { gapOf } from '../rules/causes/registry.ts'
import type { Both } from '../std/both.ts'
import { capitalize } from '../std/capitalize.ts'
import { groupBy } from '../std/group-by.ts'
import { harmless } from '../std/harmless.ts'
import { howMany } from '../std/how-many.ts'
import { type Start, typed } from '../std/start.ts'
import { wrapText } from '../std/wrap-text.ts'
import type { Language } from '../words/language.ts'
import { countOf } from '../words/money.ts'
import { incompleteIn, SAY, settlementInSpanish, subjectIn } from '../words/say.ts'
import { causeIn, messageIn, titleOf } from '../words/sentences.ts'
import { wordsIn } from '../words/words.ts'
import { chargebackLines, figures } from './figures.ts'
import { changedValueIn, invoiceChangesInSpanish } from './history.ts'
import { asOfLines, question } from './question.ts'

/** The width of the screen, and the reader's language. */
type Reader = Pick<Display, 'width' | 'language'>

/** One screen about one settlement, the most important first. */
export const explanationText = (explanation: Explanation, zone: Zone, { width, language }: Reader): string =>
  [
    head(explanation, zone, width, language),
    figures(explanation, width, language),
    open(explanation, zone, { width, language }),
    causes(explanation, width, language),
    chargebacks(explanation, width, language),
    explanation.arrival === null
      ? []
      : wrapText('', arrivalIn(explanation.arrival, explanation.report.arrival, language), width),
    invoices(explanation, { width, language }),
    pulls(explanation, zone, width, language),
    next(explanation, width, language),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')

const head = (explanation: Explanation, zone: Zone, width: number, language: Language): readonly string[] => {
  const { report } = explanation
  const { slot, merchant, settlement, pulledAt, list, incomplete } = report
  const result = resultName(report, language).toUpperCase()
  const state =
    settlement === null
      ? { en: 'no settlement', es: 'sin liquidación' }[language]
      : { en: `settlement ${harmless(settlement.status)}`, es: settlementInSpanish(settlement.status) }[language]
  const read =
    pulledAt === null || list === null
      ? { en: 'never read whole', es: 'nunca se leyó completa' }[language]
      : {
          en: `read ${timeIn(pulledAt, zone, language)} ${zone.name}, ${howMany(list.kept, 'invoice')} listed`,
          es: `leída ${timeIn(pulledAt, zone, language)} ${zone.name}, ${countOf(list.kept, 'invoice', language)} en la lista`,
        }[language]
  return [
    {
      en: `${nameOf(slot)}: ${result}  (merchant ${merchant})`,
      es: `${slotInWords(slot).es}: ${result}  (comercio ${merchant})`,
    }[language],
    ...asOfLines(explanation.asOf, zone, language),
    ...wrapText('', `${state}; ${read}`, width),
    ...(incomplete === null
      ? []
      : wrapText(
          { en: 'The last attempt could not be read whole: ', es: 'El último intento no se pudo leer completo: ' }[
            language
          ],
          harmless(incompleteIn(incomplete, language)),
          width,
        )),
  ]
}

/** The most cases on the screen, and findings below each: a settlement may have ten thousand, and its file lists all. */
const CASES_MAX = 8

const open = ({ report }: Explanation, zone: Zone, display: Pick<Display, 'width' | 'language'>): readonly string[] => {
  const { width, language } = display
  const lines = caseLines(report.discrepancies, 'each')
  if (lines.length === 0) return [{ en: 'Nothing is open.', es: 'No hay nada pendiente.' }[language]]
  const title = { en: 'What was found', es: 'Lo que se encontró' }
  const table = caseTable({ title, lines, zone, most: CASES_MAX, isOfOne: true })
  return [
    ...tableText(table, { ...display, colour: false }),
    '',
    ...lines.slice(0, CASES_MAX).flatMap(({ cases: [one] }) => caseSayings(one, width, language)),
    ...moreLines('  ', lines.length - CASES_MAX, language),
  ]
}

const moreLines = (indent: string, rest: number, language: Language): readonly string[] =>
  rest > 0
    ? [
        `${indent}${{ en: `and ${rest} more, in discrepancies.csv`, es: `y ${rest} más, en discrepancies.csv` }[language]}`,
      ]
    : []

/** What the findings of a case say, the gravest first. */
const caseSayings = (
  { first, others }: CaseGroup<Discrepancy>,
  width: number,
  language: Language,
): readonly string[] => [
  `  ${first.case} ${first.code}, ${severityIn(first, language)}`,
  ...wrapText('    ', sayingOf(first, language), width),
  ...others.slice(0, CASES_MAX).flatMap((one) => wrapText('    + ', `${one.code}: ${sayingOf(one, language)}`, width)),
  ...moreLines('    + ', others.length - CASES_MAX, language),
]

const severityIn = ({ severity }: Discrepancy, language: Language): string => nameIn(SEVERITY_NAMES, severity, language)

const sayingOf = (discrepancy: Discrepancy, language: Language): string => {
  const part = partIn(discrepancy)
  const about = part === null ? '' : `${harmless(subjectIn(part, language))}: `
  return harmless(`${about}${messageIn(discrepancy, language).text}`)
}

/** Each cause once, with the codes of the differences it explains. */
const causes = (explanation: Explanation, width: number, language: Language): readonly string[] => {
  const gaps = unresolvedIn(explanation.report).filter((one) => gapOf(one) !== null)
  if (gaps.length === 0) return []
  const closing = new Map<string, { cause: Cause; codes: string[] }>()
  for (const { code, causes: ofGap } of gaps)
    for (const cause of ofGap) {
      const known = closing.get(cause.detail)
      if (known === undefined) closing.set(cause.detail, { cause, codes: [code] })
      else known.codes.push(code)
    }
  if (closing.size === 0)
    return [
      { en: 'Causes that fit', es: 'Causas posibles' }[language],
      {
        en: '  no known cause explains the difference to the centavo',
        es: '  ninguna causa conocida explica la diferencia al centavo',
      }[language],
    ]
  const ties = [...closing.values()].some(({ cause }) => cause.tiedWith.length > 0)
  return [
    {
      en: `Causes that fit${ties ? '; the figures cannot tell them apart' : ''} (to be verified)`,
      es: `Causas posibles${ties ? '; las cifras no las distinguen' : ''} (por verificar)`,
    }[language],
    ...[...closing.values()].flatMap(({ cause, codes }) => [
      ...wrapText(
        '  ',
        {
          en: `${capitalize(titleOf(cause.code, 'en'))} (explains ${codes.join(' and ')})`,
          es: `${capitalize(titleOf(cause.code, 'es'))} (explica ${codes.join(' y ')})`,
        }[language],
        width,
      ),
      ...wrapText('    ', harmless(causeIn(cause, language).text), width),
    ]),
  ]
}

/** Left out when there were neither chargebacks nor adjustments. */
const chargebacks = ({ chargebacks: balance }: Explanation, width: number, language: Language): readonly string[] =>
  balance.seen === 0 && balance.adjustments === 0n
    ? []
    : [
        { en: 'Chargebacks and adjustments', es: 'Contracargos y ajustes' }[language],
        ...chargebackLines(balance, language).flatMap((line) => wrapText('  ', line, width)),
      ]

/** The invoices below the findings and causes that name them. */
const invoices = ({ report, invoices: shown, moreInvoices }: Explanation, display: Reader): readonly string[] => {
  if (shown.length === 0) return []
  const { language } = display
  const by = groupBy(shown, ({ why }) => why.join(' '))
  const settlementOf = ({ slot }: InvoiceToReview) =>
    sameSlot(slot, report.slot) ? { en: 'this one', es: 'esta' } : inEach((one) => slotInTable(slot, one))
  const groups = [...by].map(([name, of]) => {
    const why = of[0]?.why ?? []
    return { name, title: inEach((one) => capitalize(why.map((code) => titleOf(code, one)).join('; '))), rows: of }
  })
  const table = groupedTable<InvoiceToReview>({
    name: 'invoices',
    title: { en: 'Invoices', es: 'Facturas' },
    groups,
    columns: [
      column('invoice', 'text', { en: 'invoice', es: 'factura' }, ({ id }: InvoiceToReview) => short(id)),
      column('settlement', 'text', { en: 'settlement', es: 'liquidación' }, settlementOf),
      column('status', 'text', { en: 'status', es: 'estado' }, (one: InvoiceToReview) =>
        inEach((to) => short(statusOfInvoice(one, to))),
      ),
      column('reference', 'text', { en: 'reference', es: 'referencia' }, ({ reference }: InvoiceToReview) =>
        short(reference ?? ''),
      ),
      column(
        'contract',
        'text',
        { en: 'contract', es: 'contrato' },
        ({ contract }: InvoiceToReview) => short(contract ?? ''),
        { spare: 1 },
      ),
      column('paid', 'money', { en: 'paid, COP', es: 'pagado, COP' }, ({ paid }: InvoiceToReview) => paid),
    ],
  })
  return [...tableText(table, { ...display, colour: false }), ...moreLines('  ', moreInvoices, language)]
}

/** English text has the service's own words; that an invoice is no longer listed is ours. */
const statusOfInvoice = ({ status }: InvoiceToReview, language: Language): string => {
  if (status === 'gone') return (wordsIn(language).statuses.gone ?? status).toLowerCase()
  return language === 'en' ? status : SAY[language].status(status)
}

const VALUE_MAX_CHARACTERS = 40
const short = (text: string): string => {
  const shown = harmless(text)
  return shown.length > VALUE_MAX_CHARACTERS ? `${shown.slice(0, VALUE_MAX_CHARACTERS - 1)}…` : shown
}

/** The first pull, the pulls that changed something, and the last one; the others are only counted. */
const pulls = ({ pulls: steps }: Explanation, zone: Zone, width: number, language: Language): readonly string[] => {
  const lines: string[] = []
  let quiet = 0
  for (const [at, step] of steps.entries()) {
    const isQuiet = isWithoutChange(step) && !step.isFirst && at < steps.length - 1
    if (isQuiet) quiet += 1
    else {
      if (quiet > 0)
        lines.push(
          {
            en: `  ${howMany(quiet, 'reading')} found nothing changed`,
            es: `  ${countOf(quiet, 'reading', language)} sin cambios`,
          }[language],
        )
      lines.push(...pullLines(step, zone, width, language))
      quiet = 0
    }
  }
  return [{ en: 'Readings, and what changed', es: 'Lecturas, y qué cambió' }[language], ...lines.slice(-PULLS_MAX)]
}
const PULLS_MAX = 12

const pullLines = (step: PullStep, zone: Zone, width: number, language: Language): readonly string[] => {
  const result =
    step.verdict === null && step.incomplete === null
      ? NOT_CHECKED[language]
      : verdictName(step.verdict ?? 'incomplete', language)
  return wrapText(
    `  ${timeIn(step.at, zone, language)}  ${result.padEnd(12)}  `,
    harmless(whatHappened(step, language)),
    width,
  )
}
const NOT_CHECKED: Both<string> = { en: 'not checked', es: 'sin conciliar' }

const whatHappened = (step: PullStep, language: Language): string => {
  const { incomplete, isFirst, settlement, invoices: changed, status } = step
  if (incomplete !== null) return incompleteIn(incomplete, language)
  if (isFirst)
    return {
      en: `first read: ${countOf(changed.added, 'invoice', language)}, ${status === null ? 'no settlement' : `settlement ${status}`}`,
      es: `primera lectura: ${countOf(changed.added, 'invoice', language)}, ${status === null ? 'sin liquidación' : settlementInSpanish(status)}`,
    }[language]
  if (isWithoutChange(step)) return { en: 'nothing changed', es: 'sin cambios' }[language]
  const counts = Object.entries(changed).filter(([, number]) => number > 0)
  const ofList =
    counts.length === 0
      ? []
      : [
          {
            en: `invoices: ${counts.map(([how, number]) => `${number} ${how}`).join(', ')}`,
            es: invoiceChangesInSpanish(counts),
          }[language],
        ]
  return [...settlement.map((change) => changeInWords(change, language)), ...ofList].join('; ')
}

const changeInWords = ({ field, before, now }: SettlementChange, language: Language): string =>
  `${language === 'en' ? field : SAY[language].field(field)} ${changedValueIn(field, before, language)} -> ${changedValueIn(field, now, language)}`

const next = ({ next: steps }: Explanation, width: number, language: Language): readonly string[] =>
  steps.length === 0
    ? [{ en: 'Next: nothing to do.', es: 'Siguiente: no hay nada que hacer.' }[language]]
    : [
        { en: 'Next', es: 'Siguiente' }[language],
        ...steps.flatMap(({ command, why }) => [`  ${command}`, ...wrapText('    ', why[language], width)]),
      ]

/** One settlement on one screen. */
export const EXPLAIN = question({
  name: 'explain',
  group: 'look',
  describe: {
    en: 'One settlement on one screen: reported against expected, causes that fit, invoices to look at, what to do',
    es: 'Una liquidación en una pantalla: reportado y esperado, causas que encajan, facturas por revisar, qué hacer',
  },
  inSight: { en: 'one settlement on one screen', es: 'una liquidación en una pantalla' },
  manual: 'For a settlement that was never pulled it ends with 2.',
  examples: [
    [
      'cuadre explain 2026-03-12 11',
      { en: 'why this settlement does not add up', es: 'por qué esta liquidación no cuadra' },
    ],
    [
      'cuadre explain 2026-03-12 11 --as-of 2026-03-14',
      { en: 'what was known of it at the end of that day', es: 'lo que se sabía de ella al final de ese día' },
    ],
    [
      'cuadre explain 2026-03-12 11 --config cuadre-demo/cuadre.config.json',
      { en: 'the same in the made-up week of the demo', es: 'lo mismo en la semana inventada de la demostración' },
    ],
  ],
  operands: { date, cycle },
  options: {},
  isOfPast: true,
  about: 'one',
  read: async (context, slot) => {
    const { start, settings } = context
    const { explainSlot } = await import('../../jobs/explain.ts')
    const explanation = await explainSlot(context, slot)
    if (start === undefined) return explanation
    return { ...explanation, next: explanation.next.map((step) => readyToPaste(step, start, settings.baseUrl)) }
  },
  shape: EXPLANATION,
  text: (explanation, { zone }, display) => explanationText(explanation, zone, display),
})

/**
 * The next command names the same database. A command that asks the service says so when no service is set: that of the
 * demo has ended.
 */
const readyToPaste = (step: NextStep, start: Start, baseUrl: string | null): NextStep => {
  const needsService = baseUrl === null && step.asksService === true
  const why = needsService
    ? {
        en: `${step.why.en}; needs the service it was read from (CUADRE_BASE_URL, not set)`,
        es: `${step.why.es}; necesita el servicio del que se leyó (CUADRE_BASE_URL, sin definir)`,
      }
    : step.why
  return { command: typed(step.command, start), why }
}
