import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../../src/cli/commands/commands.ts'
import { commandIn, isOn } from '../../../src/cli/framework/words.ts'
import type { Answer, Door } from '../door.ts'
import { type CallEnvironment, ended } from './program.ts'

const LINES = [
  'run --date 2026-03-12 --cycle 11 --fail-on never',
  'check --from 2026-03-01 --to 2026-03-31 --as-of 2026-03-13T03:30:00Z --out out',
  'explain 2026-03-12 11 --json',
  'statement --month 2026-03 --format xlsx',
  'find R-1 --json',
  'fees --month 2026-03 --billed 610000',
  'bank import bank.csv --account a --guess',
  'bank tie --payout 2026-03-12/11 --entry 1 --reason x',
  'audit 2026-03-12 11 --out pack',
  'audit --verify pack --digest 0123456789abcdef',
  'discrepancies list --state open --code COLLECTED_MISMATCH --csv',
  'discrepancies accept 0123456789abcdef --reason x --until 2026-04-01 --by Ana',
  'discrepancies import sheet.csv --by Ana',
  'history 2026-03-12 11',
  'close --through 2026-02-28',
  'in-transit --at 2026-03-12',
  'export --from 2026-03-01 --to 2026-03-31 --format csv',
  'schedule --print cron',
  'webhooks list --waiting',
  'invoice create --amount 1 --description x',
  'settlement get 2026-03-12 11',
  'config --show-origin',
  'db verify --db data/cuadre.db',
  'db restore backup.db',
  'status --weeks 2',
  'runs show 0123456789abcdef',
  'readings --json',
  'help run',
  'sweep --from 2026-03-01 --to 2026-03-31 --dry-run',
  'enqueue --from 2026-03-01 --to 2026-03-31 --again',
  'queue status --page queue.html',
  'queue fetch casa.db',
  'queue give --over 41',
  'doctor --json',
  'readings --pin adjustments --by Ana',
  'fees fit --tax 19 --write --by Ana',
  'discrepancies show 0123456789abcdef',
  'discrepancies claim --all --date 2026-03-12 --reason x --by Ana --ticket A-1',
  'discrepancies reopen 0123456789abcdef 1123456789abcdef --reason x --by Ana',
  'discrepancies note 0123456789abcdef called --by Ana',
  'bank list --all --csv',
  'bank accounts',
  'bank untie 45 --reason x --by Ana',
  'webhooks show w-3 --json',
  'webhooks replay w-1 w-2',
  'inbox --quiet',
  'invoice get inv-1',
  'invoice list --payment-date 2026-03-10 --json',
  'merchants list',
  'merchants rename default casa',
  'db split data/{merchant}.db',
  'db backup backup.db',
  'runs list --json',
  'completion bash',
  'schedule --print kubernetes --parts 4',
]

/** Commands that stay up, ask a person, or start the service itself. */
const LASTING = ['sandbox', 'webhooks serve', 'demo', 'init', 'worker']

const lasts = (words: readonly string[]): boolean => {
  const name = commandIn(words, COMMANDS)?.name ?? ''
  if (name === 'schedule') return !isOn(words, 'print') && !isOn(words, 'health')
  return LASTING.some((lasting) => name.startsWith(lasting))
}

/** Each flag of each command. */
const FLAGS = [...new Set(COMMANDS.flatMap(({ flags }) => Object.keys(flags)))].map((flag) => `--${flag}`)

/** A word that ends the present word of a JSON list of words and starts another. */
const between = (word: string): string => `","${word}","`

/** Command lines, as a JSON list of words; with a database, or in a folder without one. */
export const commandLines = (folder: string, database: string | null): Door => {
  const cwd = join(folder, 'a/b/c/d')
  mkdirSync(cwd, { recursive: true })
  return {
    name: 'command lines',
    share: 16_000,
    valid: LINES.map((line) => Buffer.from(JSON.stringify(line.split(' ')))),
    words: [
      '","',
      '--date=',
      '-x',
      '--no-',
      ...['--', '--help', '--json', '--debug', '--db', '--config', '--lang","es', ...FLAGS].map(between),
    ],
    enter: async (input) => {
      const words = wordsIn(input).filter((word) => !word.includes('\0') && !/(^|=)\//.test(word))
      if (lasts(words)) return 'refused'
      return answerOf(words, { cwd, env: database === null ? {} : { CUADRE_DB: database } })
    },
  }
}

/** Text that is not a list has one word for each line. */
const wordsIn = (input: Buffer): readonly string[] => {
  const text = input.toString('utf8')
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.map(String) : [String(read)]
  } catch {
    return text.split('\n')
  }
}

/** Any exit status except that of a bug. */
const answerOf = async (words: readonly string[], at: CallEnvironment): Promise<Answer> => {
  const { status, told } = await ended(words, at)
  if (status === 1) throw new Error(told)
  return status === 0 ? 'taken' : 'refused'
}
