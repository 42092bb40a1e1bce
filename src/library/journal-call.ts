import { readJournal } from '../../jobs/journal.ts'
import { JOURNAL_FORMATS } from '../../jobs/steps/journal/journal-files.ts'
import type { JobContext } from '../../jobs/steps/run/context.ts'
import { isOff, JOURNAL, type JournalDocument } from '../../reports/documents/journal.ts'
import { asOf, month, monthOrDaysIn, RANGE, type ReadersOf } from '../input/dates.ts'
import { oneOf, optional, optionsIn, orElse, words } from '../input/readers.ts'
import type { JournalOptions } from './cuadre.ts'
import { answerOf } from './document-of.ts'

/** The vouchers of some days. For a past state no files are written, since they would replace those of the present. */
export const journalCall = async (context: JobContext, options: unknown): Promise<JournalDocument> => {
  const {
    month: asked,
    from,
    to,
    asOf: past,
    by,
    detail,
    format,
    template,
  } = optionsIn('journal.write', options, {
    month: optional(month),
    ...RANGE,
    asOf: asOf(context.zone),
    by: optional(oneOf(['settlement', 'day', 'month'])),
    detail: optional(oneOf(['invoice', 'settlement'])),
    format: optional(oneOf(JOURNAL_FORMATS)),
    template: orElse(words(), null),
  } satisfies ReadersOf<JournalOptions>)
  const request = {
    ...{ by: by ?? 'settlement', detail: detail ?? 'invoice', format: format ?? 'csv', template },
    ...{ days: monthOrDaysIn({ month: asked, from, to }), asOf: past, isWritten: past === null },
  }
  const report = await readJournal(context, request)
  return answerOf('journal', JOURNAL, report, isOff(report) ? 3 : 0)
}
