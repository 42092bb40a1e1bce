import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Json } from '../../src/domain/cell.ts'
import type { Closing } from '../../src/domain/findings/act.ts'
import { dayMonthYear } from '../../src/domain/slot.ts'
import { closingDocument } from './closing-document.ts'

/** The result of `close`; `closing` is null when it was refused. */
export interface ClosingAnswer {
  readonly runId: string
  readonly closing: Closing | null
  /** The slots that prevent the closing. */
  readonly forbidding: readonly SlotReport[]
  readonly files: readonly string[]
}

/** The members that `close --json` adds to those of every document. */
export const closeDocument = ({ runId, closing, forbidding, files }: ClosingAnswer) => ({
  runId,
  closing: closing === null ? null : closingDocument(closing),
  unfinished: forbidding.map(
    ({ merchant, slot, verdict, money }): Json => ({ merchant, ...slot, verdict, difference: money.difference }),
  ),
  files,
})

/** Why the days were not closed. */
export const notClosable = (through: string, forbidding: number, slots: number) => ({
  code: 'NOT_CLOSABLE',
  texts: {
    message: {
      en: `${forbidding} of ${slots} settlements up to ${through} are unfinished; nothing was closed`,
      es: `${forbidding} de ${slots} liquidaciones hasta el ${dayMonthYear(through)} están sin terminar; no se cerró nada`,
    },
    next: {
      en: 'settle or accept what is open (an acceptance is not enough for a failed settlement), or close anyway with --force --reason TEXT',
      es: 'concilie o acepte lo abierto (para una liquidación fallida no basta aceptarla), o cierre de todos modos con --force --reason TEXTO',
    },
  },
})
