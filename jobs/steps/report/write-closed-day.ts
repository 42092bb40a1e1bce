import { join } from 'node:path'
import type { Closing } from '../../../src/core/findings/act.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { MANIFEST, readManifest } from '../../../src/print/files/manifest.ts'
import { sha256Of } from '../../../src/std/files/whole-file.ts'
import { maskStore } from '../mask/mask-store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'
import { slotsOfDay } from './slots-of-day.ts'
import { writeDay } from './write-day.ts'

/**
 * Writes the files of a closed date as of its closing, unless those that are there are intact: then they stay as they
 * are. Returns all their paths.
 */
export const writeClosedDay = async (
  job: JobContext,
  run: CurrentRun,
  date: SlotDate,
  closing: Closing,
): Promise<readonly string[]> =>
  (run.asOf === null ? await intactFiles(join(job.settings.out, date), job.masked === true) : null) ??
  writeAsOf(job, run, date, closing)

/** The paths of the files; null when one is missing or differs from the manifest, or when there is no manifest. */
const intactFiles = async (folder: string, masked: boolean): Promise<readonly string[] | null> => {
  const manifest = await readManifest(folder)
  if (manifest === null || manifest.masked !== masked) return null
  for (const { name, sha256 } of manifest.files) if ((await sha256Of(join(folder, name))) !== sha256) return null
  return [...manifest.files.map(({ name }) => name), MANIFEST].map((name) => join(folder, name))
}

const writeAsOf = (job: JobContext, run: CurrentRun, date: SlotDate, { number }: Closing): Promise<readonly string[]> =>
  inDatabaseAsOf(job, { kind: 'number', number }, async ({ store, context, moment, rulebook }) => {
    const judgedAt = (await store.runs.lastStart()) ?? moment.at
    const database = job.masked ? maskStore(store) : store
    const slots = await slotsOfDay(context, database, date, [], judgedAt)
    const then = { ...run, rulebook, asOf: moment }
    return writeDay(context, database, then, date, slots)
  })
