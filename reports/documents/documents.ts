import type { Shape } from '../../src/print/shape.ts'
import { VOID } from './bank/bank-files.ts'
import { BANK_GUESS, BANK_IMPORT } from './bank/bank-import-report.ts'
import { BANK_TIE_ANSWER } from './bank/bank-list-report.ts'
import { CHARGEBACKS_TIE } from './chargebacks.ts'
import { CLOSE } from './close-document.ts'
import { DISPOSITION, DISPOSITIONS, REFUSED_SHEET } from './discrepancies.ts'
import { EXPLANATION } from './explanation.ts'
import { EXPORT } from './export-document.ts'
import { FEES } from './fees/fees-document.ts'
import { FEES_FIT } from './fees/fees-fit-report.ts'
import { HISTORY } from './history.ts'
import { IN_TRANSIT } from './in-transit.ts'
import { ENQUEUE, QUEUE_STATUS } from './queue.ts'
import { INBOX, JOB, SWEEP } from './run-document.ts'
import { STATEMENT } from './statement-document.ts'
import { STATUS } from './status.ts'

/** A document with a schema of this name, and the commands that print it where they have another one. */
interface Described {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: what one document is made from is nothing to another.
  readonly shape: Shape<any, any>
  readonly commands?: readonly (string | null)[]
}

/** The documents of commands that are no questions, as far as they have a shape. */
export const DOCUMENTS: readonly Described[] = [
  { name: 'bank guess', shape: BANK_GUESS, commands: ['bank import'] },
  { name: 'bank import', shape: BANK_IMPORT },
  { name: 'bank tie', shape: BANK_TIE_ANSWER, commands: ['bank tie', 'bank untie'] },
  { name: 'bank void', shape: VOID },
  { name: 'chargebacks tie', shape: CHARGEBACKS_TIE, commands: ['chargebacks tie', 'chargebacks untie'] },
  { name: 'close', shape: CLOSE },
  { name: 'discrepancies import', shape: REFUSED_SHEET },
  { name: 'disposition', shape: DISPOSITION, commands: DISPOSITIONS },
  { name: 'enqueue', shape: ENQUEUE },
  { name: 'explain', shape: EXPLANATION },
  { name: 'export', shape: EXPORT },
  { name: 'fees fit', shape: FEES_FIT },
  { name: 'fees', shape: FEES },
  { name: 'history', shape: HISTORY },
  { name: 'in-transit', shape: IN_TRANSIT },
  { name: 'queue status', shape: QUEUE_STATUS },
  { name: 'statement', shape: STATEMENT },
  { name: 'status', shape: STATUS },
  { name: 'inbox', shape: INBOX, commands: ['inbox', 'webhooks replay'] },
  { name: 'run', shape: JOB, commands: ['run', 'check', 'inbox', 'sweep', 'webhooks replay', null] },
  { name: 'sweep', shape: SWEEP },
]
