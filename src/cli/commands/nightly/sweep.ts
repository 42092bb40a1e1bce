import { runDocument } from '../../../../reports/documents/run-document.ts'
import { jsonText } from '../../../publish/json.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { FAIL_ON, parseDays, parseFailOn, SLOT_FLAGS } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG, printOptionsOf, withContext } from '../../framework/job.ts'
import { SHARD } from '../../framework/shard.ts'
import { LOG_FLAGS } from './progress-options.ts'
import { sweepText } from './sweep-text.ts'

const { cycle: _cycle, ...DAYS } = SLOT_FLAGS

export const sweep: Command = {
  name: 'sweep',
  group: 'daily',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Read older settlements again, and look for invoices that no settlement lists',
    es: 'Lee de nuevo liquidaciones anteriores y busca facturas que no están en ninguna',
  },
  manual: [
    [
      '[--date D | --from D --to D] [--dry-run] [--fail-on ...] [--json]',
      'Reads again the older settlements that the nightly run no longer reads: those of the last `sweepDays`, each weekly for 60 days and then monthly, one at a time with a pause after each; and lists every date once without a cycle, to prove that no invoice is outside the settlements that are read. Days that are named are swept even if they were swept before.',
    ],
  ],
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
  flags: {
    ...DAYS,
    ...FAIL_ON,
    ...JSON_FLAG,
    ...LOG_FLAGS,
    'dry-run': { kind: 'switch', describe: { en: 'Store and write nothing', es: 'No guarda ni escribe nada' } },
    ...SHARD,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  writesReports: (given) => !given.isOn('dry-run'),
  execute: async (given, io) => {
    const request = { dates: parseDays(given), dryRun: given.isOn('dry-run'), failOn: parseFailOn(given) }
    const { sweepJob } = await import('../../../../jobs/sweep.ts')
    const { runWatchedJob } = await import('../../../pipeline/run/watched-job.ts')
    const watchers = { job: 'sweep', pings: false, metricsFile: null }
    const { report, options } = await withContext(given, io, async (context) => ({
      report: request.dryRun
        ? await sweepJob(context, request)
        : await runWatchedJob(context, watchers, (watched) => sweepJob(watched, request)),
      options: printOptionsOf(given, io, context),
    }))
    if (report.error !== null) io.stderr(failureLine(report.error, io.language))
    const files = report.files.map((path) => fromHere(path, io.cwd))
    const { swept, listed, failed, waiting } = report
    const dates = {
      swept: swept.length,
      listed: listed.map((one) => ({ ...one })),
      failed: failed.map(({ date, reason }) => ({ date, reason: reason.en })),
      waiting,
    }
    const document = { ...runDocument({ command: 'sweep', ...report, files }), sweep: dates }
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : sweepText(report, files, options))
    return report.exitCode
  },
}
