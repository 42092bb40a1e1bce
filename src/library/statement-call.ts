import { tellStatement } from '../../jobs/statement.ts'
import { answerDocument } from '../../reports/documents/answer-document.ts'
import { statementDocument } from '../../reports/documents/statement-document.ts'
import { type Days, monthOf } from '../domain/calendar/month.ts'
import { asSlotDate } from '../domain/slot.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { StatementOptions } from './cuadre.ts'
import { documentOf } from './document-of.ts'
import type { StatementDocument } from './documents/statement-document.ts'
import { asOfIn, datesIn, misuse } from './job-request.ts'

/** The account with the operator. A past one is only told: its files would take the place of those of now. */
export const statementCall = async (context: JobContext, options: StatementOptions): Promise<StatementDocument> => {
  const asOf = asOfIn(options, context.zone)
  const request = { days: daysIn(options), asOf, format: options.format ?? null, isWritten: asOf === null }
  return documentOf(answerDocument('statement', 0, statementDocument(await tellStatement(context, request))))
}

const daysIn = ({ month, from, to }: StatementOptions): Days | null => {
  const days = datesIn({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
  if (month === undefined) return days
  if (days !== null) throw misuse('month excludes from and to')
  const first = asSlotDate(`${month}-01`)
  if (first === null) throw misuse(`${JSON.stringify(month)} is not a valid month`, 'write it as YYYY-MM: 2026-03')
  return monthOf(first)
}
