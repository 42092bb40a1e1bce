import type { Cause, Finding } from '../core/findings/discrepancy.ts'
import { causeRecordOf } from '../rules/causes/registry.ts'
import { recordOf } from '../rules/registry.ts'
import type { Say } from '../rules/say.ts'
import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'
import { SAY } from './say.ts'

/** A sentence, and the language it is in. */
export interface Sentence {
  readonly text: string
  readonly language: Language
}

/**
 * The sentence of a finding in the language of a page. Database and CSV hold the English sentence. A finding of an
 * older version or of a foreign check keeps it and is marked as English.
 */
export const messageIn = ({ code, figures, data, message }: SentenceFacts, language: Language): Sentence => {
  const record = recordOf(code)
  if (record === null || data === null) return { text: message, language: 'en' }
  return sentenceIn(record.message, { figures, data }, message, language)
}
type SentenceFacts = Pick<Finding, 'code' | 'figures' | 'data' | 'message'>

/** The detail of a cause in the language of a page; English when it cannot be translated. */
export const causeIn = ({ code, data, detail }: Cause, language: Language): Sentence => {
  const record = causeRecordOf(code)
  if (record === null || data === undefined) return { text: detail, language: 'en' }
  return sentenceIn(record.message, data, detail, language)
}

/** The heading of a check's or a cause's code; of what is somebody else's, the code itself. */
export const titleOf = (code: string, language: Language): string =>
  (recordOf(code) ?? causeRecordOf(code))?.title[language] ?? code

/**
 * The stored data may come from a version with other data, or be masked. The sentence is translated only when the data
 * still gives the stored English sentence.
 */
const sentenceIn = <T>(
  message: Both<(particulars: T, say: Say) => string>,
  particulars: T,
  english: string,
  language: Language,
): Sentence => {
  const isOfThisVersion = language !== 'en' && attempt(() => message.en(particulars, SAY.en)) === english
  const text = isOfThisVersion ? attempt(() => message[language](particulars, SAY[language])) : null
  return text === null ? { text: english, language: 'en' } : { text, language }
}

/** Null when the data lacks something that the sentence needs. */
const attempt = (say: () => string): string | null => {
  try {
    return say()
  } catch {
    return null
  }
}
