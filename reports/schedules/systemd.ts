import { basename, dirname } from 'node:path'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import {
  type Caller,
  KEY_VARIABLE,
  linesOf,
  type ScheduledLine,
  type ScheduleFile,
  type ScheduleSettings,
  settingsWordsOf,
} from './schedule-settings.ts'

/** A service and a timer for each job that is scheduled. */
export const systemdFiles = (settings: ScheduleSettings, caller: Caller): readonly ScheduleFile[] =>
  linesOf(settings)
    .filter(({ times }) => times.length > 0)
    .flatMap((line) => {
      const unit = `${serviceName(settings)}-${line.name}`
      return [
        { name: `/etc/systemd/system/${unit}.service`, text: serviceOf(unit, line, settings, caller) },
        { name: `/etc/systemd/system/${unit}.timer`, text: timerOf(unit, line, settings) },
      ]
    })

/** Two settings files on one machine, or two merchants that are asked for by a flag, have units of different names. */
const serviceName = ({ configFile, flags }: ScheduleSettings): string => {
  const file = configFile === null ? '' : basename(configFile, '.json')
  const place = configFile !== null && file === 'cuadre.config' ? basename(dirname(configFile)) : file
  const merchant = flags.find((flag) => flag.startsWith('--merchant='))?.replace('--merchant=', '') ?? ''
  const parts = ['cuadre', place === 'cuadre' ? '' : place, merchant].map((part) => part.replace(/[^\w.-]+/g, '-'))
  return parts.filter((part) => part !== '').join('-')
}

const serviceOf = (unit: string, { words }: ScheduledLine, settings: ScheduleSettings, caller: Caller): string => {
  const { folders, keys } = settings
  const command = [caller.node, caller.program, ...words.split(' '), ...settingsWordsOf(settings)].map(inUnit).join(' ')
  const writable = folders.map((path) => inUnit(`-${path}`)).join(' ')
  return `# Enable it by its timer: systemctl daemon-reload && systemctl enable --now ${unit}.timer
[Unit]
Description=Cuadre: ${words}
Documentation=man:systemd.service(5)
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
${userLines(caller)}
WorkingDirectory=${oneValue(caller.folder)}
# Folders that are not there yet: the job itself may only write below them.
ExecStartPre=+/bin/sh -c 'for folder in "$$@"; do test -d "$$folder" || install -d -m 700 -o "$$0" "$$folder"; done' ${[caller.user ?? 'cuadre', ...folders].map(inUnit).join(' ')}
ExecStart=${command}
# Sets ${variablesIn(keys.variables)}; readable by root only. It may be missing when the settings file names them.
EnvironmentFile=-/etc/cuadre/${serviceName(settings)}.env
# Discrepancies (3) are a result, not a failure of the unit.
SuccessExitStatus=3
# The service could not be reached (5), or another job was using the database (7): try again in ten minutes.
Restart=on-failure
RestartSec=10min
RestartPreventExitStatus=1 2 4 6
TimeoutStartSec=3h
UMask=0077
# It needs its database, its reports and the network, and nothing else of this machine.
ReadWritePaths=${writable}
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
ProtectClock=yes
NoNewPrivileges=yes
RestrictSUIDSGID=yes
RestrictRealtime=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=
MemoryMax=1G
`
}

const variablesIn = (keys: readonly string[]): string =>
  ['CUADRE_BASE_URL', ...keys.map((name) => (name === KEY_VARIABLE ? `${name} or ${name}_FILE` : name))].join(', ')

/** Only their owner can read the files of "cuadre init", the database and the reports. */
const userLines = ({ user, folder }: Caller): string =>
  user === null
    ? `# What "cuadre init" wrote, the database and the reports are readable by their owner alone. Create this user, and make it the owner once:
#   useradd --system cuadre; chown --recursive cuadre: ${quoteForShell(folder)}
# Paths of the settings that lie elsewhere need the same.
User=cuadre`
    : `# This user printed the file. It must own what "cuadre init" wrote, the database and the reports: only their owner can read them.
User=${user}`

const timerOf = (unit: string, { words, times }: ScheduledLine, { policy }: ScheduleSettings): string => `[Unit]
Description=When Cuadre does: ${words}

[Timer]
${times.map((time) => calendarOf(time, policy.timeZone)).join('\n')}
# A job that was missed while the machine was off or asleep starts once when it is back.
Persistent=yes
AccuracySec=1min
Unit=${unit}.service

[Install]
WantedBy=timers.target
`

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Each day by its name: a range of cron may begin with Sunday, one of systemd begins with Monday at the earliest. */
const weekdaysIn = (field: string): string => {
  const names = field.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return WEEKDAYS.slice(first, last + 1)
  })
  return [...new Set(names)].join(',')
}

/**
 * Converts a time from cron fields to systemd. A time that uses more than lists and ranges becomes a comment for a
 * person to complete.
 */
const calendarOf = (time: string, timeZone: string): string => {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = time.split(' ')
  const isPlain = [minute, hour, day, month, weekday].every((field) => /^(\*|\d{1,2}([-,]\d{1,2})*)$/.test(field))
  if (!isPlain)
    return `# "${time}" uses more than numbers, lists and ranges; write it by hand, see systemd.time(7):\n# OnCalendar=`
  const ranged = (field: string): string => field.replaceAll('-', '..')
  const days = weekday === '*' ? '' : `${weekdaysIn(weekday)} `
  const onDays = (of: string, dayOfMonth: string): string =>
    `OnCalendar=${of}*-${ranged(month)}-${ranged(dayOfMonth)} ${ranged(hour)}:${ranged(minute)}:00 ${timeZone}`
  // cron starts a job when day of month or day of week matches; one OnCalendar line needs both. So a line is written
  // for each.
  return weekday === '*' || day === '*' ? onDays(days, day) : [onDays('', day), onDays(days, '*')].join('\n')
}

/** Percent signs and dollars have a meaning in unit files. */
const plain = (text: string): string => text.replaceAll('%', '%%')
const oneValue = (text: string): string => plain(text)
const inUnit = (text: string): string => {
  const safe = plain(text).replaceAll('$', '$$$$')
  return /^[\w@%+=:,./$-]+$/.test(safe) ? safe : `"${safe.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
