import { VOID } from '../../reports/documents/bank/bank-files.ts'
import type { Shape } from '../print/shape.ts'
import { BANK_ACCOUNTS, BANK_FILES } from './bank.ts'
import type { AnyQuestion } from './question.ts'
import { RUNS_LIST, RUNS_SHOW } from './runs.ts'

/** All questions, in the order of help and manual. */
export const QUESTIONS: readonly AnyQuestion[] = [BANK_FILES, BANK_ACCOUNTS, RUNS_LIST, RUNS_SHOW]

/** The documents of commands that are no questions, as far as they have a shape. */
// biome-ignore lint/suspicious/noExplicitAny: what one document is made from is nothing to another.
export const OTHER_DOCUMENTS: readonly { readonly name: string; readonly shape: Shape<any> }[] = [
  { name: 'bank void', shape: VOID },
]
