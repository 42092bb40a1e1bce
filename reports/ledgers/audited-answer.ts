import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import type { PackEntry } from '../../src/print/pack/manifest.ts'
import type { KeptAnswer } from '../../src/store/evidence/evidence-repository.ts'
import { csvColumn, ledger } from './ledger.ts'

/** One answer of a pull, and the file of the pack with its bytes. */
export interface AuditedAnswer extends Omit<KeptAnswer, 'digest' | 'bytes'> {
  readonly file: AnswerFile
}

/** A file with the bytes of an answer. Identical answers share a file. */
export interface AnswerFile extends PackEntry {
  /**
   * SHA-256 of the answer as received. In a masked copy it differs from that of the file; null when it would reveal
   * masked data.
   */
  readonly original: string | null
}

/** One row for each answer of a pull, in the order of reading. The context maps the number of a pull to its time. */
export const ANSWER_LEDGER = ledger<AuditedAnswer, ReadonlyMap<number, string>>('answers.csv', [
  csvColumn('pull', ({ pull }) => pull, 'the number of the pull that read it'),
  csvColumn('read_at', ({ pull }, readAt) => readAt.get(pull) ?? null, 'when'),
  csvColumn(
    'part',
    ({ part }) => part,
    'the settlement before the list or after it, a page of the list, or an invoice that had left',
  ),
  csvColumn('place', ({ place }) => place, 'its place among the answers of that part'),
  csvColumn('request', ({ request }) => request, 'the path and query that were asked for'),
  csvColumn('status', ({ status }) => status, 'the HTTP status'),
  csvColumn('bytes', ({ file }) => file.bytes, 'the size of the file'),
  csvColumn('sha256', ({ file }) => file.sha256, 'the SHA-256 of the file'),
  csvColumn('file', ({ file }) => file.name, 'the file that has the answer; answers that are alike share one'),
  csvColumn(
    'original_sha256',
    ({ file }) => file.original,
    'the SHA-256 of the answer as it came; in a masked pack it differs from that of the file, or is empty',
  ),
])

/** The time of each pull by its number, in the zone. */
export const pullTimes = (pulls: readonly PastPull[], zone: Zone): ReadonlyMap<number, string> =>
  new Map(pulls.flatMap(({ number, at }) => (number === null ? [] : [[number, zone.clockAt(at)]])))
