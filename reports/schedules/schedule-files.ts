import { dirname } from 'node:path'
import type { Instant, Zone } from '../../src/core/calendar/calendar.ts'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import { githubFiles } from './github.ts'
import { kubernetesFiles } from './kubernetes.ts'
import {
  byHand,
  type Caller,
  databaseIn,
  isKnownToCron,
  KEY_VARIABLE,
  linesOf,
  type ScheduledLine,
  type ScheduleFile,
  type ScheduleSettings,
  settingsWordsOf,
} from './schedule-settings.ts'
import { systemdFiles } from './systemd.ts'

/** Lines for the crontab of the user that owns the database. */
const cronFiles = (settings: ScheduleSettings, caller: Caller): readonly ScheduleFile[] => {
  const { timeZone } = settings.policy
  const jobs = linesOf(settings).flatMap((line) =>
    line.times.map((time) =>
      isKnownToCron(time) ? `${time} ${inCrontab(commandOf(line, settings, caller))}` : byHand(time, line.words),
    ),
  )
  const text = `# Cuadre's jobs, for the crontab of the user who owns the database: crontab -e
#
# The hours are those of ${timeZone}. cronie (Fedora, RHEL, Arch) obeys CRON_TZ; the cron of Debian and Ubuntu does not. There,
# set the machine to that zone (timedatectl set-timezone ${timeZone}), or use "cuadre schedule --print systemd".
#
# flock keeps two jobs of these settings from running at once; the database has its own lock, too. A job that waits longer than an
# hour ends with 7 and runs again at its next time. A job prints to the log beside the database, which nothing rotates: see
# "man logrotate". cron mails what goes wrong with the jobs themselves, so MAILTO is for operations. A night that finds
# discrepancies (3) mails nothing: finance reads the reports, and notifyUrl in the settings tells a chat room what is new.
${keyLine(settings)}#
# Exit statuses: 0 all well, 3 discrepancies were found, 5 try again, others need a person (cuadre --help).
CRON_TZ=${timeZone}
SHELL=/bin/sh
# MAILTO=ops@example.com

${jobs.join('\n')}
`
  return [{ name: 'crontab', text }]
}

/** Files that hold keys are named in the settings, which every job reads. */
const keyLine = ({ keys: { variables } }: ScheduleSettings): string => {
  const names = ['CUADRE_BASE_URL', ...variables.map((name) => (name === KEY_VARIABLE ? `${name}_FILE` : name))]
  return `# cron passes no variables of your shell to a job: set ${names.join(', ')} here,
# unless the settings or their env file (envFile) have them.
`
}

const commandOf = (
  { words, logsSteps }: ScheduledLine,
  settings: ScheduleSettings,
  { node, program, folder }: Caller,
): string => {
  const { jobFiles } = settings
  const given = settingsWordsOf(settings).map((word) => ` ${quoteForShell(word)}`)
  const job = `${quoteForShell(node)} ${quoteForShell(program)} ${words}${logsSteps ? ' --quiet' : ''}${given.join('')}`
  const prepared = `cd ${quoteForShell(folder)} && umask 077 && mkdir -p ${quoteForShell(dirname(jobFiles))}`
  return `${prepared} && flock -w 3600 -E 7 ${quoteForShell(`${jobFiles}.cron`)} ${job} >> ${quoteForShell(`${jobFiles}.log`)}`
}

/** cron reads an unescaped percent sign as the end of a line. */
const inCrontab = (command: string): string => command.replaceAll('%', '\\%')

/** An image that runs the jobs at their times. All its data is in one volume. */
const dockerFiles = (
  { baseUrl, policy, keys, merchants }: ScheduleSettings,
  { version }: Caller,
): readonly ScheduleFile[] => [
  {
    name: 'Dockerfile',
    text: `# Cuadre as a container that stays running and starts the jobs at their times (${policy.timeZone}). Build it in a checkout of the project:
#   docker build --tag cuadre:${version} .
#   docker run --detach --name cuadre --restart unless-stopped --volume cuadre-data:/data \\
#     --env CUADRE_BASE_URL=${baseUrl ?? 'https://service.example/v1'} \\
${keys.variables.map((name) => `#     ${keyFrom(name)} \\\n`).join('')}#     cuadre:${version}
# A key's file must be readable by the user 10001, and by nobody else. One container at a time owns the volume.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm pack --pack-destination /tmp

FROM node:24-bookworm-slim
# One user, by number, who owns the data and nothing else.
RUN groupadd --gid 10001 cuadre && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin cuadre \\
  && install --directory --owner 10001 --group 10001 --mode 0700 /data
WORKDIR /data
COPY --from=build /tmp/cuadre-${version}.tgz /tmp/
RUN npm install --global --ignore-scripts /tmp/cuadre-${version}.tgz && rm /tmp/cuadre-${version}.tgz
USER 10001:10001
ENV NODE_ENV=production CUADRE_DB=${databaseIn('/data', { merchants })} CUADRE_OUT=/data/out
# The databases, the reports, the backups, and cuadre.config.json if there is one.
VOLUME /data
# Healthy means that a scheduler is running. "docker exec cuadre cuadre status" shows how the nights went.
HEALTHCHECK --interval=1m --timeout=10s --start-period=20s CMD ["cuadre", "schedule", "--health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cuadre"]
CMD ["schedule"]
`,
  },
  {
    name: '.dockerignore',
    text: `# Keys, databases and files that the build makes do not belong in an image.
.git
node_modules
dist
data
out
cuadre-demo
*.env
.env*
*.key
cuadre.config.json
`,
  },
]

/** A named variable passes from the shell that starts the container. */
const keyFrom = (variable: string): string =>
  variable === KEY_VARIABLE
    ? `--env ${KEY_VARIABLE}_FILE=/run/secrets/api-key --volume /etc/cuadre/api-key:/run/secrets/api-key:ro`
    : `--env ${variable}`

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
