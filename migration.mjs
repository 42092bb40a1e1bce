// Until release 1.0 the database has one migration: drizzle-kit makes its tables anew from src/store/schema.ts, and the
// triggers and views below them, which are written by hand, stay as they are.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const MADE = '.build-migration'
const KEPT = 'src/store/migrations'
const SQL = '0000_database.sql'
const BY_HAND = '--> statement-breakpoint\n-- Written by hand from here on'

const read = (folder, file) => readFileSync(`${folder}/${file}`, 'utf8')

rmSync(MADE, { recursive: true, force: true })
try {
  const generate = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', 'database']
  execFileSync(process.execPath, generate, { stdio: 'inherit' })
  const [, byHand] = read(KEPT, SQL).split(BY_HAND)
  if (byHand === undefined) throw new Error(`${SQL} does not say where it is written by hand`)
  writeFileSync(`${KEPT}/${SQL}`, `${read(MADE, SQL)}${BY_HAND}${byHand}`)
  const { entries, ...journal } = JSON.parse(read(MADE, 'meta/_journal.json'))
  // The same tables always give the same bytes: drizzle-kit writes the time. Its snapshot would serve a second migration.
  const timed = { ...journal, entries: entries.map((entry) => ({ ...entry, when: 1735689600000 })) }
  writeFileSync(`${KEPT}/meta/_journal.json`, JSON.stringify(timed, null, 2))
} finally {
  rmSync(MADE, { recursive: true, force: true })
}
