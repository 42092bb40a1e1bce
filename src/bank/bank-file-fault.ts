import type { Both } from '../std/both.ts'

/** What is wrong with a file of the bank, where, and what to do about it. It becomes an error where the file's name is known. */
export class BankFileFault extends Error {
  override readonly name = 'BankFileFault'
  readonly what: Both<string>
  readonly next: Both<string>

  constructor(what: Both<string>, next: Both<string>, options?: ErrorOptions) {
    super(what.en, options)
    this.what = what
    this.next = next
  }
}

/** A fault at a place of the file. */
export const faultAt = (place: Both<string>, what: Both<string>, next: Both<string>): BankFileFault =>
  new BankFileFault({ en: `${place.en}: ${what.en}`, es: `${place.es}: ${what.es}` }, next)

export const lineAt = (position: number): Both<string> => ({ en: `line ${position}`, es: `línea ${position}` })

export const GET_AGAIN: Both<string> = {
  en: 'get the file from the bank once more, and import it unchanged',
  es: 'descargue de nuevo el archivo del banco e impórtelo sin cambios',
}

/** The form of a text without what it says, since it may be a name or a document: `99/99/9999`, `aaa 99`. */
export const formOf = (text: string): string =>
  text
    .slice(0, 24)
    .replace(/\p{N}/gu, '9')
    .replace(/\p{L}/gu, 'a')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
