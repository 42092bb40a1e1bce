import type { Policy } from '../../src/core/policy.ts'
import { SECRET_VARIABLES } from '../../src/input/secrets/secrets.ts'
import type { KeyPlaces } from '../../src/input/settings.ts'

/** A ready file for a person to install. */
export interface ScheduleFile {
  readonly name: string
  readonly text: string
}

/** The settings that appear in the files. */
export interface ScheduleSettings {
  /** The path, without its ending, of the lock and the log that the jobs of these settings share. */
  readonly jobFiles: string
  /** The folders that the jobs write to. */
  readonly folders: readonly string[]
  readonly configFile: string | null
  /** The flags that were given for settings, except that of the settings file. */
  readonly flags: readonly string[]
  readonly baseUrl: string | null
  readonly keys: KeyPlaces
  readonly policy: Pick<Policy, 'timeZone'>
  /** Null when the settings name one merchant. */
  readonly merchants: MerchantParts | null
  readonly schedule: {
    readonly runAt: readonly string[]
    readonly sweepAt: readonly string[]
    readonly backupAt: readonly string[]
  }
}

/** Several merchants, and the number of parts that run at once on Kubernetes. A shared database is one part. */
export interface MerchantParts {
  readonly parts: number
  readonly haveOwnDatabases: boolean
}

/** How this program is called on this machine. */
export interface Caller {
  readonly node: string
  readonly program: string
  /** The folder of the settings, to which relative paths refer. */
  readonly folder: string
  readonly version: string
  /** The user who prints the files; null for root, which runs no job. */
  readonly user: string | null
}

/** A job of the schedule, and its command line. */
export interface ScheduledLine {
  readonly name: 'run' | 'sweep' | 'backup'
  readonly words: string
  /** The job logs its steps unless --quiet is given. */
  readonly logsSteps: boolean
  readonly times: readonly string[]
}

export const linesOf = ({ schedule }: ScheduleSettings): readonly ScheduledLine[] => [
  { name: 'run', words: 'run', logsSteps: true, times: schedule.runAt },
  { name: 'sweep', words: 'sweep', logsSteps: true, times: schedule.sweepAt },
  { name: 'backup', words: 'db backup', logsSteps: false, times: schedule.backupAt },
]

/** Whether every cron knows this time. "cuadre schedule" also knows last days (`L`), nearest weekdays (`W`) and the like. */
export const isKnownToCron = (time: string): boolean =>
  time.split(' ').every((field) => field.split(',').every((part) => CRON_PART.test(part)))
const CRON_PART = /^(\*|(\d{1,2}|[a-z]{3})(-(\d{1,2}|[a-z]{3}))?)(\/\d{1,2})?$/i

/** The words of a command for the settings in force. */
export const settingsWordsOf = ({ configFile, flags }: ScheduleSettings): readonly string[] => [
  ...(configFile === null ? [] : ['--config', configFile]),
  ...flags,
]

/** The database of a container or workflow, in a folder of its own: merchants that have one each keep one each. */
export const databaseIn = (folder: string, { merchants }: Pick<ScheduleSettings, 'merchants'>): string =>
  `${folder}/${merchants?.haveOwnDatabases ? '{merchant}' : 'cuadre'}.db`

/** A line of comment for a time that cron does not know. */
export const byHand = (time: string, words: string): string =>
  `# "${time}" for "${words}" is a form that cron does not know: write it by hand, or let "cuadre schedule" start the jobs.`

/** The variable of the key when the settings name no other. */
export const KEY_VARIABLE = SECRET_VARIABLES.apiKey
