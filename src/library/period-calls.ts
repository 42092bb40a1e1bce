import { type CloseReport, closePeriod, undoClosing } from '../../jobs/close.ts'
import { readStatus } from '../../jobs/status.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import {
  CLOSE,
  CLOSING,
  type CloseDocument,
  type ClosingDocument,
  notClosable,
} from '../../reports/documents/close-document.ts'
import { DECISION, date, type ReadersOf } from '../input/dates.ts'
import { optional, optionsIn, orElse, truth } from '../input/readers.ts'
import type { CloseOptions, PeriodCalls } from './cuadre.ts'
import { answerOf, documentOf } from './document-of.ts'
import type { WorkQueue } from './work-queue.ts'

export const periodCalls = (context: JobContext, queue: WorkQueue): PeriodCalls => ({
  close: async (options) => {
    const request = closeRequest(options)
    return queue.write(() => close(context, request))
  },
  undo: async (decision) => {
    const request = optionsIn('period.undo', decision, DECISION)
    return queue.write(async () => {
      const undone = { ...closeAnswer(await undoClosing(context, request)), undone: true } as const
      return answerOf('close', CLOSE, undone)
    })
  },
  status: () =>
    queue.read(async () => {
      const { closed } = await readStatus(context)
      return closed === null ? null : documentOf<ClosingDocument>(CLOSING.of(closed))
    }),
})

type CloseRequest = Parameters<typeof closePeriod>[1]

const CLOSE_OPTIONS = {
  through: date,
  by: DECISION.by,
  reason: optional(DECISION.reason),
  force: orElse(truth, false),
} satisfies ReadersOf<CloseOptions>

const closeRequest = (options: unknown): CloseRequest => {
  const { reason, ...request } = optionsIn('period.close', options, CLOSE_OPTIONS)
  return { ...request, reason: request.force ? DECISION.reason('reason', reason) : (reason ?? '') }
}

const close = async (context: JobContext, request: CloseRequest): Promise<CloseDocument> => {
  const closed = await closePeriod(context, request)
  const refusal =
    closed.closing === null ? notClosable(request.through, closed.forbidding.length, closed.slots.length) : null
  return documentOf(answerDocument('close', closed.report.exitCode, CLOSE.of(closeAnswer(closed)), refusal))
}

const closeAnswer = ({ closing, forbidding, report: { runId, files } }: CloseReport) => ({
  runId,
  closing,
  forbidding,
  files,
})
