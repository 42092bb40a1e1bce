import {
  INVOICED_COLUMNS,
  METHOD_COLUMNS,
  MONTH_COLUMNS,
  SETTLEMENT_COLUMNS,
  WITHHOLDING_COLUMNS,
} from '../reports/fees/fees-tables.ts'
import { DECISION_LEDGER } from '../reports/ledgers/decision-rows.ts'
import { DISCREPANCY_LEDGER } from '../reports/ledgers/discrepancy-row.ts'
import { ANSWER_LEDGER, HISTORY_LEDGER, PULL_LEDGER } from '../reports/ledgers/history-rows.ts'
import { IN_TRANSIT_LEDGER } from '../reports/ledgers/in-transit.ts'
import { INVOICE_LEDGER } from '../reports/ledgers/invoice-ledger.ts'
import { RESTATEMENT_LEDGER } from '../reports/ledgers/restatements.ts'
import { SETTLEMENT_LEDGER } from '../reports/ledgers/settlement-ledger.ts'
import { STATEMENT_LEDGER } from '../reports/ledgers/statement-rows.ts'
import { ACTION_OF } from '../reports/pages/action.ts'
import { ACCOUNT_LABELS } from '../reports/statements/account-lines.ts'
import { allCommands } from '../src/cli/commands/commands.ts'
import { typedAs } from '../src/cli/framework/command.ts'
import { FILE_SETTINGS, NAMES } from '../src/input/file-settings.ts'
import { configSchema } from '../src/input/schema.ts'
import { jsonText } from '../src/print/json.ts'
import { GROUPS } from '../src/questions/question.ts'
import { CAUSES } from '../src/rules/causes/registry.ts'
import { CHECKS } from '../src/rules/registry.ts'
import { ERROR_CODES } from '../src/std/error-codes.ts'
import { EXIT_STATUSES } from '../src/std/exit-statuses.ts'
import { groupBy } from '../src/std/group-by.ts'
import { statementWords } from '../src/words/statement-words.ts'
import { ENGLISH, SPANISH } from '../src/words/words.ts'

const COMMANDS = await allCommands()

/** Escapes a cell for a Markdown table, which a bar would end. */
const cell = (text: string): string => text.replaceAll('|', '\\|')

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => (row[0] === '---' ? `|${row.join('|')}|` : `| ${row.join(' | ')} |`))
    .join('\n')

const exitStatuses = (): string =>
  table(
    ['status', 'meaning', 'what a scheduler should do'],
    EXIT_STATUSES.map(({ status, meaning, reaction }) => [status, meaning.en, reaction]),
  )

/** The codes that end a command with each exit status. */
const errorCodes = (): string => {
  const codes = Object.entries(ERROR_CODES)
  const rows = EXIT_STATUSES.map(({ name, status }) => [
    status,
    codes.flatMap(([code, exit]) => (exit === name ? [`\`${code}\``] : [])).join(', '),
  ])
  return table(
    ['status', 'error codes'],
    rows.filter(([, codes]) => codes !== ''),
  )
}

/** Settings for paths and ownership have their own table, together with the environment. */
const PLACES: readonly string[] = ['baseUrl', 'db', 'out', 'merchant']

interface SettingSchema {
  readonly description: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
}

const settings = (): string => {
  const { properties } = JSON.parse(jsonText(configSchema()))
  const rows = NAMES.all
    .filter((name) => name in FILE_SETTINGS && !PLACES.includes(name))
    .map((name) => settingRow(name, properties[name]))
  return table(['setting', 'default', 'values', 'what it decides'], rows)
}

const settingRow = (name: string, { description, default: value = null, enum: values = [] }: SettingSchema) => [
  `\`${name}\``,
  value === null ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``,
  values.map((value) => `\`${value}\``).join(', '),
  description,
]

/** `id` is written as ID, `[id..]` as [ID]... */
const operandInManual = (word: string): string =>
  word
    .toUpperCase()
    .replace(
      /^(\[?)([^.\]]+)(\.\.)?(\]?)$/,
      (_, open, name, more, shut) => `${open}${name}${shut}${more === undefined ? '' : '...'}`,
    )

const commands = (): string =>
  Object.entries(GROUPS)
    .map(([group, { title }]) => {
      const rows = COMMANDS.filter((command) => command.group === group).map((command) => {
        const { operand = '', describe, manual } = command
        const typed = operand.split(' ').map(operandInManual).join(' ')
        return [
          `\`${`cuadre ${typedAs(command)} ${typed}`.trim()}\``,
          [`${describe.en}.`, manual ?? []].flat().join(' '),
        ]
      })
      return `## ${title.en}\n\n${table(['command', 'does'], rows)}`
    })
    .join('\n\n')

/** Flags that many commands have, with the same words. */
const sharedFlags = (): string => {
  const flags = COMMANDS.flatMap(({ flags }) => Object.entries(flags)).map(([flag, { kind, describe }]) => [
    `\`--${flag}${kind === 'switch' ? '' : ' VALUE'}\``,
    describe.en,
  ])
  const numbers = groupBy(flags, (row) => row.join())
  return table(
    ['flag', 'what it does'],
    [...numbers.values()].flatMap((rows) => (rows.length < COMMANDS.length / 6 ? [] : rows.slice(0, 1))),
  )
}

interface CsvFile {
  readonly file: string
  readonly columns: readonly { readonly name: string; readonly meaning?: string }[]
}

/** A table of a report as a CSV file: the merchant comes first. */
const fileOf = (file: string, columns: CsvFile['columns']): CsvFile => ({
  file,
  columns: [{ name: 'merchant', meaning: 'whose money it is' }, ...columns],
})

const LEDGERS: readonly CsvFile[] = [
  SETTLEMENT_LEDGER,
  INVOICE_LEDGER,
  DISCREPANCY_LEDGER,
  RESTATEMENT_LEDGER,
  IN_TRANSIT_LEDGER,
  STATEMENT_LEDGER,
  DECISION_LEDGER,
  fileOf('fees-months.csv', MONTH_COLUMNS),
  fileOf('fees-methods.csv', METHOD_COLUMNS),
  fileOf('fees-settlements.csv', SETTLEMENT_COLUMNS),
  fileOf('fees-withholdings.csv', WITHHOLDING_COLUMNS),
  fileOf('fees-invoices.csv', INVOICED_COLUMNS),
]

/** Files that only evidence packs have. */
const PACK_LEDGERS = [HISTORY_LEDGER, PULL_LEDGER, ANSWER_LEDGER]

/** The columns of all files; one that a file above has, with the same meaning, is only named. */
const columns = (): string => {
  const said = new Set<string>()
  const tables = [...LEDGERS, ...PACK_LEDGERS].map(({ file, columns }) => {
    const isSaid = ({ name, meaning }: CsvFile['columns'][number]): boolean => said.has(`${name}: ${meaning}`)
    const names = columns.filter(isSaid).map(({ name }) => `\`${name}\``)
    const rows = columns.filter((column) => !isSaid(column)).map(({ name, meaning = '' }) => [`\`${name}\``, meaning])
    for (const { name, meaning } of columns) said.add(`${name}: ${meaning}`)
    const above = names.length === 0 ? '' : `As above: ${names.join(', ')}.\n\n`
    return `## ${file}\n\n${above}${table(['column', 'meaning'], rows)}`
  })
  return tables.join('\n\n')
}

/** The checks, by what to do about what they find. */
const codes = (): string => {
  const groups = groupBy(CHECKS, ({ acts, mayStillCome }) =>
    [...(mayStillCome ? [ENGLISH.actions.wait] : []), ENGLISH.actions[ACTION_OF[acts]]].join('; as an error: '),
  )
  return [...groups]
    .map(([action, checks]) => {
      const rows = checks.map(({ code, severity, also = [], when }) => [
        `\`${code}\``,
        [severity, ...also].join(', '),
        when,
      ])
      return `### ${action}\n\n${table(['code', 'severity', 'when'], rows)}`
    })
    .join('\n\n')
}

const causes = (): string =>
  table(
    ['cause', 'what would have happened'],
    CAUSES.map(({ code, when }) => [`\`${code}\``, when]),
  )

/** Words as pages, screens and workbooks write them, in both languages. */
const terms = (): string => {
  const [en, es] = [statementWords('en'), statementWords('es')]
  const pairs = (['settlement', 'cycle', 'merchant', 'verdict', 'reported', 'expected', 'difference'] as const).map(
    (name) => [ENGLISH[name], SPANISH[name]],
  )
  const lists = (['verdicts', 'results', 'severities', 'states', 'settlementStatuses', 'statuses'] as const).flatMap(
    (list) =>
      Object.entries<string>(ENGLISH[list]).map(([name, word]) => [
        word,
        (SPANISH[list] as Record<string, string>)[name] ?? '',
      ]),
  )
  const lines = ACCOUNT_LABELS.map((label) => [label.en, label.es])
  const rows = [...pairs, ...lists, [en.title, es.title], ...lines].map(([one = '', two = '']) => [one, two])
  return table(['English', 'Spanish'], [...new Map(rows.map((row) => [row.join('|'), row])).values()])
}

/** The text between the marks of a chapter, by the name of the marks. */
const TABLES: Readonly<Record<string, () => string>> = {
  'exit-statuses': exitStatuses,
  'error-codes': errorCodes,
  commands,
  policy: settings,
  columns,
  codes,
  causes,
  terms,
  'shared-flags': sharedFlags,
}

/** The page with every table from the present code. */
export const withTables = (page: string): string =>
  Object.entries(TABLES).reduce(
    (text, [mark, make]) =>
      text.replace(
        new RegExp(`(<!-- ${mark} -->\n)[^]*?(<!-- /${mark} -->)`),
        (_, start, end) => `${start}${make()}\n${end}`,
      ),
    page,
  )

/** The marks that must be in some page. */
export const MARKS: readonly string[] = Object.keys(TABLES)
