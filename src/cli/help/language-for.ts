import { languageOfFile } from '../../config/language-of-file.ts'
import { DEFAULT_LANGUAGE, type Language, languageOfMachine } from '../../i18n/language.ts'
import type { HostIo } from '../framework/io.ts'

/** That of the settings file, which may be wrong in all else; where there is none yet, for a first look that of the machine. */
export const languageFor = (
  command: string | undefined,
  config: string | undefined,
  { cwd, env }: Pick<HostIo, 'cwd' | 'env'>,
): Language =>
  languageOfFile(config, cwd) ?? (FIRST_LOOKS.includes(command ?? '') ? languageOfMachine(env) : DEFAULT_LANGUAGE)

/** What is done before there are settings. */
const FIRST_LOOKS: readonly string[] = ['init', 'demo']
