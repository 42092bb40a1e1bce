import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CuadreError } from '../../std/errors.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import { type KnownMerchant, readableMerchants } from './merchants.ts'

/** What belongs to a database: the file, the notifications, and what SQLite keeps beside each. */
const FILES = ['', '.inbox'].flatMap((name) => ['', '-wal', '-shm'].map((part) => `${name}${part}`))

/** The commands that move a database, with what is beside it, to another place. */
export const movesOf = (from: string, to: string): readonly string[] =>
  FILES.filter((file) => existsSync(`${from}${file}`)).map((file) => moveOf(`${from}${file}`, `${to}${file}`))

export const moveOf = (from: string, to: string): string => `mv ${quoteForShell(from)} ${quoteForShell(to)}`

interface Asked {
  readonly db: string
  readonly dbPattern: string
  readonly merchant: string
  /** Those of the settings. */
  readonly merchants: readonly string[]
}

/**
 * Refuses to begin anew where each merchant has a database of its own, this one has none, and there is one that no name of the settings
 * leads to, or that holds this merchant: after a renaming its history would be left behind.
 */
export const refuseToLeaveBehind = ({ db, dbPattern, merchant, merchants }: Asked): void => {
  if (existsSync(db) || realPathOf(dbPattern.replaceAll(NAME, merchant)) !== db) return
  const isLeft = ({ names }: KnownMerchant): boolean =>
    names.includes(merchant) || !names.some((name) => merchants.includes(name))
  for (const path of databasesOf(dbPattern)) {
    const [one, ...others] = (readableMerchants(path) ?? []).filter(({ baseUrl }) => baseUrl !== null)
    if (one !== undefined && others.length === 0 && isLeft(one)) throw leftBehind(merchant, db, one, path)
  }
}

const NAME = '{merchant}'

/** The files that stand where databases of merchants do, whatever their names. */
const databasesOf = (pattern: string): readonly string[] => {
  const [before = '', behind] = pattern.split(NAME)
  if (behind === undefined) return []
  const folder = dirname(`${before}x`)
  const [head, tail] = [before.slice(join(folder, '/').length), behind.split('/', 1)[0] ?? '']
  const entries = existsSync(folder) ? readdirSync(folder) : []
  return entries
    .filter((entry) => entry.startsWith(head) && entry.endsWith(tail))
    .map((entry) => pattern.replaceAll(NAME, entry.slice(head.length, entry.length - tail.length)))
    .filter(existsSync)
    .sort()
}

const leftBehind = (merchant: string, db: string, { name }: KnownMerchant, path: string): CuadreError => {
  const moves = movesOf(path, db).join(' && ')
  const other = `cuadre run --merchant ${merchant} --create`
  return new CuadreError(
    'UNKNOWN_MERCHANT',
    {
      en: `the merchant ${merchant} has no database ${db}, and ${path} holds the merchant ${name}`,
      es: `el comercio ${merchant} no tiene base de datos ${db}, y ${path} contiene el comercio ${name}`,
    },
    {
      en: `if it is ${merchant}: ${moves}; if ${merchant} is another one: ${other}`,
      es: `si es ${merchant}: ${moves}; si ${merchant} es otro: ${other}`,
    },
  )
}
