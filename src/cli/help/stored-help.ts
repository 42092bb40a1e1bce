import { readFileSync } from 'node:fs'
import type { Language } from '../../words/language.ts'
import type { HostIo } from '../framework/io.ts'
import type { HelpTexts } from './help-texts.ts'
import { languageFor } from './language-for.ts'

/** The answer to a request for help. */
export interface StoredHelp {
  readonly text: string
  readonly to: 'stdout' | 'stderr'
  readonly status: number
  readonly language: Language
}

/**
 * Answers from the stored texts, so that help need not load the whole program. Null when the words ask for more than
 * help.
 */
export const storedHelp = (words: readonly string[], host: Pick<HostIo, 'cwd' | 'env'>): StoredHelp | null => {
  if (!ASKS_FOR_HELP.test(words.join('\n'))) return null
  const name = words.slice(0, -1).join(' ')
  const language = languageFor(name, undefined, host)
  const texts = textsIn(language)
  if (texts === null) return null
  if (words.length === 0) return { text: texts.noWords, to: 'stderr', status: 2, language }
  const text = name === '' ? texts.program : textOf(name, texts)
  return text === undefined ? null : { text, to: 'stdout', status: 0, language }
}

/** One word on each line: no word, or the help flag after the possible name of a command. */
const ASKS_FOR_HELP = /^(?:(?:[a-z-]+\n){0,2}(?:--help|-h))?$/

const textOf = (name: string, { commands }: HelpTexts): string | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

/** Null when the installation lacks the stored texts: the program then makes the same texts itself. */
const textsIn = (language: Language): HelpTexts | null => {
  try {
    return JSON.parse(readFileSync(new URL(`../../../help.${language}.json`, import.meta.url), 'utf8'))
  } catch {
    return null
  }
}
