import { join } from 'node:path'
import type { Closing } from '../../domain/findings/act.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { MANIFEST, readManifest } from '../../publish/files/manifest.ts'
import { sha256Of } from '../../std/files/whole-file.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { maskStore } from '../report/mask-store.ts'
import { slotsOfDay } from '../report/slots-of-day.ts'
import { writeDay } from '../report/write-day.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'

/**
 * Files of a closed date are those of its closing: they are left alone while they are intact, and otherwise written as
 * of the closing. Returns all their paths.
 */
export const readClosedDay = async (
  job: JobContext,
  run: CurrentRun,
  date: SlotDate,
  closing: Closing,
): Promise<readonly string[]> =>
  (run.asOf === null ? await wholeFiles(join(job.settings.out, date), job.masked === true) : null) ??
  writtenAsOf(job, run, date, closing)

/** Null when a file is missing or differs from its manifest, or when there is none. */
const wholeFiles = async (folder: string, masked: boolean): Promise<readonly string[] | null> => {
  const manifest = await readManifest(folder)
  if (manifest === null || manifest.masked !== masked) return null
  for (const { name, sha256 } of manifest.files) if ((await sha256Of(join(folder, name))) !== sha256) return null
  return [...manifest.files.map(({ name }) => name), MANIFEST].map((name) => join(folder, name))
}

const writtenAsOf = (
  job: JobContext,
  run: CurrentRun,
  date: SlotDate,
  { number }: Closing,
): Promise<readonly string[]> =>
  inDatabaseAsOf(job, { kind: 'number', number }, async ({ store, context, moment, rulebook }) => {
    const judgedAt = (await store.runs.lastStart()) ?? moment.at
    const shown = job.masked ? maskStore(store) : store
    const slots = await slotsOfDay(context, shown, date, [], judgedAt)
    const then = { ...run, rulebook, asOf: moment }
    return writeDay(context, shown, then, date, slots)
  })
