import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A column more. */
const ADDED = 'ALTER TABLE `run` ADD `later` text;'

/**
 * Makes in `folder` what the next version of this program may be: a copy of the built one, with another number and one
 * migration more. Returns its dist folder.
 */
export const makeNextVersion = (dist: string, folder: string, sql = ADDED): string => {
  const home = join(dist, '..')
  for (const part of ['bin', 'dist']) cpSync(join(home, part), join(folder, part), { recursive: true })
  symlinkSync(join(home, 'node_modules'), join(folder, 'node_modules'))
  const own = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...own, version: '99.0.0' }))
  const migrations = join(folder, 'dist/src/store/migrations')
  const list = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(list, 'utf8'))
  const last = journal.entries.at(-1)
  const added = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'added' }
  writeFileSync(list, JSON.stringify({ ...journal, entries: [...journal.entries, added] }))
  writeFileSync(join(migrations, 'added.sql'), sql)
  return join(folder, 'dist')
}
