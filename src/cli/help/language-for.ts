import { languageOfFile } from '../../input/sources/config-file-place.ts'
import { DEFAULT_LANGUAGE, type Language, languageOfMachine } from '../../words/language.ts'
import type { HostIo } from '../framework/io.ts'

/**
 * The language of the settings file, even if the file has other errors. Without a file, commands for a first look use
 * the language of the machine.
 */
export const languageFor = (
  command: string | undefined,
  config: string | undefined,
  { cwd, env }: Pick<HostIo, 'cwd' | 'env'>,
): Language =>
  languageOfFile(config, cwd) ?? (FIRST_LOOKS.includes(command ?? '') ? languageOfMachine(env) : DEFAULT_LANGUAGE)

/** The commands that are used before there are settings. */
const FIRST_LOOKS: readonly string[] = ['init', 'demo']
