import type { SweepReport } from '../../../jobs/sweep.ts'
import { SWEEP } from '../../../reports/documents/run-document.ts'
import { isOpen } from '../../core/findings/discrepancy.ts'
import { isSettled } from '../../core/verdict.ts'
import { datesIn } from '../../input/dates.ts'
import { aSwitch, DAYS } from '../../input/options.ts'
import type { Display } from '../../print/display.ts'
import { jsonText } from '../../print/json.ts'
import type { SlotAnswer } from '../../rules/assessment/slot-report.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { commandWith, DEBUG, JSON_FLAG, LOG_FLAGS, SETTINGS } from '../framework/command.ts'
import { FAIL_ON } from '../framework/dates.ts'
import { fromHere } from '../framework/effective-settings.ts'
import { failureLine } from '../framework/failure.ts'
import { printOptionsOf, withContext } from '../framework/job.ts'
import { SHARD } from '../framework/shard.ts'
import type { PrintOptions } from '../terminal/print-options.ts'
import { conclusion, fileLines, sections, settlementSections } from '../terminal/report-text.ts'

/**
 * The text of a sweep: the settlements read, the result, and only those that need attention, since most are unchanged.
 */
export const sweepText = (report: SweepReport, files: readonly string[], options: PrintOptions): string => {
  const slots = report.slots.filter(needsSomebody)
  return sections([
    sweepLines(report, options.display),
    notListed(report, options.display.language),
    ending(report, options.display.language) ?? conclusion({ ...report, slots }, options),
    ...settlementSections({ ...report, slots }, options),
    fileLines(files, options.display),
  ])
}

const needsSomebody = ({ verdict, discrepancies }: SlotAnswer): boolean =>
  !isSettled(verdict) || discrepancies.some((one) => isOpen(one) && one.severity !== 'info' && one.state === 'new')

const sweepLines = (
  { swept, listed, failed, waiting }: SweepReport,
  { width, language }: Display,
): readonly string[] => {
  const [first, last] = [swept[0]?.date, swept.at(-1)?.date]
  const items = listed.reduce((sum, date) => sum + date.items, 0)
  const malformed = listed.reduce((sum, date) => sum + date.malformed, 0)
  const unlisted = listed.reduce((sum, date) => sum + date.unlisted, 0)
  const lines = [
    ...(swept.length === 0
      ? []
      : [
          {
            en: `${countOf(swept.length, 'settlement', language)} of ${first === last ? first : `${first} to ${last}`} read again.`,
            es: `${countOf(swept.length, 'settlement', language)} del ${dayIn(first ?? '', 'es')}${first === last ? '' : ` al ${dayIn(last ?? '', 'es')}`} ${swept.length === 1 ? 'leída' : 'leídas'} de nuevo.`,
          }[language],
        ]),
    ...(listed.length === 0
      ? []
      : [
          {
            en: `${countOf(listed.length, 'date', language)} listed without a cycle, ${countOf(items, 'invoice', language)}: ${
              unlisted === 0
                ? `each${malformed === 0 ? '' : ' that could be read'} is in a settlement that is asked for.`
                : `${unlisted} in no settlement that is asked for.`
            }`,
            es: `${countOf(listed.length, 'date', language)} listada${listed.length === 1 ? '' : 's'} sin ciclo, ${countOf(items, 'invoice', language)}: ${unlisted === 0 ? `cada una${malformed === 0 ? '' : ' que se pudo leer'} está en un ciclo que se consulta.` : `${unlisted} en ninguno de los ciclos que se consultan.`}`,
          }[language],
        ]),
    ...(malformed === 0
      ? []
      : [
          {
            en: `${countOf(malformed, 'record', language)} of these lists could not be read; whether ${malformed === 1 ? 'its invoice is' : 'their invoices are'} in a settlement is not known.`,
            es: `${malformed === 1 ? 'No se pudo leer 1 registro; no se sabe si su factura está' : `No se pudieron leer ${malformed} registros; no se sabe si sus facturas están`} en alguna liquidación.`,
          }[language],
        ]),
    ...failed.map(
      ({ date, reason }) =>
        ({
          en: `${date} could not be listed: ${harmless(reason.en)}`,
          es: `no se pudo listar el ${dayIn(date, 'es')}: ${harmless(reason.es)}`,
        })[language],
    ),
    ...(waiting.length === 0
      ? []
      : [
          {
            en: `${countOf(waiting.length, 'date', language)} not listed yet, because some settlements are not due or were not read whole (${firstDates(waiting, language)}).`,
            es: `${countOf(waiting.length, 'date', language)} aún sin listar, porque alguna liquidación no corresponde todavía o no se leyó completa (${firstDates(waiting, language)}).`,
          }[language],
        ]),
  ]
  return lines.flatMap((line) => wrapText('', line, width))
}

const DATES_MAX = 5
const firstDates = (dates: readonly string[], language: Language): string => {
  const first = dates
    .slice(0, DATES_MAX)
    .map((date) => dayIn(date, language))
    .join(', ')
  const more = dates.length - DATES_MAX
  return more <= 0 ? first : { en: `${first} and ${more} more`, es: `${first} y ${more} más` }[language]
}

/** The sentence in place of a conclusion; null when settlements give one. */
const ending = (report: SweepReport, language: Language): readonly string[] | null => {
  if (report.outcome === 'nothing-due')
    return [
      {
        en: 'Nothing is due for a sweep. Name days with --date, or --from and --to.',
        es: 'No hay barridos pendientes. Indique días con --date, o con --from y --to.',
      }[language],
    ]
  if (report.slots.length > 0 || report.error !== null) return null
  return report.failed.length > 0 ? [] : [{ en: 'No differences.', es: 'Sin diferencias.' }[language]]
}

/** Dates that could not be listed. The conclusion is about what was read. */
const notListed = ({ failed }: SweepReport, language: Language): readonly string[] =>
  failed.length === 0
    ? []
    : [
        {
          en: 'Not every date could be listed; nothing is known about those yet. Run it again.',
          es: 'No se pudieron listar todas las fechas; de esas aún no se sabe nada. Ejecute de nuevo.',
        }[language],
      ]

export const sweep = commandWith({
  name: 'sweep',
  group: 'nightly',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Read older settlements again, and look for invoices that no settlement lists',
    es: 'Lee de nuevo liquidaciones anteriores y busca facturas que no están en ninguna',
  },
  manual:
    'Of the last `sweepDays`, each weekly for 60 days and then monthly, one at a time with a pause after each. Days that are named are swept in any case.',
  examples: [
    [
      'cuadre sweep',
      {
        en: 'what is due for a sweep; once a day, away from the nightly run',
        es: 'lo que toca en el barrido; una vez al día, lejos de la ejecución nocturna',
      },
    ],
    [
      'cuadre sweep --from 2026-03-01 --to 2026-03-31',
      { en: 'these days, whenever they were swept before', es: 'estos días, sin importar cuándo se barrieron' },
    ],
    [
      'cuadre sweep --dry-run',
      { en: 'the same, but nothing is stored or written', es: 'lo mismo, pero no se guarda ni se escribe nada' },
    ],
  ],
  options: { ...DAYS, ...FAIL_ON, dryRun: aSwitch({ en: 'Store and write nothing', es: 'No guarda ni escribe nada' }) },
  flags: { ...JSON_FLAG, ...LOG_FLAGS, ...SHARD, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: (given) => !given.isOn('dry-run'),
  execute: async ({ dryRun, failOn, ...days }, given, io) => {
    const request = { dates: datesIn(days, '--'), dryRun, failOn }
    const { sweepJob } = await import('../../../jobs/sweep.ts')
    const { runWatchedJob } = await import('../../../jobs/steps/run/watched-job.ts')
    const watchers = { job: 'sweep', pings: false, metricsFile: null }
    const { report, options } = await withContext(given, io, async (context) => ({
      report: request.dryRun
        ? await sweepJob(context, request)
        : await runWatchedJob(context, watchers, (watched) => sweepJob(watched, request)),
      options: printOptionsOf(given, io, context),
    }))
    if (report.error !== null) io.stderr(failureLine(report.error, io.language))
    const files = report.files.map((path) => fromHere(path, io.cwd))
    const document = SWEEP.of({ command: 'sweep', ...report, files, sweep: report })
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : sweepText(report, files, options))
    return report.exitCode
  },
})
