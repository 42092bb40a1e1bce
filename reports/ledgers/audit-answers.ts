import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Row } from '../../src/domain/cell.ts'
import type { AnswerPart, PastPull } from '../../src/domain/pull/pull.ts'

export const ANSWER_COLUMNS = [
  'pull',
  'read_at',
  'part',
  'place',
  'request',
  'status',
  'bytes',
  'sha256',
  'file',
  'original_sha256',
] as const

/** One answer of one pull, and the file of the pack that has its bytes. */
export interface AuditedAnswer {
  readonly pull: number
  readonly part: AnswerPart
  readonly place: number
  readonly request: string
  readonly status: number
  readonly file: AnswerFile
}

/** A file with the bytes of an answer. Answers that are alike to the byte share one. */
export interface AnswerFile {
  readonly name: string
  readonly bytes: number
  /** Of the file. */
  readonly sha256: string
  /** Of the answer as it came; another one than the file's in a masked copy, and null where it would give away what is masked. */
  readonly original: string | null
}

/** One row per answer of a pull, in the order of reading. */
export const answerRow = (answer: AuditedAnswer, readAt: ReadonlyMap<number, string>): Row => [
  answer.pull,
  readAt.get(answer.pull) ?? null,
  answer.part,
  answer.place,
  answer.request,
  answer.status,
  answer.file.bytes,
  answer.file.sha256,
  answer.file.name,
  answer.file.original,
]

/** When each pull was read, by its number. */
export const readingTimes = (pulls: readonly PastPull[], zone: Zone): ReadonlyMap<number, string> =>
  new Map(pulls.flatMap(({ number, at }) => (number === null ? [] : [[number, zone.clockAt(at)]])))
