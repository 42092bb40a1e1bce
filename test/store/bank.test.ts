import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EntryInFile } from '../../src/core/bank/bank-statement.ts'
import { ZERO } from '../../src/core/money.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { openStoreAsOf } from '../../src/store/open.ts'
import { emptyFolder } from '../empty-folder.ts'
import { trials } from '../trials.ts'
import { type EntryText, fileToImport, OPERATOR, statementOf } from './bank-file.ts'
import { rowsOf } from './keeping.ts'
import { beginNight, openTestStore, pagesOf, pullNight, READER, SLOT } from './night.ts'

const newDatabase = () => join(emptyFolder(), 'cuadre.db')
const NEVER = new AbortController().signal

test('a file imported twice changes nothing', async () => {
  const path = newDatabase()
  const store = await openTestStore(path)
  const toImport = fileToImport([statementOf([['2026-03-12', 1000]])])
  expect(await store.bank.isKnown()).toBe(false)
  expect(await store.bank.importFile(toImport)).toMatchObject({ kind: 'imported', added: 1, repeated: 0 })
  const before = rowsOf(path)
  expect(await store.bank.importFile({ ...toImport, name: 'again.csv' })).toMatchObject({ kind: 'known', number: 1 })
  expect(rowsOf(path)).toEqual(before)
  await store.close()
})

test('two equal rows of one file stay two, and an overlap adds only what is new', async () => {
  const store = await openTestStore(newDatabase())
  const twice: readonly EntryText[] = [
    ['2026-03-12', 1000],
    ['2026-03-12', 1000],
  ]
  expect(await store.bank.importFile(fileToImport([statementOf(twice)]))).toMatchObject({ added: 2 })
  const overlap = fileToImport([statementOf([...twice, ['2026-03-13', 7]])])
  expect(await store.bank.importFile(overlap)).toMatchObject({ added: 1, repeated: 2 })
  expect((await store.bank.entries()).map(({ value }) => value)).toEqual([1000n, 1000n, 7n])
  await store.close()
})

const row: fc.Arbitrary<EntryText> = fc.tuple(
  fc.constantFrom('2026-03-12', '2026-03-13', '2026-03-14', '2026-03-15'),
  fc.constantFrom(1000, 2000, -50),
  fc.constantFrom(`ABONO ${OPERATOR}`, 'PAGO DE OTRO'),
)

/** The file that had an entry first, and its place there, depend on the order in which files are imported. */
const withoutPlace = (entries: readonly EntryInFile[]) =>
  entries.map(({ file: _file, position: _position, ...entry }) => entry)

test('any order of files and any overlap of whole days gives the same entries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(3)), async (rows, cuts) => {
      const days = [...new Set(rows.map(([on]) => on))].sort()
      const sorted = days.flatMap((on) => rows.filter((one) => one[0] === on))
      const parts = cuts.map((cut) => sorted.filter(([on]) => on >= (days[cut % days.length] ?? '')))
      const [store, other] = [await openTestStore(newDatabase()), await openTestStore(newDatabase())]
      for (const part of [...parts, sorted]) await store.bank.importFile(fileToImport([statementOf(part)]))
      for (const part of [sorted, ...parts.reverse()]) await other.bank.importFile(fileToImport([statementOf(part)]))
      const entries = await store.bank.entries()
      expect(entries).toHaveLength(rows.length)
      expect(withoutPlace(await other.bank.entries())).toEqual(withoutPlace(entries))
      await Promise.all([store.close(), other.close()])
    }),
    { numRuns: trials(8) },
  )
})

describe('texts of others', () => {
  const STRANGER = 'TRANSFERENCIA DE ANA PEREZ'
  const rows: readonly EntryText[] = [
    ['2026-03-12', 1000],
    ['2026-03-12', 500, STRANGER, '52123456'],
  ]
  const everything = (path: string): string => {
    const sqlite = new Database(path, { readonly: true })
    const bodies = sqlite.prepare<[], Buffer>('SELECT gzip FROM body').pluck().all()
    sqlite.close()
    const kept = bodies.map((gzip) => gunzipSync(gzip).toString())
    return JSON.stringify(rowsOf(path)) + kept.join('\n')
  }

  test('are nowhere in the database, and neither are their references', async () => {
    const path = newDatabase()
    const store = await openTestStore(path)
    await store.bank.importFile(fileToImport([statementOf(rows)]))
    await store.close()
    expect(everything(path)).toContain(OPERATOR)
    expect(everything(path)).not.toContain('PEREZ')
    expect(everything(path)).not.toContain('52123456')
  })

  test('are kept with the whole file where the settings say so, also when the file comes again', async () => {
    const path = newDatabase()
    const store = await openTestStore(path)
    const toImport = fileToImport([statementOf(rows)])
    await store.bank.importFile(toImport)
    expect(await store.bank.importFile({ ...toImport, isKeptWhole: true })).toMatchObject({
      kind: 'imported',
      added: 0,
      repeated: 2,
    })
    expect((await store.bank.entries()).map(({ text }) => text)).toContain(STRANGER)
    expect(await store.bank.importFile(toImport)).toMatchObject({ kind: 'known' })
    await store.close()
    expect((await verifyDatabaseFile(path, READER, NEVER)).damage).toEqual([])
  })

  test('an entry becomes readable when the text of the operator is known later', async () => {
    const store = await openTestStore(newDatabase())
    const toImport = fileToImport([statementOf(rows)])
    await store.bank.importFile({ ...toImport, isReadable: () => false })
    expect((await store.bank.entries()).map(({ text }) => text)).toEqual([null, null])
    expect(await store.bank.importFile(toImport)).toMatchObject({ kind: 'imported', added: 0 })
    expect((await store.bank.entries()).filter(({ text }) => text !== null)).toHaveLength(1)
    await store.close()
  })
})

describe('a voided file', () => {
  const rows: readonly EntryText[] = [
    ['2026-03-12', 1000],
    ['2026-03-12', 1000],
    ['2026-03-13', 7],
  ]
  const who = { by: 'Ana', at: 3000, reason: 'another account' }
  const imported = async () => {
    const path = newDatabase()
    const store = await openTestStore(path)
    const toImport = fileToImport([statementOf(rows)])
    await store.bank.importFile(toImport)
    const [file] = await store.bank.files()
    if (file === undefined) throw new Error('nothing was imported')
    return { path, store, toImport, file }
  }

  test('does not count, and is there as of before', async () => {
    const { path, store, file } = await imported()
    const number = await store.bank.voidFile(file, [], who)
    expect(await store.bank.isKnown()).toBe(false)
    expect([await store.bank.entries(), await store.bank.statements()]).toEqual([[], []])
    expect(await store.bank.files()).toEqual([{ ...file, voided: { number, ...who } }])
    await store.close()
    const past = await openStoreAsOf({ path, merchant: 'default', version: '1' }, { kind: 'number', number: 1 })
    expect(await past.store.bank.entries()).toHaveLength(3)
    expect(await past.store.bank.files()).toEqual([file])
    await past.store.close()
    expect((await verifyDatabaseFile(path, READER, NEVER)).damage).toEqual([])
  })

  test('can be imported again, more than once: with all its entries, under other ids, and its texts', async () => {
    const { store, toImport, file } = await imported()
    const before = await store.bank.entries()
    let last = file
    for (const again of [1, 2]) {
      await store.bank.voidFile(last, [], who)
      expect(await store.bank.importFile(toImport)).toMatchObject({ kind: 'imported', added: 3, repeated: 0 })
      last = (await store.bank.files())[again] ?? file
    }
    const after = await store.bank.entries()
    const contents = (entries: readonly EntryInFile[]) => withoutPlace(entries).map(({ id: _id, ...entry }) => entry)
    expect(contents(after)).toEqual(contents(before))
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual([])
    expect(await store.bank.importFile(toImport)).toMatchObject({ kind: 'known', number: last.number })
    await store.close()
  })

  test('takes with it only the entries that it had first', async () => {
    const { store } = await imported()
    await store.bank.importFile(fileToImport([statementOf([...rows, ['2026-03-14', 9]])]))
    const [, later] = await store.bank.files()
    if (later === undefined) throw new Error('nothing was imported')
    await store.bank.voidFile(later, [], who)
    expect((await store.bank.entries()).map(({ value }) => value)).toEqual([1000n, 1000n, 7n])
    await store.close()
  })

  test('undoes ties in the same transaction', async () => {
    const { store, file } = await imported()
    const [entry] = await store.bank.entries()
    if (entry === undefined) throw new Error('nothing was imported')
    const payouts = [{ slot: SLOT, payout: entry.value }]
    await store.bank.tie([{ payouts, entries: [entry.id], reason: 'r' }], { by: 'Ana', at: 2900 })
    await store.bank.voidFile(file, await store.bank.ties(), who)
    expect(await store.bank.ties()).toMatchObject([
      { undone: { by: 'Ana', at: 3000, reason: 'the file march.csv was voided: another account' } },
    ])
    await store.close()
  })
})

test('a tie, and that it is undone, are known as of their numbers', async () => {
  const path = newDatabase()
  const store = await openTestStore(path)
  await pullNight(store, { run: await beginNight(store, 'r1'), pages: pagesOf([[{ id: 'a' }]]) })
  await store.bank.importFile(fileToImport([statementOf([['2026-03-12', 1000]])]))
  const [entry] = await store.bank.entries()
  if (entry === undefined) throw new Error('nothing was imported')
  const payouts = [{ slot: SLOT, payout: entry.value }]
  const [number = 0] = await store.bank.tie([{ payouts, entries: [entry.id], reason: 'r' }], { by: 'Ana', at: 3000 })
  const [tie] = await store.bank.ties()
  if (tie === undefined) throw new Error('nothing was tied')
  await store.bank.untie(tie, { by: 'Eva', at: 4000, reason: 'a mistake' })
  await store.close()
  const tiesAsOf = async (asked: number) => {
    const { store } = await openStoreAsOf(
      { path, merchant: 'default', version: '1' },
      { kind: 'number', number: asked },
    )
    const answer = [(await store.bank.entries()).length, await store.bank.ties()] as const
    await store.close()
    return answer
  }
  expect(await tiesAsOf(number - 2)).toEqual([0, []])
  expect(await tiesAsOf(number - 1)).toEqual([1, []])
  expect(await tiesAsOf(number)).toMatchObject([1, [{ number, undone: null }]])
  expect(await tiesAsOf(number + 1)).toMatchObject([1, [{ undone: { by: 'Eva', at: 4000 } }]])
})

test.each([
  ['bank_entry', 'UPDATE bank_entry SET value = 1', 'bank_file 1 is not what was kept'],
  ['bank_text', "UPDATE bank_text SET text = 'x'", 'bank_file 1 is not what was kept'],
  ['bank_statement', 'UPDATE bank_statement SET closing = 1', 'bank_file 1 is not what was kept'],
  ['bank_file', "UPDATE bank_file SET name = 'x'", 'bank_file 1 is not what was kept'],
  ['bank_tie', "UPDATE bank_tie SET by = 'x'", 'bank_tie 2 is not what was kept'],
  ['bank_tie_payout', 'UPDATE bank_tie_payout SET payout = 1', 'bank_tie 2 is not what was kept'],
  ['bank_void', "UPDATE bank_void SET reason = 'x'", 'bank_void 3 is not what was kept'],
])('a changed row of %s is damage', async (table, statement, damage) => {
  const path = newDatabase()
  const store = await openTestStore(path)
  await store.bank.importFile(fileToImport([statementOf([['2026-03-12', 1000]])]))
  const [entry] = await store.bank.entries()
  const payouts = [{ slot: SLOT, payout: entry?.value ?? ZERO }]
  await store.bank.tie([{ payouts, entries: [entry?.id ?? ''], reason: 'r' }], { by: 'Ana', at: 3000 })
  for (const file of await store.bank.files()) await store.bank.voidFile(file, [], { by: 'Ana', at: 3000, reason: 'r' })
  await store.close()
  const sqlite = new Database(path)
  const find = sqlite.prepare<[string], { sql: string }>('SELECT sql FROM sqlite_schema WHERE name = ?')
  const { sql } = find.get(`${table}_unchanged`) ?? { sql: '' }
  sqlite.exec(`DROP TRIGGER ${table}_unchanged; ${statement}; ${sql}`)
  sqlite.close()
  expect((await verifyDatabaseFile(path, READER, NEVER)).damage.map(({ en }) => en)).toEqual([damage])
})
