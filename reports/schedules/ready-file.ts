import type { Policy } from '../../src/domain/policy.ts'

/** A file somebody will put in its place. */
export interface ReadyFile {
  readonly name: string
  readonly text: string
}

/** What of the settings the files are filled in with. */
export interface Filling {
  readonly db: string
  readonly out: string
  readonly configFile: string | null
  readonly baseUrl: string | null
  readonly policy: Pick<Policy, 'timeZone'>
  /** Null where the settings name one merchant. */
  readonly merchants: MerchantParts | null
  readonly schedule: {
    readonly runAt: readonly string[]
    readonly sweepAt: readonly string[]
    readonly backupAt: readonly string[]
  }
}

/** Several merchants, in so many parts that are worked on at once. Of a shared database there is one part. */
export interface MerchantParts {
  readonly parts: number
  readonly haveOwnDatabases: boolean
}

/** How this program is called here. */
export interface Caller {
  readonly node: string
  readonly program: string
  /** Where relative paths of the settings begin. */
  readonly folder: string
  readonly version: string
  /** Who prints the files; null for root, which runs no job. */
  readonly user: string | null
}

/** A job of the schedule, with the words that start it. */
export interface ScheduledLine {
  readonly name: 'run' | 'sweep' | 'backup'
  readonly words: string
  /** It tells its steps unless it is told not to. */
  readonly isTalkative: boolean
  readonly times: readonly string[]
}

export const linesOf = ({ schedule }: Filling): readonly ScheduledLine[] => [
  { name: 'run', words: 'run', isTalkative: true, times: schedule.runAt },
  { name: 'sweep', words: 'sweep', isTalkative: true, times: schedule.sweepAt },
  { name: 'backup', words: 'db backup', isTalkative: false, times: schedule.backupAt },
]
