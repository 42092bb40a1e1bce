import { dirname } from 'node:path'
import { type Caller, type Filling, type Line, linesOf, quoted, type ReadyFile } from './ready-file.ts'

/** Lines for the crontab of whoever owns the books. */
export const cronFiles = (filling: Filling, caller: Caller): readonly ReadyFile[] => {
  const { timeZone } = filling.policy
  const jobs = linesOf(filling).flatMap((line) =>
    line.times.map((time) => `${time} ${inCrontab(commandOf(line, filling, caller))}`),
  )
  const text = `# Cuadre's jobs, for the crontab of the user who owns the books: crontab -e
#
# The hours are those of ${timeZone}. cronie (Fedora, RHEL, Arch) obeys CRON_TZ. Debian's and Ubuntu's cron does not: there, set
# the machine to that zone (timedatectl set-timezone ${timeZone}), or take "cuadre schedule --print systemd".
#
# flock lets no two jobs of this file meet; the books have a lock of their own besides. A job that waits longer than an hour ends
# with 7 and comes again at its next time. What a job prints goes to the log beside the books; errors are mailed by cron.
# The key is read as the settings file says (envFile); without one, put CUADRE_BASE_URL and CUADRE_API_KEY_FILE here.
# Exit statuses: 0 all well, 3 discrepancies were found, 5 try again, others need a person (cuadre --help).
CRON_TZ=${timeZone}
SHELL=/bin/sh
# MAILTO=accounting@example.com

${jobs.join('\n')}
`
  return [{ name: 'crontab', text }]
}

const commandOf = (
  { words, isTalkative }: Line,
  { db, configFile }: Filling,
  { node, program, folder }: Caller,
): string => {
  const config = configFile === null ? '' : ` --config ${quoted(configFile)}`
  const job = `${quoted(node)} ${quoted(program)} ${words}${isTalkative ? ' --quiet' : ''}${config}`
  const prepared = `cd ${quoted(folder)} && umask 077 && mkdir -p ${quoted(dirname(db))}`
  return `${prepared} && flock -w 3600 -E 7 ${quoted(`${db}.cron`)} ${job} >> ${quoted(`${db}.log`)}`
}

/** A bare percent sign is a line end to cron. */
const inCrontab = (command: string): string => command.replaceAll('%', '\\%')
