import type { SweepReport } from '../../../../jobs/sweep.ts'
import type { SlotReport } from '../../../domain/assessment/slot-report.ts'
import { isSettled } from '../../../domain/assessment/verdict.ts'
import { isOpen } from '../../../domain/findings/discrepancy.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { conclusion } from '../../terminal/conclusion.ts'
import { fileLines } from '../../terminal/file-lines.ts'
import type { Printing } from '../../terminal/printing.ts'
import { sections, settlementSections } from '../../terminal/report-text.ts'

/** What a sweep prints: what was looked at, how that stands, and only the settlements that need somebody, since most are as they were. */
export const sweepText = (report: SweepReport, files: readonly string[], printing: Printing): string => {
  const slots = report.slots.filter(needsSomebody)
  return sections([
    looked(report),
    ending(report) ?? conclusion({ ...report, slots }, printing),
    ...settlementSections({ ...report, slots }, printing),
    fileLines(files, printing.display.width),
  ])
}

const needsSomebody = ({ verdict, discrepancies }: SlotReport): boolean =>
  !isSettled(verdict) || discrepancies.some((one) => isOpen(one) && one.severity !== 'info' && one.state === 'new')

const looked = ({ swept, listed, failed, waiting }: SweepReport): readonly string[] => {
  const [first, last] = [swept[0]?.date, swept.at(-1)?.date]
  const items = listed.reduce((sum, date) => sum + date.items, 0)
  const malformed = listed.reduce((sum, date) => sum + date.malformed, 0)
  const strays = listed.reduce((sum, date) => sum + date.strays, 0)
  return [
    ...(swept.length === 0
      ? []
      : [`${howMany(swept.length, 'settlement')} of ${first === last ? first : `${first} to ${last}`} read again.`]),
    ...(listed.length === 0
      ? []
      : [
          `${howMany(listed.length, 'date')} listed without a cycle, ${howMany(items, 'invoice')}: ${
            strays === 0 ? 'each is in a settlement that was read.' : `${strays} in no settlement that had been read.`
          }`,
        ]),
    ...(malformed === 0
      ? []
      : [`${howMany(malformed, 'record')} of them could not be read, so of these nothing is said.`]),
    ...failed.map(({ date, reason }) => `${date} could not be listed: ${harmless(reason)}`),
    ...(waiting.length === 0
      ? []
      : [
          `${howMany(waiting.length, 'date')} not listed yet: not every settlement is due and was read whole (${some(waiting)}).`,
        ]),
  ]
}

const MOST = 5
const some = (dates: readonly string[]): string =>
  dates.length <= MOST ? dates.join(', ') : `${dates.slice(0, MOST).join(', ')} and ${dates.length - MOST} more`

/** What is said in place of a conclusion; null where settlements say how it went. */
const ending = (report: SweepReport): readonly string[] | null => {
  if (report.outcome === 'nothing-due')
    return ['Nothing is due for a sweep. Name days with --date, or --from and --to.']
  if (report.failed.length > 0)
    return ['Not every date could be listed; nothing is known about those yet. Run it again.']
  return report.slots.length === 0 && report.error === null ? ['Nothing differs.'] : null
}
