import type { PlaceSetting } from '../file-settings.ts'
import type { ConfigFile } from './config-file.ts'

/** The source of a setting's value. */
export interface Origin {
  readonly from: 'program' | 'flag' | 'environment' | 'env-file' | 'file' | 'default'
  /** The name of the function, flag or variable, or the path of the file; empty for a default. */
  readonly name: string
}

export const DEFAULT: Origin = { from: 'default', name: '' }

export type Environment = Readonly<Record<string, string | undefined>>

/** The flags that are settings, without their dashes. */
type SettingsFlags = { readonly [Name in PlaceSetting | 'config']?: string | undefined }

/** All sources of settings, strongest first. */
export interface Sources {
  /** Settings that another program sets by name, secrets too. */
  readonly program?: Readonly<Record<string, unknown>>
  readonly flags: SettingsFlags
  readonly env: Environment
  /** The current folder: relative paths of flags and variables are relative to it. */
  readonly cwd: string
  /** The current merchant, when a command runs for all merchants and the user named none. */
  readonly currentMerchant?: string
  /** One cache for all merchants of a command, so that their common file is read once. */
  readonly cache?: SourcesCache
}

/** Values already read, stored by their readers. */
export interface SourcesCache {
  /** Null when there is no settings file. */
  file?: ConfigFile | null
  /** The merchants that have a key, by base URL and key. */
  keyHolders?: ReadonlyMap<string, readonly string[]>
}

/** Variables of the process, or of an env file. */
export interface Variables {
  readonly values: Environment
  /** Relative paths are relative to this folder. */
  readonly base: string
  readonly origin: (name: string) => Origin
}

/** A value before it is read. */
export interface SettingSource {
  readonly raw: unknown
  readonly origin: Origin
  /** Relative paths are relative to this folder. */
  readonly base: string
  /** For a secret with a file of its own: the absolute path. */
  readonly file?: string
}
