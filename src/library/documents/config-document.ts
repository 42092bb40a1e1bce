import type { AnswerDocument } from '../../../reports/documents/answer-document.ts'

/** A JSON value of a setting. */
export type SettingValue = unknown

/** Every setting by its name; for a key only whether it is set. */
export interface SettingsDocument {
  readonly [setting: string]: {
    readonly value: SettingValue
    readonly from: 'program' | 'flag' | 'environment' | 'env-file' | 'file' | 'default'
    /** The flag, the variable or the file; null for a default. */
    readonly place: string | null
    readonly meaning: string | null
  }
}

/** The settings of one merchant, or of each of several. */
export interface ConfigDocument extends AnswerDocument<'config'> {
  readonly configFile: string | null
  readonly envFile: string | null
  readonly settings?: SettingsDocument
  readonly merchants?: readonly { readonly merchant: string; readonly settings: SettingsDocument }[]
}

export interface MerchantsRenameDocument extends AnswerDocument<'merchants rename'> {
  readonly from: string
  readonly to: string
  readonly next: string
}

/** The line that `sandbox` prints when it is ready. */
export interface SandboxDocument {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly apiKey: string
  readonly integrityKey: string
}
