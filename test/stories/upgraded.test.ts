import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { runJob } from '../../jobs/run.ts'
import type { JobRequest } from '../../jobs/steps/run/context.ts'
import { slot } from '../core/a.ts'
import { startNights } from './night.ts'
import { settlement, somePaid } from './told.ts'

const OLD = '2026-03-02'
const NEW = '2026-03-12'

test('the first night of another version assesses the settlements that it does not read, and no later night does', async () => {
  const nights = await startNights()
  for (const date of [OLD, NEW]) {
    const invoices = somePaid(date, '11', 2)
    nights.service.tell(date, '11', { settlement: settlement(date, '11', invoices), invoices })
  }
  const newDay: JobRequest = {
    dates: { from: slot(NEW).date, to: slot(NEW).date },
    cycles: [],
    dryRun: false,
    force: false,
    failOn: 'error',
  }
  const night = (version: string) => runJob({ ...nights.context(), version }, newDay)
  const versionsOfOld = (): readonly string[] => {
    const sqlite = new Database(`${nights.folder}/cuadre.db`, { readonly: true })
    const rulebooks = sqlite
      .prepare<[date: string], string>(
        `SELECT rulebook FROM assessment JOIN slot ON slot.id = assessment.slot
         WHERE date = ? AND cycle = '11' ORDER BY assessment.id`,
      )
      .pluck()
      .all(OLD)
    sqlite.close()
    return rulebooks.map((rulebook) => rulebook.split(' ')[1] ?? '')
  }
  await nights.run({ from: OLD, to: NEW })
  expect(versionsOfOld()).toEqual(['0.0.0-story'])
  await night('0.0.1-story')
  expect(versionsOfOld()).toEqual(['0.0.0-story', '0.0.1-story'])
  await night('0.0.1-story')
  expect(versionsOfOld()).toEqual(['0.0.0-story', '0.0.1-story'])
})
