import type { Both } from '../../std/both.ts'
import { nearest } from '../../std/nearest.ts'

/** What to do where a code is not one of the known ones. */
export const nextOfUnknownCode = (typed: string, codes: readonly string[]): Both<string> => {
  const near = nearest(typed, codes, Math.ceil(typed.length / 3))
  const list = {
    en: '"cuadre discrepancies list" shows the codes of what was found, such as COUNT_MISMATCH',
    es: '"cuadre discrepancies list" muestra los códigos de lo hallado, como COUNT_MISMATCH',
  }
  return near === undefined ? list : { en: `did you mean ${near}? ${list.en}`, es: `¿quiso decir ${near}? ${list.es}` }
}
