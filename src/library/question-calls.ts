import type { JobContext } from '../../jobs/steps/run/context.ts'
import type { AnswerDocument } from '../../reports/documents/answer-document.ts'
import type { AsOf } from '../core/past-run.ts'
import { asOf } from '../input/dates.ts'
import type { Asked, Operands, Options } from '../input/options.ts'
import { optionsIn } from '../input/readers.ts'
import type { Question, QuestionContext } from '../questions/question.ts'
import { answerOf } from './document-of.ts'
import type { WorkQueue } from './work-queue.ts'

/**
 * Makes the call of a question: it takes the operands in their order, then the options that change the answer, and returns the
 * `--json` document. `call` is its name in messages.
 */
export const questionCalls =
  (job: JobContext & Pick<QuestionContext, 'databases'>, queue: WorkQueue) =>
  <Name extends string, P extends Operands, O extends Options, Facts, To>(
    asked: Question<Name, P, O, Facts, To>,
    call: string = asked.name.replaceAll(' ', '.'),
  ) =>
  async (...given: readonly unknown[]): Promise<AnswerDocument<Name> & To> => {
    const operands = Object.entries(asked.operands).map(([name, read], at) => [name, read(name, given[at])])
    const { asOf: moment = null, ...options } = optionsIn(call, given[operands.length], readersOf(asked, job))
    const request = { ...Object.fromEntries(operands), ...options } as Asked<P, O>
    return queue.read(async () => {
      const asOf = moment as AsOf | null
      const context = { ...job, asOf, isWritten: asOf === null, pathAsTyped: (path: string) => path }
      const facts = await asked.read(context, request)
      return answerOf(asked.name, asked.shape, facts, asked.isOff?.(facts) ? 3 : 0)
    })
  }

const readersOf = (asked: { readonly options: Options; readonly isOfPast?: true }, { zone }: JobContext): Operands => ({
  ...Object.fromEntries(
    Object.entries(asked.options).flatMap(([name, { read, isOfScreen }]) => (isOfScreen ? [] : [[name, read]])),
  ),
  ...(asked.isOfPast ? { asOf: asOf(zone) } : {}),
})
