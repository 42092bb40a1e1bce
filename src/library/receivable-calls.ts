import { importLists } from '../../jobs/receivables/import-lists.ts'
import { partRents, tieRents, untieRents, voidList } from '../../jobs/receivables/tie-rents.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { RECEIVABLE_IMPORT, RECEIVABLE_TIE, RECEIVABLE_VOID } from '../../reports/documents/receivables.ts'
import type { Days } from '../core/calendar/calendar.ts'
import { DECISION, month, type ReadersOf } from '../input/dates.ts'
import { listOf, NAME_ONE, optional, optionsIn, recordNumber, text } from '../input/readers.ts'
import { RECEIVABLES_FILES, RECEIVABLES_LIST } from '../questions/receivables.ts'
import type { ReceivableCalls } from './cuadre.ts'
import { answerOf } from './document-of.ts'
import type { questionCalls } from './question-calls.ts'
import type { WorkQueue } from './work-queue.ts'

export const receivableCalls = (
  context: JobContext,
  queue: WorkQueue,
  call: ReturnType<typeof questionCalls>,
): ReceivableCalls => ({
  import: async (files, options) => {
    const { by, month: days } = optionsIn('receivables.import', options, IMPORT)
    const request = { files: listOf(text, NAME_ONE)('files', files), by, month: days?.from.slice(0, 7) ?? null }
    return queue.write(async () =>
      answerOf('receivables import', RECEIVABLE_IMPORT, await importLists(context, request)),
    )
  },
  list: call(RECEIVABLES_LIST),
  files: call(RECEIVABLES_FILES),
  tie: async (dues, payments, who) => {
    const request = { ...sides(dues, payments), ...optionsIn('receivables.tie', who, DECISION) }
    return queue.write(async () => answerOf('receivables tie', RECEIVABLE_TIE, await tieRents(context, request)))
  },
  part: async (dues, payments, who) => {
    const request = { ...sides(dues, payments), ...optionsIn('receivables.part', who, DECISION) }
    return queue.write(async () => answerOf('receivables untie', RECEIVABLE_TIE, await partRents(context, request)))
  },
  untie: async (number, who) => {
    const request = { number: recordNumber('number', number), ...optionsIn('receivables.untie', who, DECISION) }
    return queue.write(async () => answerOf('receivables untie', RECEIVABLE_TIE, await untieRents(context, request)))
  },
  voidFile: async (number, who) => {
    const request = { number: recordNumber('number', number), ...optionsIn('receivables.voidFile', who, DECISION) }
    return queue.write(async () => answerOf('receivables void', RECEIVABLE_VOID, await voidList(context, request)))
  },
})

const IMPORT = {
  by: DECISION.by,
  month: optional<Days>(month),
} satisfies ReadersOf<Parameters<ReceivableCalls['import']>[1]>

const sides = (dues: readonly string[], payments: readonly string[]) => ({
  dues: listOf(text, NAME_ONE)('dues', dues),
  payments: listOf(text, NAME_ONE)('payments', payments),
})
