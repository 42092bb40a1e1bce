import { join } from 'node:path'
import { closedThrough } from '../../domain/assessment/slot-report.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { readManifest } from '../../publish/files/manifest.ts'
import type { Store } from '../../storage/store.ts'

/**
 * The days whose files lack data that an earlier run stored, since it stopped before it wrote them and no later run
 * did. The manifest of a day names the run that last wrote it. Files of closed days are those of the closing.
 */
export const findOutdatedDays = async (
  out: string,
  store: Store,
  { ordinal }: { readonly ordinal: number },
): Promise<ReadonlySet<SlotDate>> => {
  const through = closedThrough(await store.periods.closings())
  const outdated = new Set<SlotDate>()
  for (const { date, run } of await store.runs.unfinishedDays(ordinal)) {
    if (through !== null && date <= through) continue
    const manifest = await readManifest(join(out, date))
    const [writer] = manifest?.run ? await store.runs.find(manifest.run) : []
    if ((writer?.ordinal ?? 0) < run) outdated.add(date)
  }
  return outdated
}
