import { stripVTControlCharacters } from 'node:util'
import { withoutDocuments, withoutPersonal } from '../../domain/personal/personal.ts'
import { hideSecrets } from '../../std/hide-secrets.ts'

const TEXT_MAX_CHARACTERS = 200
/** Control and format characters (bidirectional overrides among them), lone surrogates, line and paragraph separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu

/** Foreign text as one short line for our messages, without control characters, our secrets, the person it is about, or document numbers. */
export const quotableText = (text: string, secrets: readonly string[], personal: readonly string[] = []): string => {
  const line = stripVTControlCharacters(text).replace(UNPRINTABLE, ' ').trim()
  const safe = withoutDocuments(withoutPersonal(hideSecrets(secrets, line), personal))
  const letters = [...safe]
  return letters.length > TEXT_MAX_CHARACTERS ? `${letters.slice(0, TEXT_MAX_CHARACTERS - 1).join('')}…` : safe
}
