import { FILE_SETTINGS } from '../../input/file-settings.ts'
import { GROUPS, type Topic } from '../../questions/question.ts'
import { type Both, eachOf, inBoth } from '../../std/both.ts'
import { EXIT_STATUSES } from '../../std/exit-statuses.ts'
import { groupBy } from '../../std/group-by.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { Language } from '../../words/language.ts'
import { type Command, exitStatusesOf, isOptional, operandInHelp, operandsOf, typedAs } from './command.ts'

const HELP_WIDTH = 80

type Rows = readonly (readonly [string, Both<string>])[]
const TOPICS: readonly (readonly [string, Topic])[] = Object.entries(GROUPS)

const ABOUT = {
  en: 'Reconciles the settlements of a rental invoicing and settlement service.',
  es: 'Concilia las liquidaciones de un servicio de facturación y recaudo de arriendos.',
}
const OPTIONS: Rows = [
  ['-h, --help', { en: 'Show help', es: 'Muestra esta ayuda' }],
  ['    --version', { en: 'Show version number', es: 'Muestra la versión' }],
]
const MORE: Rows = [
  [
    'cuadre help bank',
    { en: 'a topic: commands, settings, exit statuses', es: 'un tema: comandos, parámetros, estados' },
  ],
  ['cuadre run --help', { en: 'a command: examples and all its flags', es: 'un comando: ejemplos y sus opciones' }],
  ['cuadre help all', { en: 'every command', es: 'todos los comandos' }],
]

/**
 * The pages that are of no single command, by the words after `help`: the first screen (no word), everything (`all`), each topic and part of
 * the first screen, and the commands of each first word (`chargebacks`).
 */
export const helpPages = (commands: readonly Command[], language: Language): ReadonlyMap<string, string> => {
  const whole = new Set(commands.map(typedAs))
  const partOf = ({ group }: Command): string => (GROUPS[group] as Topic).part ?? group
  const groups = [firstOf, ({ group }: Command) => group, partOf].flatMap((of) => [...groupBy(commands, of)])
  return new Map([
    ['', firstScreen(commands, language)],
    ['all', everything(commands, language)],
    ...groups.flatMap(([name, own]) => (whole.has(name) ? [] : [[name, topicHelp(own, language)] as const])),
  ])
}

const firstOf = (command: Command): string => typedAs(command).split(' ')[0] ?? ''

/** What a person wants, with the commands in sight for it; then the topics. It fits one screen. */
const firstScreen = (commands: readonly Command[], language: Language): string => {
  const rowOf = (command: Command): Rows =>
    command.inSight === undefined ? [] : [[lineOf(command, (word) => !isOptional(word)), command.inSight]]
  const width = Math.max(...commands.flatMap(rowOf).map(([line]) => line.length))
  const wants = groupBy(commands, ({ group }) => (GROUPS[group] as Topic).want)
  return [
    `${ABOUT[language]}\n`,
    ...[...wants].flatMap(([want, own]) =>
      want === undefined ? [] : section(want, own.flatMap(rowOf), language, width),
    ),
    section(
      { en: 'Topics', es: 'Temas' },
      TOPICS.map(([topic, { title, want }]) => [topic, want === undefined ? title : inBoth(wordsOf(topic, commands))]),
      language,
    ),
    section({ en: 'More', es: 'Más' }, MORE, language),
  ].join('\n')
}

/** The words by which the commands of a topic differ: `import, list, tie`. */
const wordsOf = (topic: string, commands: readonly Command[]): string => {
  const named = commands.filter(({ group }) => group === topic).map((command) => typedAs(command).split(' '))
  return [...new Set(named.map(([first = '', second = '']) => (first === topic ? second : first)))].join(', ')
}

/** All commands by topic; the descriptions are aligned throughout. */
const everything = (commands: readonly Command[], language: Language): string => {
  const width = Math.max(...commands.map((command) => lineOf(command).length))
  return [
    `${ABOUT[language]}\n`,
    ...TOPICS.map(([topic, { title }]) =>
      section(title, rowsOf(commands.filter(({ group }) => group === topic)), language, width),
    ),
    section({ en: 'Options', es: 'Opciones' }, OPTIONS, language),
    statusesIn(EXIT_STATUSES, language),
  ].join('\n')
}

/** Some commands of one topic, with an example of the first ones. */
const topicHelp = (commands: readonly Command[], language: Language): string => {
  const topics = TOPICS.filter(([topic]) => commands.some(({ group }) => group === topic))
  const settings = topics.flatMap(([, { settings }]) => settings)
  const exits = new Set(commands.flatMap(exitStatusesOf))
  const examples = commands.flatMap((command) => command.examples.slice(0, 1))
  const short = examples.filter(([line]) => line.length <= HELP_WIDTH / 2)
  return [
    examplesIn(short.length === 0 ? examples.slice(0, 1) : short.slice(0, EXAMPLES_MAX), language),
    ...topics.map(([topic, { title }]) =>
      section(title, rowsOf(commands.filter(({ group }) => group === topic)), language),
    ),
    section(
      { en: 'Settings (cuadre.config.json)', es: 'Parámetros (cuadre.config.json)' },
      settings.map((name) => [name, FILE_SETTINGS[name].meaning]),
      language,
    ),
    statusesIn(
      EXIT_STATUSES.filter((status) => exits.has(status)),
      language,
    ),
  ].join('\n')
}
const EXAMPLES_MAX = 4

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

/** A title, and rows of two columns below it; the left one is as wide as its longest text unless given. */
const section = (
  title: Both<string>,
  rows: Rows,
  language: Language,
  width = Math.max(...rows.map(([left]) => left.length)),
): string => {
  const lines = rows.flatMap(([left, right]) => rowLines(left, right[language], width))
  return `${title[language]}:\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Wraps the right column when the left one leaves room. Each example has a single line, so that it can be copied. */
const rowLines = (left: string, right: string, width: number): readonly string[] => {
  const head = `  ${left.padEnd(width)}  `
  return width > HELP_WIDTH / 2 ? [`${head}${right}`] : wrapText(head, right, HELP_WIDTH)
}

const rowsOf = (commands: readonly Command[]): Rows => commands.map((one) => [lineOf(one), one.describe])

const lineOf = (command: Command, isShown = (_word: string): boolean => true): string =>
  ['cuadre', typedAs(command), ...operandsOf(command.operand).filter(isShown).map(operandInHelp)].join(' ')
