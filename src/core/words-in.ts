import { type Both, inBoth } from '../std/both.ts'
import { usageError } from '../std/errors.ts'

export const NAME_MAX_CHARACTERS = 200
const TEXT_MAX_CHARACTERS = 4000

/** Checks a text that is stored: it must be readable, of one line or more, and no longer than `longest`. */
export const wordsIn = (name: string | Both<string>, typed: string, longest = TEXT_MAX_CHARACTERS): string => {
  const place = typeof name === 'string' ? inBoth(name) : name
  const words = typed.trim()
  if (!/[\p{L}\p{N}]/u.test(words))
    throw usageError(
      { en: `${place.en} is blank`, es: `${place.es} está en blanco` },
      { en: 'write a few words', es: 'escriba unas palabras' },
    )
  if (words.length > longest)
    throw usageError(
      { en: `${place.en} is longer than ${longest} characters`, es: `${place.es} tiene más de ${longest} caracteres` },
      { en: 'write less', es: 'escriba menos' },
    )
  return words
}
