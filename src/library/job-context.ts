import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '../config/settings.ts'
import { zoneByName } from '../config/zone/zone.ts'
import { instantIn } from '../domain/calendar/calendar.ts'
import { CHECKS } from '../domain/rules/registry.ts'
import { orElse, truth } from '../input/readers.ts'
import type { JobContext } from '../pipeline/run/context.ts'
import type { Progress } from '../pipeline/run/steps.ts'
import { CuadreError } from '../std/errors.ts'
import { versionOfPackage } from '../std/version-of-package.ts'
import { checksIn } from './checks-in.ts'
import type { CuadreSettings } from './cuadre-settings.ts'

const BUG = 1

const nowBy = ({ clock }: Settings): (() => number) => {
  if (clock === null) return Date.now
  const now = instantIn(clock)
  return () => now
}

/** The context of a job for another program. */
export const jobContext = (
  settings: Settings,
  { create, checks = CHECKS }: Pick<CuadreSettings, 'create' | 'checks'>,
  signal: AbortSignal,
  progress: Progress,
): JobContext => ({
  settings,
  create: orElse(truth, false)('create', create),
  checks: checksIn(checks),
  signal,
  progress,
  zone: zoneByName(settings.policy.timeZone),
  version: versionOfPackage(),
  now: nowBy(settings),
  random: Math.random,
  sleep: (ms, stop) => wait(ms, undefined, { signal: stop }),
  newRunId: randomUUID,
  statusOf: (error) => (error instanceof CuadreError ? error.exit : BUG),
})
