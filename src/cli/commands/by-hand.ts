import { displayOf } from '../../print/display.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import type { Language } from '../../words/language.ts'
import {
  type CommandAnswer,
  type CommandArguments,
  DEBUG,
  type Flags,
  JSON_FLAG,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { fileLines } from '../terminal/report-text.ts'
import { BY, parseAuthor, parseReason, REASON } from './decisions.ts'

/** The flags of what a person stores, and of what needs a reason too. */
export const BY_HAND: Flags = { ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG }
export const WITH_REASON: Flags = { ...REASON, ...BY_HAND }

/** What a job did: its document, its lines and the files that it wrote, by their paths from here. */
export const writtenAnswer = <Report extends { readonly files: readonly string[] }>(
  report: Report,
  { of }: { readonly of: (report: Report) => ReturnType<CommandAnswer['document']> },
  lines: readonly string[],
  io: Io,
): CommandAnswer => {
  const files = report.files.map((path) => fromHere(path, io.cwd))
  return {
    document: () => of({ ...report, files }),
    text: () => [...lines, ...fileLines(files, displayOf(io, io.language))],
  }
}

/** A tie in its present state. */
export const tieLine = (
  { number, undone }: { readonly number: number; readonly undone: object | null },
  said: string,
  language: Language,
): string =>
  undone === null
    ? { en: `tie ${number}: ${said}`, es: `cruce ${number}: ${said}` }[language]
    : { en: `tie ${number} is undone: ${said}`, es: `cruce ${number} deshecho: ${said}` }[language]

/** The number of a stored record, and why it is to be undone. */
export const undoingIn = (
  given: CommandArguments,
  { record, act, shownBy }: { readonly record: Both<string>; readonly act: Both<string>; readonly shownBy: string },
) => {
  const [typed = ''] = given.operands
  if (!/^[1-9]\d{0,14}$/.test(typed))
    throw usageError(
      { en: `the number of ${record.en} is not valid`, es: `el número de ${record.es} no es válido` },
      { en: `write the number that "${shownBy}" shows`, es: `escriba el número que muestra "${shownBy}"` },
    )
  return { number: Number(typed), reason: parseReason(given, act), by: parseAuthor(given) }
}

export const UNDOING_TIE: Both<string> = { en: 'undoing a tie', es: 'deshacer un cruce' }
export const TIE: Both<string> = { en: 'a tie', es: 'un cruce' }
export const VOIDING_FILE: Both<string> = { en: 'voiding a file', es: 'anular un archivo' }

export const importedBefore = (name: string, number: number): Both<string> => ({
  en: `${harmless(name)}: imported before, as number ${number}; nothing changed`,
  es: `${harmless(name)}: ya se había importado, con el número ${number}; nada cambió`,
})
