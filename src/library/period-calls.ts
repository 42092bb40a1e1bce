import { type CloseReport, closePeriod, undoClosing } from '../../jobs/close.ts'
import { readStatus } from '../../jobs/status.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { closeDocument, notClosable } from '../../reports/documents/close-document.ts'
import { closingDocument } from '../../reports/documents/closing-document.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { CloseOptions, PeriodCalls } from './cuadre.ts'
import { wordsIn } from './discrepancy-calls.ts'
import { documentOf } from './document-of.ts'
import type { CloseDocument, ClosingDocument } from './documents/months/close-document.ts'
import { dateIn } from './job-request.ts'
import type { WorkQueue } from './work-queue.ts'

export const periodCalls = (context: JobContext, queue: WorkQueue): PeriodCalls => ({
  close: (options) => queue.write(() => close(context, options)),
  undo: ({ by, reason }) =>
    queue.write(async () => {
      const request = { by: wordsIn('by', by), reason: wordsIn('reason', reason) }
      const closed = closeDocument(answerOf(await undoClosing(context, request)))
      return documentOf(answerDocument('close', 0, { undone: true, ...closed }))
    }),
  status: () =>
    queue.read(async () => {
      const { closed } = await readStatus(context)
      return closed === null ? null : documentOf<ClosingDocument>(closingDocument(closed))
    }),
})

const close = async (
  context: JobContext,
  { through, by, reason = '', force = false }: CloseOptions,
): Promise<CloseDocument> => {
  const day = dateIn(through)
  const request = { through: day, by: wordsIn('by', by), reason: force ? wordsIn('reason', reason) : reason, force }
  const closed = await closePeriod(context, request)
  const refusal = closed.closing === null ? notClosable(day, closed.forbidding.length, closed.slots.length) : null
  return documentOf(answerDocument('close', closed.report.exitCode, closeDocument(answerOf(closed)), refusal))
}

const answerOf = ({ closing, forbidding, report: { runId, files } }: CloseReport) => ({
  runId,
  closing,
  forbidding,
  files,
})
