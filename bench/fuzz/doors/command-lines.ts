import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMMANDS } from '../../../src/cli/commands/commands.ts'
import { commandIn } from '../../../src/cli/framework/words.ts'
import type { Answer, Door } from '../door.ts'
import { ended, type Surroundings } from './program.ts'

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
]

/** These stay up, ask a person, or begin the service itself. */
const LASTING = ['sandbox', 'schedule', 'webhooks serve', 'demo', 'init', 'worker']

/** Words typed in, one a line of the input; about a database, or in a folder without one. */
export const commandLines = (folder: string, database: string | null): Door => {
  const cwd = join(folder, 'a/b/c/d')
  mkdirSync(cwd, { recursive: true })
  return {
    name: 'command lines',
    share: 16_000,
    valid: LINES.map((line) => Buffer.from(line.replaceAll(' ', '\n'))),
    words: [
      '\n',
      '\n--\n',
      '\n--help\n',
      '\n--json\n',
      '\n--debug\n',
      '\n--db\n',
      '\n--config\n',
      '\n--date=\n',
      '\n-x\n',
      '--no-',
      '\n--lang\nes\n',
    ],
    enter: async (input) => {
      const words = input
        .toString('utf8')
        .split('\n')
        .filter((word) => !word.includes('\0') && !word.startsWith('/'))
      const command = commandIn(words, COMMANDS)
      if (command !== null && LASTING.some((name) => command.name.startsWith(name))) return 'refused'
      return answerOf(words, { cwd, env: database === null ? {} : { CUADRE_DB: database } })
    },
  }
}

/** Any status but that of a bug. */
const answerOf = async (words: readonly string[], at: Surroundings): Promise<Answer> => {
  const { status, told } = await ended(words, at)
  if (status === 1) throw new Error(told)
  return status === 0 ? 'taken' : 'refused'
}
