import type { SweepReport } from '../../../../jobs/sweep.ts'
import type { SlotReport } from '../../../domain/assessment/slot-report.ts'
import { isSettled } from '../../../domain/assessment/verdict.ts'
import { isOpen } from '../../../domain/findings/discrepancy.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { fileList, findings, sentence, slotTable } from '../../terminal/table.ts'

/** What a sweep prints: only the slots that need somebody, since most are as they were; then what was looked at. */
export const sweepText = (report: SweepReport, files: readonly string[]): string => {
  const loud = report.slots.filter(needsSomebody)
  return [slotTable(loud), findings(loud), fileList(files), looked(report), ending(report)]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
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
      : [`${howMany(swept.length, 'slot')} of ${first === last ? first : `${first} to ${last}`} read again.`]),
    ...(listed.length === 0
      ? []
      : [
          `${howMany(listed.length, 'date')} listed without a cycle, ${howMany(items, 'invoice')}: ${
            strays === 0 ? 'each is in a slot that was read.' : `${strays} in no slot that had been read.`
          }`,
        ]),
    ...(malformed === 0
      ? []
      : [`${howMany(malformed, 'record')} of them could not be read, so of these nothing is said.`]),
    ...failed.map(({ date, reason }) => `${date} could not be listed: ${harmless(reason)}`),
    ...(waiting.length === 0
      ? []
      : [
          `${howMany(waiting.length, 'date')} not listed yet: not every slot is due and was read whole (${some(waiting)}).`,
        ]),
  ]
}

const MOST = 5
const some = (dates: readonly string[]): string =>
  dates.length <= MOST ? dates.join(', ') : `${dates.slice(0, MOST).join(', ')} and ${dates.length - MOST} more`

const ending = (report: SweepReport): readonly string[] => {
  if (report.outcome === 'nothing-due')
    return ['Nothing is due for a sweep. Name days with --date, or --from and --to.']
  if (report.failed.length > 0)
    return ['Not every date could be listed; nothing is known about those yet. Run it again.']
  if (report.slots.length === 0 && report.error === null) return ['Nothing differs.']
  return sentence(report)
}
