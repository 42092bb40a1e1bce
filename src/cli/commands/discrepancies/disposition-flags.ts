import { userInfo } from 'node:os'
import type { ActReport, ActRequest } from '../../../../jobs/act.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import type { DiscrepancyState } from '../../../domain/findings/discrepancy.ts'
import { NAME_MAX_CHARACTERS, wordsIn } from '../../../domain/words-in.ts'
import type { Targets } from '../../../pipeline/query/find-discrepancies.ts'
import type { JobContext } from '../../../pipeline/run/context.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import type { Both } from '../../../std/both.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  type Flags,
  SETTINGS,
  usageError,
} from '../../framework/command.ts'
import { FILTER_FLAGS, isFiltered, parseFilter } from '../../framework/discrepancy-filter.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG, statusOf } from '../../framework/job.ts'
import { actDocument } from './act-document.ts'
import { actText } from './act-text.ts'

export const REASON: Flags = {
  reason: { kind: 'once', describe: { en: 'Why; it is kept permanently', es: 'Por qué; se guarda para siempre' } },
}
export const BY: Flags = {
  by: {
    kind: 'once',
    describe: { en: 'Who decided it (the user who is logged in)', es: 'Quién lo decidió (el usuario del sistema)' },
  },
}

export const ACT_FLAGS: Flags = {
  all: {
    kind: 'switch',
    describe: {
      en: 'Every discrepancy that the filters select',
      es: 'Todos los hallazgos que seleccionan los filtros',
    },
  },
  ...FILTER_FLAGS,
  ...BY,
  ...JSON_FLAG,
  ...SETTINGS,
  ...DEBUG,
}

const ID = /^[0-9a-f]{6,16}$/

/** `listing`: the command that shows the ids. */
export const idIn = (typed: string, listing: string): string => {
  const id = typed.toLowerCase()
  if (!ID.test(id))
    throw usageError(
      { en: 'an id is not valid', es: 'un id no es válido' },
      {
        en: `write the 16 hex digits that "cuadre ${listing}" shows, or at least the first 6 of them`,
        es: `escriba los 16 dígitos hexadecimales que muestra "cuadre ${listing}", o al menos los 6 primeros`,
      },
    )
  return id
}

/**
 * The targets: ids, or a filter with --all. Omitted words never mean everything. `states` apply when the flags name
 * none.
 */
export const parseTargets = (
  given: CommandArguments,
  ids: readonly string[],
  states: readonly DiscrepancyState[],
): Targets => {
  const filtered = isFiltered(given)
  if (ids.length > 0) {
    if (filtered || given.isOn('all'))
      throw usageError(
        { en: 'ids exclude filters and --all', es: 'los ids no se combinan con filtros ni con --all' },
        { en: 'give the ids, or a filter with --all', es: 'dé los ids, o un filtro con --all' },
      )
    return { kind: 'ids', ids: ids.map((id) => idIn(id, 'discrepancies list')) }
  }
  if (!filtered && !given.isOn('all'))
    throw usageError(
      { en: 'no discrepancy is named', es: 'no se indica ningún hallazgo' },
      {
        en: 'give ids, or a filter with --all: --code COUNT_MISMATCH --all',
        es: 'dé ids, o un filtro con --all: --code COUNT_MISMATCH --all',
      },
    )
  if (!filtered)
    throw usageError(
      { en: '--all needs a filter', es: '--all necesita un filtro' },
      { en: 'say which: --code COUNT_MISMATCH --all', es: 'diga cuáles: --code COUNT_MISMATCH --all' },
    )
  if (!given.isOn('all'))
    throw usageError(
      { en: 'a filter needs --all', es: 'un filtro necesita --all' },
      {
        en: 'check with "cuadre discrepancies list", then add --all',
        es: 'revise con "cuadre discrepancies list" y agregue --all',
      },
    )
  return { kind: 'filter', filter: parseFilter(given, states) }
}

/** The person: --by, else the operating system's user. */
export const parseAuthor = ({ text }: CommandArguments): string => {
  const by = text('by')
  if (by !== undefined) return wordsIn('--by', by, NAME_MAX_CHARACTERS)
  try {
    return userInfo().username
  } catch {
    throw usageError(
      { en: 'the logged-in user has no name', es: 'el usuario del sistema no tiene nombre' },
      { en: 'say who: --by NAME', es: 'diga quién: --by NOMBRE' },
    )
  }
}

/** `act` names the act that needs the reason, for the message. */
export const parseReason = ({ text }: CommandArguments, act: Both<string>): string => {
  const reason = text('reason')
  if (reason === undefined)
    throw usageError(
      { en: `${act.en} needs a reason`, es: `${act.es} necesita un motivo` },
      { en: 'add --reason TEXT: it is kept permanently', es: 'agregue --reason TEXTO: se guarda para siempre' },
    )
  return wordsIn('--reason', reason)
}

/** Executes the act, and prints its result. */
export const act = async (
  command: Command['name'],
  given: CommandArguments,
  io: Io,
  request: ActRequest,
): Promise<number> => {
  const { actOnDiscrepancies } = await import('../../../../jobs/act.ts')
  const context = quietContext(given, io)
  return printDisposition(command, given, io, context.settings.merchant, await actOnDiscrepancies(context, request))
}

/** The context of a job that is too short for progress messages. */
export const quietContext = (given: CommandArguments, io: Io): JobContext => {
  const { settings } = effectiveSettings(given, io)
  const zone = zoneByName(settings.policy.timeZone)
  return { ...io, settings, zone, version: versionOfPackage(), progress: () => undefined, statusOf }
}

export const printDisposition = async (
  command: Command['name'],
  given: CommandArguments,
  io: Io,
  merchant: string,
  report: ActReport,
): Promise<number> => {
  const files = (report.report?.files ?? []).map((path) => fromHere(path, io.cwd))
  const document = answerDocument(command, 0, actDocument(report, merchant, files))
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : actText(report, files, displayOf(io, io.language)))
  return 0
}
