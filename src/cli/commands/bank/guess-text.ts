import type { BankGuess } from '../../../bank/tables/guess-file.ts'
import { type BankMapping, LEAST_MAPPING } from '../../../domain/bank/bank-mapping.ts'
import type { BankEntry } from '../../../domain/bank/bank-statement.ts'
import type { Json } from '../../../domain/cell.ts'
import { inSpanish, inWords, size } from '../../../domain/money.ts'
import { dayMonthYear } from '../../../domain/slot.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'

/** The document of `bank import --guess`. */
export const guessDocument = ({ format, bankMapping, rows, count, refusal }: BankGuess) => ({
  format,
  bankMapping: bankMapping === null ? null : writtenMapping(bankMapping),
  rows: rows.map(({ bookedOn, value, text, position }): Json => ({ position, date: bookedOn, value, text })),
  count,
  refusal: refusal === null ? null : refusal.en,
})

/** Only what a person has to write into the settings. */
const writtenMapping = (mapping: BankMapping): { readonly [name: string]: Json } => {
  const least: { readonly [name: string]: Json } = LEAST_MAPPING
  return Object.fromEntries(
    Object.entries(mapping).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(least[name])),
  )
}

/** The proposal and the first rows, as a terminal shows them. */
export const guessText = (guess: BankGuess, language: Language): string => {
  const { format, bankMapping, rows, count, refusal } = guess
  const advice =
    bankMapping === null
      ? {
          en: `Its form is known (${format}): import it as it is.`,
          es: `Su forma es conocida (${format}): impórtelo tal como está.`,
        }
      : { en: 'Look at it, then put it into the settings file:', es: 'Revíselo y póngalo en el archivo de parámetros:' }
  const written = bankMapping === null ? [] : [jsonText({ bankMapping: writtenMapping(bankMapping) })]
  return `${[advice[language], ...written, '', ...(refusal === null ? rowLines(rows, count, language) : [refused(refusal[language], language)])].join('\n')}\n`
}

const refused = (why: string, language: Language): string =>
  ({
    en: `As proposed, the file would be refused: ${why}`,
    es: `Leído así, el archivo se rechazaría: ${why}`,
  })[language]

const rowLines = (rows: readonly BankEntry[], count: number, language: Language): readonly string[] => {
  const head = {
    en: count > rows.length ? `The first rows of ${count}, as they would be read:` : 'Its rows, as they would be read:',
    es: count > rows.length ? `Las primeras filas de ${count}, como se leerían:` : 'Sus filas, como se leerían:',
  }
  const values = rows.map(({ value }) => `${value < 0n ? '-' : '+'} ${wordsOf(size(value), language)}`)
  const width = Math.max(0, ...values.map((value) => value.length))
  const lines = rows.map(({ bookedOn, text }, index) => {
    const day = language === 'es' ? dayMonthYear(bookedOn) : bookedOn
    return `  ${day}  ${(values[index] ?? '').padStart(width)}  ${harmless(text)}`
  })
  return [head[language], ...lines]
}

const wordsOf = (sum: BankEntry['value'], language: Language): string =>
  language === 'es' ? inSpanish(sum) : inWords(sum)
