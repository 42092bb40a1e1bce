export type SettingsCode =
  | 'SETTING_INVALID'
  | 'SETTING_UNKNOWN'
  | 'SETTING_CONTRADICTS'
  | 'SECRET_IN_FILE'
  | 'SECRET_NOT_READ'
  | 'CONFIG_NOT_READ'
  | 'ENV_FILE_NOT_READ'
  | 'MERCHANT_NOT_NAMED'
  | 'NO_DATABASE'
  | 'PLAIN_HTTP'
  | 'TLS_UNVERIFIED'
  | 'NO_SERVICE'
  | 'NO_INTEGRITY_KEY'

/** A setting is wrong or missing. The message names it and where it came from; never the value of a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code: SettingsCode
  readonly next: string

  constructor(code: SettingsCode, message: string, next: string) {
    super(message)
    this.code = code
    this.next = next
  }
}
