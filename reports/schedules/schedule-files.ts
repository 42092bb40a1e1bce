import type { Instant, Zone } from '../../src/core/calendar/calendar.ts'
import { cronFiles } from './cron.ts'
import { dockerFiles } from './docker.ts'
import { githubFiles } from './github.ts'
import { kubernetesFiles } from './kubernetes.ts'
import type { Caller, ScheduleFile, ScheduleSettings } from './schedule-settings.ts'
import { systemdFiles } from './systemd.ts'

export const KINDS = ['cron', 'systemd', 'github', 'docker', 'kubernetes'] as const
export type SchedulerKind = (typeof KINDS)[number]

/**
 * Complete files for an existing scheduler, filled in with the settings in force. `now` determines the offset of the
 * zone.
 */
export const scheduleFiles = (
  kind: SchedulerKind,
  settings: ScheduleSettings,
  caller: Caller,
  zone: Zone,
  now: Instant,
): readonly ScheduleFile[] => {
  switch (kind) {
    case 'cron':
      return cronFiles(settings, caller)
    case 'systemd':
      return systemdFiles(settings, caller)
    case 'github':
      return githubFiles(settings, caller, zone, now)
    case 'docker':
      return dockerFiles(settings, caller)
    case 'kubernetes':
      return kubernetesFiles(settings, caller)
  }
}
