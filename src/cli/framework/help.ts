import { GROUPS } from '../../questions/question.ts'
import { type Both, eachOf } from '../../std/both.ts'
import { EXIT_STATUSES } from '../../std/exit-statuses.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { Language } from '../../words/language.ts'
import { type Command, exitStatusesOf, operandInHelp, operandsOf } from './command.ts'

const HELP_WIDTH = 80

const ABOUT = {
  en: 'Reconciles the settlements of a rental invoicing and settlement service.',
  es: 'Concilia las liquidaciones de un servicio de facturación y recaudo de arrendamientos.',
}
const EXAMPLES: Command['examples'] = [
  [
    'cuadre demo',
    {
      en: 'see it work: a made-up week, nothing to configure',
      es: 'véalo funcionar: una semana inventada, sin configurar nada',
    },
  ],
  [
    'cuadre run',
    {
      en: 'tonight: pull what is due, check it, write the reports',
      es: 'esta noche: lee lo que corresponde, lo concilia y escribe los informes',
    },
  ],
  ['cuadre run --date 2026-03-12 --cycle 11', { en: 'one settlement', es: 'una liquidación' }],
]

/** The help of the whole program: examples first, then the commands by group. */
export const programHelp = (options: string, commands: readonly Command[], language: Language): string =>
  [
    `${ABOUT[language]}\n`,
    examplesIn(EXAMPLES, language),
    ...groupsOf(commands, language),
    `${withoutTypes(options)}\n`,
    statusesIn(EXIT_STATUSES, language),
  ].join('\n')

export const commandHelp = (options: string, command: Command, language: Language): string =>
  [
    examplesIn(command.examples, language),
    `${withoutTypes(options)}\n`,
    ...(command.appendix === undefined ? [] : [section(command.appendix.title, command.appendix.rows, language)]),
    statusesIn(exitStatusesOf(command), language),
  ].join('\n')

/** Removes the types that yargs adds to flags, at times on a line of their own; the descriptions name them in words. */
const withoutTypes = (options: string): string => options.replace(/\s*\[(?:boolean|string|array)\]/g, '')

const examplesIn = (examples: Command['examples'], language: Language): string =>
  section(
    { en: 'Examples', es: 'Ejemplos' },
    examples.map(([line, purpose, inSpanish = line]) => [{ en: line, es: inSpanish }[language], purpose]),
    language,
  )

const statusesIn = (statuses: typeof EXIT_STATUSES, language: Language): string =>
  section(
    { en: 'Exit statuses', es: 'Estados de salida' },
    statuses.map(({ status, meaning }) => [status.padEnd(8), eachOf(meaning, (text) => text.replaceAll('`', ''))]),
    language,
  )

/** A title, and rows of two columns below it. */
const section = (
  title: Both<string>,
  rows: readonly (readonly [string, Both<string>])[],
  language: Language,
): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  const lines = rows.flatMap(([left, right]) => rowLines(left, right[language], width))
  return `${title[language]}:\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Wraps the right column when the left one leaves room. Each example has a single line, so that it can be copied. */
const rowLines = (left: string, right: string, width: number): readonly string[] => {
  const head = `  ${left.padEnd(width)}  `
  return width > HELP_WIDTH / 2 ? [`${head}${right}`] : wrapText(head, right, HELP_WIDTH)
}

/** The commands of each group below its title; the descriptions are aligned throughout. */
const groupsOf = (commands: readonly Command[], language: Language): readonly string[] => {
  const width = Math.max(...commands.map((command) => lineOf(command).length))
  return Object.entries(GROUPS).map(([group, title]) => {
    const rows = commands.filter((command) => command.group === group).map((command) => rowOf(command, width, language))
    return `${title[language]}:\n${rows.join('')}`
  })
}

const lineOf = ({ name, operand }: Command): string =>
  ['cuadre', name, ...operandsOf(operand).map(operandInHelp)].join(' ')

const rowOf = (command: Command, width: number, language: Language): string =>
  wrapText(`  ${lineOf(command).padEnd(width)}  `, command.describe[language], HELP_WIDTH)
    .map((line) => `${line}\n`)
    .join('')
