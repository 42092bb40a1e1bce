import type { AnswerDocument, TimeText } from '../../../reports/documents/answer-document.ts'

/** The files for a scheduler, whether one is running, or the jobs of the one that starts. */
export type ScheduleDocument = ScheduleFilesDocument | ScheduleHealthDocument | ScheduleJobsDocument

interface ScheduleFilesDocument extends AnswerDocument<'schedule'> {
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

interface ScheduleHealthDocument extends AnswerDocument<'schedule'> {
  readonly up: boolean
}

interface ScheduleJobsDocument extends AnswerDocument<'schedule'> {
  readonly timeZone: string
  readonly jobs: readonly {
    readonly job: string
    readonly times: readonly string[]
    readonly next: TimeText | null
  }[]
}
