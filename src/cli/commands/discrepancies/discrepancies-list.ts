import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import {
  DISPOSITION_LEDGER,
  discrepancyHistoryDocument,
  dispositionRows,
} from '../../../../reports/ledgers/disposition-rows.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { casesByPesos } from '../../../domain/findings/case.ts'
import { settledDays, UNRESOLVED } from '../../../domain/findings/discrepancy.ts'
import type { KnownDiscrepancy } from '../../../domain/findings/disposition.ts'
import { recordOf } from '../../../domain/rules/registry.ts'
import type { Language } from '../../../i18n/language.ts'
import { messageIn } from '../../../i18n/sentences.ts'
import { terminalWords } from '../../../i18n/terminal.ts'
import { caseId, slotInTable, sumIn } from '../../../print/in-table.ts'
import { csvPieces } from '../../../publish/csv/csv.ts'
import { jsonText } from '../../../publish/json.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { FILTER_FLAGS, parseFilter } from '../../framework/discrepancy-filter.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { severityName, stateName } from '../../terminal/names.ts'

export const discrepanciesList: Command = {
  name: 'discrepancies list',
  group: 'daily',
  exits: [],
  describe: {
    en: 'The discrepancies that are new, open, accepted or claimed, or those of a state',
    es: 'Los hallazgos nuevos, abiertos, aceptados o reclamados, o los de un estado',
  },
  manual: [
    [
      '[--state S]... [--code C]... [--severity S]... [--date D | --from D --to D] [--cycle C]... [--older-than DAYS] [--newer-than DAYS] [--json | --csv]',
      'What is new, open, accepted or claimed, or what the filters select: a line for each case, the largest sum first; `+2` are two more findings of it. `--csv` prints a sheet to fill in.',
    ],
  ],
  examples: [
    ['cuadre discrepancies list', { en: 'all that is not resolved', es: 'todo lo que no está resuelto' }],
    [
      'cuadre discrepancies list --severity error --older-than 7',
      { en: 'errors of settlements a week old or more', es: 'errores de liquidaciones de hace una semana o más' },
    ],
    [
      'cuadre discrepancies list --state claimed',
      { en: 'what the operator still has to answer', es: 'lo que el operador aún debe responder' },
    ],
    [
      'cuadre discrepancies list --state resolved --from 2026-03-01 --to 2026-03-31',
      { en: 'what went away in March', es: 'lo que se resolvió en marzo' },
    ],
    [
      'cuadre discrepancies list --csv > open.csv',
      { en: 'to be filled in, and read back with import', es: 'para llenarla y leerla de vuelta con import' },
    ],
  ],
  flags: {
    ...FILTER_FLAGS,
    csv: {
      kind: 'switch',
      describe: {
        en: 'Print a CSV file that "cuadre discrepancies import" reads back',
        es: 'Imprime un archivo CSV que "cuadre discrepancies import" lee de vuelta',
      },
    },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  // A CSV file has one header row, and is imported for one merchant.
  eachMerchant: (given) => !given.isOn('csv'),
  execute: async (given, io) => {
    if (given.isOn('csv') && given.isOn('json'))
      throw usageError(
        { en: '--csv excludes --json', es: '--csv excluye --json' },
        { en: 'give one of the two', es: 'dé una de las dos' },
      )
    const filter = parseFilter(given, UNRESOLVED)
    const { settings } = effectiveSettings(given, io)
    const { merchant, csvProfile } = settings
    const zone = zoneByName(settings.policy.timeZone)
    const { isAnythingPulled, listCases, listDiscrepancies } = await import('../../../../jobs/list-discrepancies.ts')
    const context = { ...io, settings, zone, version: versionOfPackage() }
    const list = given.isOn('json') ? listDiscrepancies : listCases
    const known = await list(context, { kind: 'filter', filter })
    if (given.isOn('csv')) {
      const rows = [dispositionRows(known, { merchant, zone, language: io.language })]
      for await (const { text } of csvPieces(DISPOSITION_LEDGER.heads, rows, csvProfile)) await io.stdout(String(text))
    } else if (given.isOn('json')) {
      const discrepancies = knownByCase(known).map((one) => discrepancyHistoryDocument(one, merchant))
      await io.stdout(`${jsonText(answerDocument('discrepancies list', 0, { discrepancies }))}\n`)
    } else if (known.length > 0 || (await isAnythingPulled(context))) await io.stdout(textOf(known, zone, io.language))
    else await io.stdout(`${NOTHING_PULLED[io.language]}\n`)
    return 0
  },
}

/** In the order of the cases, each finding below the gravest of its case. */
const knownByCase = (known: readonly KnownDiscrepancy[]): readonly KnownDiscrepancy[] => {
  const byId = new Map(known.map((one) => [one.discrepancy, one]))
  return casesByPesos([...byId.keys()]).flatMap(({ first, others }) =>
    [first, ...others].flatMap((one) => byId.get(one) ?? []),
  )
}

const NOTHING_PULLED: Both<string> = {
  en: 'Nothing was pulled yet; pull with: cuadre run',
  es: 'Aún no se ha leído nada; lea con: cuadre run',
}
const NONE: Both<string> = { en: 'No discrepancy.', es: 'No hay hallazgos.' }

const textOf = (known: readonly KnownDiscrepancy[], zone: Zone, language: Language): string => {
  if (known.length === 0) return `${NONE[language]}\n`
  const head = headIn(language)
  const { actors } = terminalWords(language)
  const rows = casesByPesos(known.map(({ discrepancy }) => discrepancy)).map(({ amount, state, first, others }) => [
    caseId(first.case, others.length),
    slotInTable(first.slot, language),
    first.code,
    severityName(first.severity, language),
    stateName(state, language),
    amount === null ? '' : sumIn(amount, language),
    actors[recordOf(first.code)?.acts ?? 'operator'],
    String(settledDays(first, zone)),
    harmless(messageIn(first, language).text),
  ])
  return `${alignColumns([head, ...rows], head.length).join('\n')}\n`
}

const headIn = (language: Language): readonly string[] => {
  const { id, settlement, code, severity, state, value, acts, days, what } = terminalWords(language)
  return [id, settlement, code, severity, state, value, acts, days, what]
}
