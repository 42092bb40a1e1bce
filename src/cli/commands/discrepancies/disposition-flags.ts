import { userInfo } from 'node:os'
import type { ActReport, ActRequest } from '../../../../jobs/act.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { DiscrepancyState } from '../../../domain/findings/discrepancy.ts'
import type { Targets } from '../../../pipeline/query/find-discrepancies.ts'
import type { JobContext } from '../../../pipeline/run/context.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, type Flags, type Given, SETTINGS, usageError } from '../../framework/command.ts'
import { FILTER_FLAGS, filterGiven, isFiltered } from '../../framework/discrepancy-filter.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG, statusOf } from '../../framework/job.ts'
import { actDocument } from './act-document.ts'
import { actText } from './act-text.ts'

export const REASON: Flags = { reason: { kind: 'once', describe: 'Why; it is kept for good' } }
export const BY: Flags = { by: { kind: 'once', describe: 'Who decided it (the user who is logged in)' } }

export const ACT_FLAGS: Flags = {
  all: { kind: 'switch', describe: 'Every discrepancy that the filters select' },
  ...FILTER_FLAGS,
  ...BY,
  ...JSON_FLAG,
  ...SETTINGS,
  ...DEBUG,
}

const ID = /^[0-9a-f]{6,16}$/

export const idIn = (typed: string): string => {
  const id = typed.toLowerCase()
  if (!ID.test(id))
    throw usageError(
      'an id is not valid',
      'write the 16 hex digits that "cuadre discrepancies list" shows, or at least the first 6 of them',
    )
  return id
}

/** Ids, or a filter with --all: never everything by leaving words out. `states` are those that make sense, where none are named. */
export const targetsGiven = (given: Given, ids: readonly string[], states: readonly DiscrepancyState[]): Targets => {
  const filtered = isFiltered(given)
  if (ids.length > 0) {
    if (filtered || given.isOn('all'))
      throw usageError('ids exclude filters and --all', 'give the ids, or a filter with --all')
    return { kind: 'ids', ids: ids.map(idIn) }
  }
  if (!filtered && !given.isOn('all'))
    throw usageError('no discrepancy is named', 'give ids, or a filter with --all: --code COUNT_MISMATCH --all')
  if (!filtered) throw usageError('--all needs a filter', 'say which: --code COUNT_MISMATCH --all')
  if (!given.isOn('all'))
    throw usageError('a filter needs --all', 'check with "cuadre discrepancies list", then add --all')
  return { kind: 'filter', filter: filterGiven(given, states) }
}

const LONGEST_NAME = 200
const LONGEST_TEXT = 4000
export const TICKET_MAX_CHARACTERS = 200

/** Who: --by, else the operating system's user. */
export const whoGiven = ({ text }: Given): string => {
  const by = text('by')
  if (by !== undefined) return textIn('--by', by, LONGEST_NAME)
  try {
    return userInfo().username
  } catch {
    throw usageError('the logged-in user has no name', 'say who: --by NAME')
  }
}

export const reasonGiven = ({ text }: Given, why: string): string => {
  const reason = text('reason')
  if (reason === undefined) throw usageError(`${why} needs a reason`, 'add --reason TEXT: it is kept for good')
  return textIn('--reason', reason, LONGEST_TEXT)
}

/** Words that are kept: something a person can read, on one line or more, and not a book. */
export const textIn = (place: string, typed: string, longest = LONGEST_TEXT): string => {
  const words = typed.trim()
  if (!/[\p{L}\p{N}]/u.test(words)) throw usageError(`${place} says nothing`, 'write a few words')
  if (words.length > longest) throw usageError(`${place} is longer than ${longest} characters`, 'write less')
  return words
}

/** Does what is asked, and prints what it came to. */
export const act = async (command: Command['name'], given: Given, io: Io, request: ActRequest): Promise<number> => {
  const { actOnDiscrepancies } = await import('../../../../jobs/act.ts')
  const context = quietContext(given, io)
  return printDisposition(command, given, io, context.settings.merchant, await actOnDiscrepancies(context, request))
}

/** What a job is given that is over before anybody would look for its progress. */
export const quietContext = (given: Given, io: Io): JobContext => {
  const { settings } = effectiveSettings(given, io)
  const zone = zoneNamed(settings.policy.timeZone)
  return { ...io, settings, zone, version: versionOfPackage(), progress: () => undefined, statusOf }
}

export const printDisposition = async (
  command: Command['name'],
  given: Given,
  io: Io,
  merchant: string,
  report: ActReport,
): Promise<number> => {
  const files = (report.report?.files ?? []).map((path) => fromHere(path, io.cwd))
  const document = answerDocument(command, 0, actDocument(report, merchant, files))
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : actText(report, files))
  return 0
}
