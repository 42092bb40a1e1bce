import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fillInbox } from '../../bench/bits/scene.ts'
import { openInbox } from '../../src/store/inbox/inbox.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { emptyFolder } from '../empty-folder.ts'

/** The text of each statement that a connection prepares while `work` runs. */
const preparedIn = (work: () => void): readonly string[] => {
  const texts: string[] = []
  const { prepare } = Database.prototype
  Database.prototype.prepare = function (this: Database.Database, text: string) {
    texts.push(text)
    return prepare.call(this, text)
  } as typeof prepare
  try {
    work()
  } finally {
    Database.prototype.prepare = prepare
  }
  return texts
}

test('no question about events reads all of them, however many there are', () => {
  const path = join(emptyFolder(), 'cuadre.db.inbox')
  fillInbox(path)
  const texts = preparedIn(() => {
    openInbox(path, 'default').close()
    openInboxWriter(path, 'default', 'signed-body').close()
  })
  const questions = texts.filter(
    (text) => text.includes('SELECT') && text.includes('FROM event') && !text.includes('row_digest'),
  )
  expect(questions.length).toBeGreaterThan(6)
  const sqlite = new Database(path)
  const steps = questions.flatMap((text) => {
    const asked = Array.from({ length: text.split('?').length - 1 }, () => 1)
    return sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...asked)
  })
  sqlite.close()
  const readsAll = steps
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN event|event_named \(merchant=\?\)/.test(detail))
  expect(readsAll).toEqual([])
})
