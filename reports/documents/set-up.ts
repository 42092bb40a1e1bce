import type { Json } from '../../src/core/cell.ts'
import { anything, byName, type DocumentOf, list, shape, text, time, truth, wordOf } from '../../src/print/shape.ts'
import type { AnswerDocument } from './answer-document.ts'

/** A setting in force; of a key only whether it is set. */
export interface SettingInForce {
  readonly value: Json
  readonly from: 'program' | 'flag' | 'environment' | 'env-file' | 'file' | 'default'
  readonly place: string | null
  readonly meaning: string | null
}

const SETTINGS = byName(
  shape<SettingInForce>()({
    value: anything,
    from: wordOf(['program', 'flag', 'environment', 'env-file', 'file', 'default']),
    place: text.orNull.as('The flag, the variable or the file; null for a default.'),
    meaning: text.orNull,
  }),
)
/** Every setting by its name; for a key only whether it is set. */
export type SettingsDocument = DocumentOf<typeof SETTINGS>
type SettingsInForce = { readonly [setting: string]: SettingInForce }

/** The settings of one merchant, or of each of several. */
export const CONFIG = shape<{
  readonly configFile: string | null
  readonly envFile: string | null
  readonly settings?: SettingsInForce
  readonly merchants?: readonly { readonly merchant: string; readonly settings: SettingsInForce }[]
}>()({
  configFile: text.orNull,
  envFile: text.orNull,
  settings: SETTINGS.orAbsent,
  merchants: list(
    shape<{ readonly merchant: string; readonly settings: SettingsInForce }>()({ merchant: text, settings: SETTINGS }),
  ).orAbsent,
})
export type ConfigDocument = AnswerDocument<'config'> & DocumentOf<typeof CONFIG>

export const RENAMING = shape<{ readonly from: string; readonly to: string; readonly next: string }>()({
  from: text,
  to: text,
  next: text,
})
export type MerchantsRenameDocument = AnswerDocument<'merchants rename'> & DocumentOf<typeof RENAMING>

/** The line that `sandbox` prints when it is ready. */
export const SANDBOX = shape<{
  readonly baseUrl: string
  readonly controlUrl: string
  readonly apiKey: string
  readonly integrityKey: string
}>()({ baseUrl: text, controlUrl: text, apiKey: text, integrityKey: text })
export type SandboxDocument = DocumentOf<typeof SANDBOX>

interface NamedFile {
  readonly name: string
  readonly text: string
}
/** The files for a scheduler. */
export const SCHEDULE_FILES = shape<{ readonly files: readonly NamedFile[] }>()({
  files: list(shape<NamedFile>()({ name: text, text })),
})

/** Whether a scheduler is running. */
export const SCHEDULE_HEALTH = shape<{ readonly up: boolean }>()({ up: truth })

interface ScheduledJob {
  readonly job: string
  readonly times: readonly string[]
  readonly next: number | null
}
/** The jobs of the scheduler that starts. */
export const SCHEDULE_JOBS = shape<{ readonly timeZone: string; readonly jobs: readonly ScheduledJob[] }>()({
  timeZone: text,
  jobs: list(shape<ScheduledJob>()({ job: text, times: list(text), next: time.orNull })),
})

export type ScheduleDocument = AnswerDocument<'schedule'> &
  (DocumentOf<typeof SCHEDULE_FILES> | DocumentOf<typeof SCHEDULE_HEALTH> | DocumentOf<typeof SCHEDULE_JOBS>)
