import { type Language, parseLanguage } from '../i18n/language.ts'
import { readTextFile } from '../std/files/text-file.ts'
import { isObject } from '../std/json/json-object.ts'
import { configFilePath } from './sources/config-file-path.ts'

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
