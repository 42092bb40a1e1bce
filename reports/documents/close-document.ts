import type { Closing } from '../../src/core/findings/act.ts'
import { dayMonthYear } from '../../src/core/slot.ts'
import { VERDICTS } from '../../src/core/verdict.ts'
import {
  cop,
  type DocumentOf,
  dateText,
  list,
  number,
  shape,
  text,
  time,
  truth,
  wordOf,
} from '../../src/print/shape.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { type AnswerDocument, OF_SLOT } from './answer-document.ts'

/** The closing of all days through a date. */
export const CLOSING = shape<Closing>()({
  number,
  through: dateText,
  at: time,
  by: text,
  reason: text,
  forced: truth(({ isForced }) => isForced),
})
export type ClosingDocument = DocumentOf<typeof CLOSING>

/** The result of `close`; `closing` is null when it was refused. */
export interface ClosingAnswer {
  readonly undone?: true
  readonly runId: string
  readonly closing: Closing | null
  /** The slots that prevent the closing. */
  readonly forbidding: readonly SlotReport[]
  readonly files: readonly string[]
}

export const CLOSE = shape<ClosingAnswer>()({
  undone: wordOf([true]).orAbsent(({ undone }) => undone, 'Set when the last closing was undone.'),
  runId: text,
  closing: CLOSING.orNull.as('Null when the closing was refused.'),
  unfinished: list(
    shape<SlotReport>()({
      merchant: text,
      ...OF_SLOT,
      verdict: wordOf(VERDICTS),
      difference: cop.orNull(
        ({ money }) => money.difference,
        'Reported payout less expected; null when it was not compared.',
      ),
    }),
  )(({ forbidding }) => forbidding, 'The settlements that prevent the closing.'),
  files: list(text),
})
export type CloseDocument = AnswerDocument<'close'> & DocumentOf<typeof CLOSE>

/** Why the days were not closed. */
export const notClosable = (through: string, forbidding: number, slots: number) => ({
  code: 'NOT_CLOSABLE',
  texts: {
    message: {
      en: `${forbidding} of ${slots} settlements up to ${through} are unfinished; nothing was closed`,
      es: `${forbidding} de ${slots} liquidaciones hasta el ${dayMonthYear(through)} están sin terminar; no se cerró nada`,
    },
    next: {
      en: 'accept or claim what is open, read a failed settlement again once it is paid, or close anyway with --force --reason TEXT',
      es: 'acepte o reclame lo pendiente, lea de nuevo una liquidación fallida cuando esté abonada, o cierre de todos modos con --force --reason TEXTO',
    },
  },
})
