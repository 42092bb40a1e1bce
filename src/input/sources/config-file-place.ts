import { resolve } from 'node:path'
import { readTextFile } from '../../std/files/text-file.ts'
import { isObject } from '../../std/json/json-object.ts'
import { type Language, parseLanguage } from '../../words/language.ts'

// Help reads this file and no other of the settings, so that it is there at once.

/** The settings file of a folder. */
export const CONFIG_FILE = 'cuadre.config.json'

/** The path of the settings file: the one named, or that of the current folder. */
export const configFilePath = (named: string | undefined, cwd: string): string => resolve(cwd, named ?? CONFIG_FILE)

/**
 * The language that a settings file names; also read from a file with errors, which are reported in that language. Null
 * when it names none.
 */
export const languageOfFile = (named: string | undefined, cwd: string): Language | null => {
  try {
    const document: unknown = JSON.parse(readTextFile(configFilePath(named, cwd)).replace(/^\uFEFF/, ''))
    return isObject(document) ? parseLanguage(document.language) : null
  } catch {
    return null
  }
}
