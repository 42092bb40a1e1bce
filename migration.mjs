// Until release 1.0 the database has one migration: drizzle-kit makes its tables anew from src/storage/schema.ts, and the
// triggers and views below them, which are written by hand, stay as they are.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const MADE = '.build-migration'
const KEPT = 'src/storage/migrations'
const SQL = '0000_database.sql'
const BY_HAND = '--> statement-breakpoint\n-- Written by hand from here on'

const read = (folder, file) => readFileSync(`${folder}/${file}`, 'utf8')

/** The same tables always give the same bytes: drizzle-kit writes the time and a chance id. */
const keepJson = (file, fixed) =>
  writeFileSync(`${KEPT}/meta/${file}`, JSON.stringify(fixed(JSON.parse(read(MADE, `meta/${file}`))), null, 2))

rmSync(MADE, { recursive: true, force: true })
try {
  const generate = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', 'database']
  execFileSync(process.execPath, generate, { stdio: 'inherit' })
  const [, byHand] = read(KEPT, SQL).split(BY_HAND)
  if (byHand === undefined) throw new Error(`${SQL} does not say where it is written by hand`)
  writeFileSync(`${KEPT}/${SQL}`, `${read(MADE, SQL)}${BY_HAND}${byHand}`)
  keepJson('_journal.json', (journal) => ({
    ...journal,
    entries: journal.entries.map((entry) => ({ ...entry, when: 1735689600000 })),
  }))
  keepJson('0000_snapshot.json', (snapshot) => ({ ...snapshot, id: '00000000-0000-0000-0000-000000000001' }))
} finally {
  rmSync(MADE, { recursive: true, force: true })
}
