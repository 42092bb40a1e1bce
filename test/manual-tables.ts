import { METHOD_COLUMNS, MONTH_COLUMNS, SETTLEMENT_COLUMNS, WITHHOLDING_COLUMNS } from '../reports/fees/fees-tables.ts'
import { ANSWER_LEDGER } from '../reports/ledgers/audited-answer.ts'
import { DECISION_LEDGER } from '../reports/ledgers/decision-rows.ts'
import { DISCREPANCY_LEDGER } from '../reports/ledgers/discrepancy-row.ts'
import { HISTORY_LEDGER } from '../reports/ledgers/history-rows.ts'
import { IN_TRANSIT_LEDGER } from '../reports/ledgers/in-transit.ts'
import { INVOICE_LEDGER } from '../reports/ledgers/invoice-ledger.ts'
import { PULL_LEDGER } from '../reports/ledgers/pull-rows.ts'
import { RESTATEMENT_LEDGER } from '../reports/ledgers/restatements.ts'
import { SETTLEMENT_LEDGER } from '../reports/ledgers/settlement-ledger.ts'
import { STATEMENT_LEDGER } from '../reports/ledgers/statement-rows.ts'
import { ACTION_OF } from '../reports/pages/action.ts'
import { ACCOUNT_LABELS } from '../reports/statements/account-lines.ts'
import { allCommands } from '../src/cli/commands/commands.ts'
import { type Command, exitStatusesOf, type Flag, typedAs } from '../src/cli/framework/command.ts'
import { FILE_SETTINGS, NAMES } from '../src/input/file-settings.ts'
import { configSchema } from '../src/input/schema.ts'
import { jsonText } from '../src/print/json.ts'
import { GROUPS } from '../src/questions/question.ts'
import { CAUSES } from '../src/rules/causes/registry.ts'
import { CHECKS } from '../src/rules/registry.ts'
import { ERROR_CODES } from '../src/std/error-codes.ts'
import { EXIT_STATUSES } from '../src/std/exit-statuses.ts'
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

/** A command without its own rows is shown with its operands and description. */
const rowsOf = (command: Command): readonly (readonly string[])[] => {
  const { operand = '', flags, describe, manual } = command
  const typed = [...operand.split(' ').map(operandInManual), 'json' in flags ? '[--json]' : ''].filter(
    (word) => word !== '',
  )
  const rows = manual ?? [[typed.join(' '), `${describe.en}.`]]
  return rows.map(([typed, does]) => [`\`${`cuadre ${typedAs(command)} ${typed}`.trim()}\``, does])
}

const commands = (): string =>
  Object.entries(GROUPS)
    .map(([group, { title }]) => {
      const rows = COMMANDS.filter((command) => command.group === group).flatMap(rowsOf)
      return `## ${title.en}\n\n${table(['command', 'does'], rows)}`
    })
    .join('\n\n')

const TAKES: Readonly<Record<Flag['kind'], string>> = { switch: '', once: ' VALUE', repeatable: ' VALUE...' }

const flagsOf = (command: Command): string => {
  const { operand = '', describe, flags } = command
  const rows = Object.entries(flags).map(([flag, { kind, describe }]) => [`\`--${flag}${TAKES[kind]}\``, describe.en])
  const statuses = exitStatusesOf(command)
    .map(({ status }) => status)
    .join(', ')
  const body = rows.length === 0 ? '' : `\n\n${table(['flag', 'what it does'], rows)}`
  return `### \`${`cuadre ${typedAs(command)} ${operand}`.trim()}\`\n\n${describe.en}. Ends with ${statuses}.${body}`
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

/** The files, by the marks of their columns in the manual. */
const LEDGERS: Readonly<Record<string, CsvFile>> = {
  'settlement-ledger': SETTLEMENT_LEDGER,
  'invoice-ledger': INVOICE_LEDGER,
  discrepancies: DISCREPANCY_LEDGER,
  restatements: RESTATEMENT_LEDGER,
  'in-transit': IN_TRANSIT_LEDGER,
  statement: STATEMENT_LEDGER,
  decisions: DECISION_LEDGER,
  'fees-months': fileOf('fees-months.csv', MONTH_COLUMNS),
  'fees-methods': fileOf('fees-methods.csv', METHOD_COLUMNS),
  'fees-settlements': fileOf('fees-settlements.csv', SETTLEMENT_COLUMNS),
  'fees-withholdings': fileOf('fees-withholdings.csv', WITHHOLDING_COLUMNS),
}

/** Files that only evidence packs have. */
const PACK_LEDGERS = [HISTORY_LEDGER, PULL_LEDGER, ANSWER_LEDGER]

const columnsOf = ({ file, columns }: CsvFile): string => {
  const rows = columns.map(({ name, meaning = '' }) => [`\`${name}\``, meaning])
  return `## ${file}\n\n${table(['column', 'meaning'], rows)}`
}

const codes = (): string =>
  table(
    ['code', 'severity', 'when', 'what to do'],
    CHECKS.map(({ code, severity, also = [], when, acts, mayStillCome }) => [
      `\`${code}\``,
      [severity, ...also].join(', '),
      when,
      [...(mayStillCome ? [ENGLISH.actions.wait] : []), ENGLISH.actions[ACTION_OF[acts]]].join('; as an error: '),
    ]),
  )

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
  columns: () => [...Object.values(LEDGERS), ...PACK_LEDGERS].map(columnsOf).join('\n\n'),
  codes,
  causes,
  terms,
  flags: () => COMMANDS.map(flagsOf).join('\n\n'),
}

/** The page with every table and list of columns from the present code. */
export const withTables = (page: string): string => {
  const filled = Object.entries(TABLES).reduce(
    (text, [mark, make]) =>
      text.replace(
        new RegExp(`(<!-- ${mark} -->\n)[^]*?(<!-- /${mark} -->)`),
        (_, start, end) => `${start}${make()}\n${end}`,
      ),
    page,
  )
  return Object.entries(LEDGERS).reduce(
    (text, [mark, { columns }]) =>
      text.replace(
        new RegExp(`(<!-- ${mark} -->) [^|]*? \\|`),
        (_, start) => `${start} ${columns.map(({ name }) => name).join(', ')} |`,
      ),
    filled,
  )
}

/** The marks that must be in some page. */
export const MARKS: readonly string[] = [...Object.keys(TABLES), ...Object.keys(LEDGERS)]
