import type { Changes } from '../../src/core/findings/timeline.ts'
import type { Centavos } from '../../src/core/money.ts'
import type { Slot, SlotDate } from '../../src/core/slot.ts'
import { slotInTable } from '../../src/print/in-table.ts'
import type { MonthStepName } from '../../src/rules/account/month-end.ts'
import { recordOf } from '../../src/rules/registry.ts'
import { dateIn, dayIn, monthIn } from '../../src/words/dates.ts'
import type { Language } from '../../src/words/language.ts'
import { moneyIn } from '../../src/words/money.ts'
import { STEP_WORDS } from '../../src/words/month-words.ts'
import type { LetterOfClaims } from './claims.ts'

/** A case to look at; it has no name of a customer. */
export interface DigestCase {
  readonly slot: Slot
  readonly code: string
  readonly amount: Centavos | null
}

/** The mail of a day. */
export interface Digest {
  readonly language: Language
  readonly merchant: string
  readonly today: SlotDate
  readonly sentence: string
  /** The largest first. */
  readonly cases: readonly DigestCase[]
  readonly others: number
  readonly changes: Changes
  /** On Mondays: letters past their day; null on other days. */
  readonly late: readonly LetterOfClaims[] | null
  /** On the third of a month: what is not done of the month before; null on other days. */
  readonly closing: { readonly month: SlotDate; readonly steps: readonly MonthStepName[] } | null
  /** Pages to open. */
  readonly links: readonly string[]
}

export const digestSubject = ({ merchant, today, language }: Digest): string =>
  ({ en: `Cuadre, ${merchant}, ${dayIn(today, 'en')}`, es: `Cuadre, ${merchant}, ${dayIn(today, 'es')}` })[language]

/** The mail as plain text. */
export const digestText = (digest: Digest): string => {
  const { language, merchant, today, sentence, links } = digest
  const open = { en: 'Open', es: 'Abrir' }[language]
  return `${[
    [`${merchant}, ${dateIn(today, language)}`, sentence],
    caseLines(digest),
    changeLines(digest),
    lateLines(digest),
    closingLines(digest),
    links.map((link) => `${open}: ${link}`),
  ]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`
}

const titleOf = (code: string, language: Language): string => recordOf(code)?.title[language] ?? code

const caseLines = ({ cases, others, language }: Digest): readonly string[] => {
  if (cases.length === 0) return []
  const lines = cases.map(({ slot, code, amount }) => {
    const sum = amount === null ? '' : `, ${moneyIn(amount, language)}`
    return `- ${slotInTable(slot, language)}: ${titleOf(code, language)}${sum}`
  })
  const more = others === 0 ? [] : [{ en: `and ${others} more`, es: `y ${others} más` }[language]]
  return [{ en: 'To look at first:', es: 'Para revisar primero:' }[language], ...lines, ...more]
}

const CHANGES_MAX = 5

const changeLines = ({ changes, language }: Digest): readonly string[] => {
  const kinds = [
    ['appeared', { en: 'New', es: 'Nuevo' }],
    ['worse', { en: 'Worse', es: 'Peor' }],
    ['resolved', { en: 'Resolved', es: 'Resuelto' }],
  ] as const
  const lines = kinds.flatMap(([kind, words]) => {
    const of = changes[kind]
    if (of.length === 0) return []
    const named = of
      .slice(0, CHANGES_MAX)
      .map(({ slot, code }) => `${slotInTable(slot, language)} ${titleOf(code, language)}`)
    const rest = of.length - named.length
    const more = rest === 0 ? [] : [{ en: `and ${rest} more`, es: `y ${rest} más` }[language]]
    return [`${words[language]} (${of.length}): ${[...named, ...more].join('; ')}`]
  })
  if (lines.length === 0) return [{ en: 'Nothing changed since yesterday.', es: 'Nada cambió desde ayer.' }[language]]
  return [{ en: 'Since yesterday:', es: 'Desde ayer:' }[language], ...lines]
}

const lateLines = ({ late, language }: Digest): readonly string[] =>
  late === null || late.length === 0
    ? []
    : [
        { en: 'Claims past their day:', es: 'Reclamaciones vencidas:' }[language],
        ...late.map(({ letter, dueOn, left }) => {
          const sum = moneyIn(left, language)
          const name = letter === null ? { en: 'without a letter', es: 'sin carta' }[language] : `${letter}`
          const day = dueOn === null ? '' : { en: ', due ', es: ', para el ' }[language] + dayIn(dueOn, language)
          return { en: `- letter ${name}: ${sum}${day}`, es: `- carta ${name}: ${sum}${day}` }[language]
        }),
      ]

const closingLines = ({ closing, language }: Digest): readonly string[] => {
  if (closing === null || closing.steps.length === 0) return []
  const month = monthIn(closing.month, language)
  return [
    { en: `Not done yet of ${month}:`, es: `Falta de ${month}:` }[language],
    ...closing.steps.map((step) => `- ${STEP_WORDS[step][language]}`),
  ]
}
