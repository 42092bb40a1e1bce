import type { Measurement } from './line.ts'
import { findingEach } from './measurements/finding-each.ts'
import { longHistory } from './measurements/long-history.ts'
import { manySlots } from './measurements/many-slots.ts'
import { naiveScript } from './measurements/naive-script.ts'
import { nightlyWindow } from './measurements/nightly-window.ts'
import { pack } from './measurements/pack.ts'
import { receiver } from './measurements/receiver.ts'
import { sandbox } from './measurements/sandbox.ts'
import { secondNight } from './measurements/second-night.ts'
import { slowLine } from './measurements/slow-line.ts'
import { startUp } from './measurements/start-up.ts'
import { tenTimesAsLarge } from './measurements/ten-times-as-large.ts'
import { wholeJob } from './measurements/whole-job.ts'
import { workbook } from './measurements/workbook.ts'
import { writeLock } from './measurements/write-lock.ts'

/**
 * Everything that `npm run bench` measures, in the order of its table. A new measurement is one more file and one more
 * line.
 */
export const MEASUREMENTS: readonly Measurement[] = [
  wholeJob,
  tenTimesAsLarge,
  findingEach,
  secondNight,
  nightlyWindow,
  manySlots,
  longHistory,
  writeLock,
  receiver,
  sandbox,
  workbook,
  pack,
  slowLine,
  naiveScript,
  startUp,
]
