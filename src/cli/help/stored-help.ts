import { readFileSync } from 'node:fs'
import type { Language } from '../../words/language.ts'
import type { HostIo } from '../framework/io.ts'
import { languageFor } from './language-for.ts'
import { programOf, typableHelp } from './program-of.ts'

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
export const storedHelp = (words: readonly string[], host: Pick<HostIo, 'cwd' | 'env' | 'main'>): StoredHelp | null => {
  const [, topic, name] = ASKED.exec(words.join('\n')) ?? []
  if (topic === undefined && name === undefined && words.length > 0) return null
  const language = languageFor(name?.trim().replace('\n', ' '), undefined, host)
  const text = textsIn(language)?.[(topic ?? name ?? '').trim().replaceAll('\n', ' ')]
  if (text === undefined) return null
  const isRefused = words.length === 0
  return {
    text: typableHelp(text, programOf(host)),
    to: isRefused ? 'stderr' : 'stdout',
    status: isRefused ? 2 : 0,
    language,
  }
}

/** One word on each line: `help` before the name of a topic or a command, or the help flag after it; or no word. */
const ASKED = /^(?:help((?:\n[a-z-]+){0,2})|((?:[a-z-]+\n){0,2})(?:--help|-h))$/

/** Null when the installation lacks the stored texts: the program then makes the same texts itself. */
const textsIn = (language: Language): Readonly<Record<string, string>> | null => {
  try {
    const texts = JSON.parse(readFileSync(new URL(`../../../help.${language}.json`, import.meta.url), 'utf8'))
    return Object.assign(Object.create(null), texts)
  } catch {
    return null
  }
}
