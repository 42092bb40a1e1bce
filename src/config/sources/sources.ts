import type { PlaceSetting } from '../file-settings.ts'
import type { ConfigFile } from './config-file.ts'

/** Where the value of a setting came from. */
export interface Origin {
  readonly from: 'program' | 'flag' | 'environment' | 'env-file' | 'file' | 'default'
  /** The function, the flag, the variable or the path of the file; empty for a default. */
  readonly name: string
}

export const DEFAULT: Origin = { from: 'default', name: '' }

export type Environment = Readonly<Record<string, string | undefined>>

/** The flags that are settings, without their dashes. */
type SettingsFlags = { readonly [Name in PlaceSetting | 'config']?: string | undefined }

/** All that settings are taken from, strongest first. */
export interface Sources {
  /** What another program sets by name, secrets too. */
  readonly program?: Readonly<Record<string, unknown>>
  readonly flags: SettingsFlags
  readonly env: Environment
  /** The folder the tool is started in: relative paths of flags and variables are relative to it. */
  readonly cwd: string
  /** The merchant whose turn it is, when all are done one after the other and nobody named one. */
  readonly turn?: string
  /** One for all merchants of a command, so that what they share is read once for them. */
  readonly cache?: SourcesCache
}

/** What was read already, filled by those who read it. */
export interface SourcesCache {
  /** Null where there is no settings file. */
  file?: ConfigFile | null
  /** The merchants that have a key, by base URL and key. */
  keyHolders?: ReadonlyMap<string, readonly string[]>
}

/** Variables from one place: those of the process, or those of an env file. */
export interface Variables {
  readonly values: Environment
  /** The folder relative paths are relative to. */
  readonly base: string
  readonly origin: (name: string) => Origin
}

/** A value as it was found, not yet read. */
export interface SettingSource {
  readonly raw: unknown
  readonly origin: Origin
  /** The folder relative paths are relative to. */
  readonly base: string
  /** Of a secret that was read from a file of its own: its path, absolute. */
  readonly file?: string
}
