import type { Instant, Zone } from '../../src/domain/calendar/calendar.ts'
import { cronFiles } from './cron.ts'
import { dockerFiles } from './docker.ts'
import { githubFiles } from './github.ts'
import { kubernetesFiles } from './kubernetes.ts'
import type { Caller, Filling, ReadyFile } from './ready-file.ts'
import { systemdFiles } from './systemd.ts'

export const KINDS = ['cron', 'systemd', 'github', 'docker', 'kubernetes'] as const
export type SchedulerKind = (typeof KINDS)[number]

/** Complete files for what starts jobs already, filled in with the settings in force. `now` tells which offset the zone has. */
export const scheduleFiles = (
  kind: SchedulerKind,
  filling: Filling,
  caller: Caller,
  zone: Zone,
  now: Instant,
): readonly ReadyFile[] => {
  switch (kind) {
    case 'cron':
      return cronFiles(filling, caller)
    case 'systemd':
      return systemdFiles(filling, caller)
    case 'github':
      return githubFiles(filling, caller, zone, now)
    case 'docker':
      return dockerFiles(filling, caller)
    case 'kubernetes':
      return kubernetesFiles(filling, caller)
  }
}
