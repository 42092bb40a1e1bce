import { expect, test } from 'vitest'
import { backupsToRemove } from '../../src/store/maintenance/copy-database.ts'

test('only backups by the clock are counted, and the newest stay', () => {
  const names = [
    'cuadre-20260311T033000Z.db',
    'cuadre-20260313T033000Z.db',
    'cuadre-20260312T033000Z.db',
    'cuadre-20260312T033000Z.db.inbox',
    'cuadre-schema-1-20260101T000000Z.db',
    'cuadre-mine.db',
    'other-20260101T000000Z.db',
  ]
  expect(backupsToRemove('/books/cuadre.db', names, 1)).toEqual([
    'cuadre-20260311T033000Z.db',
    'cuadre-20260312T033000Z.db',
  ])
  expect(backupsToRemove('/books/cuadre.db', names, 3)).toEqual([])
  expect(backupsToRemove('/books/other.db', names, 1)).toEqual([])
})
