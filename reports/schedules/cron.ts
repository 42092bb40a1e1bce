import { dirname } from 'node:path'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import {
  byHand,
  type Caller,
  isKnownToCron,
  KEY_VARIABLE,
  linesOf,
  type ScheduledLine,
  type ScheduleFile,
  type ScheduleSettings,
  settingsWordsOf,
} from './schedule-settings.ts'

/** Lines for the crontab of the user that owns the database. */
export const cronFiles = (settings: ScheduleSettings, caller: Caller): readonly ScheduleFile[] => {
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
