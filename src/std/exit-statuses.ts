interface ExitStatus {
  /** The number, or the numbers. */
  readonly status: string
  readonly meaning: string
  /** What a scheduler, or whoever reads its mail, does about it. */
  readonly reaction: string
}

/** Every exit status, by its name in the list of error codes. */
const BY_NAME = {
  agreed: {
    status: '0',
    meaning: 'all agrees, or is provisional, accepted, empty or not due',
    reaction: 'nothing',
  },
  bug: { status: '1', meaning: 'a bug in Cuadre', reaction: 'report it, with what `--debug` prints' },
  command: {
    status: '2',
    meaning: 'the command or the settings are wrong',
    reaction: 'a person corrects the command or the settings',
  },
  discrepancies: {
    status: '3',
    meaning: 'discrepancies at or above `--fail-on` that nobody accepted or claimed',
    reaction: 'the job did its work: finance reads `report.html` of the day; no engineer is called',
  },
  key: {
    status: '4',
    meaning: "credentials rejected, or the key sees none of the merchant's data",
    reaction: 'a person checks the key',
  },
  incomplete: {
    status: '5',
    meaning: 'incomplete: the service could not be reached, or a settlement could not be read whole',
    reaction: 'run it again',
  },
  storage: {
    status: '6',
    meaning: 'storage or output could not be written, or is damaged',
    reaction: 'a person checks the disk',
  },
  locked: { status: '7', meaning: 'another run holds the lock', reaction: 'wait, then run it again' },
  signal: { status: '130, 143', meaning: 'stopped by a signal', reaction: 'run it again' },
} as const satisfies Readonly<Record<string, ExitStatus>>

/** What an error can end with; a signal is none. */
export type ExitName = Exclude<keyof typeof BY_NAME, 'signal'>

/** All of them in order, for the help, the manual and the files of schedulers. */
export const EXIT_STATUSES: readonly ({ readonly name: string } & ExitStatus)[] = Object.entries(BY_NAME).map(
  ([name, exit]) => ({ name, ...exit }),
)

/** The number a process ends with. */
export const exitStatusOf = (name: ExitName): number => Number(BY_NAME[name].status)
