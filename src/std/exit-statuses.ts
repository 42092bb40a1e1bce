export interface ExitStatus {
  readonly status: string
  readonly meaning: string
  /** What a scheduler, or whoever reads its mail, does about it. */
  readonly reaction: string
}

/** Every exit status, for the help, the manual and the files of schedulers. */
export const EXIT_STATUSES: readonly ExitStatus[] = [
  {
    status: '0',
    meaning: 'all agrees, or is provisional, accepted, empty or not due',
    reaction: 'nothing',
  },
  { status: '1', meaning: 'a bug in Cuadre', reaction: 'report it, with what `--debug` prints' },
  {
    status: '2',
    meaning: 'the command or the settings are wrong',
    reaction: 'a person corrects the command or the settings',
  },
  {
    status: '3',
    meaning: 'discrepancies at or above `--fail-on` that nobody accepted',
    reaction: 'the job did its work: finance reads `report.html` of the day; no engineer is called',
  },
  {
    status: '4',
    meaning: "credentials rejected, or the key sees none of the merchant's data",
    reaction: 'a person checks the key',
  },
  {
    status: '5',
    meaning: 'incomplete: the service could not be reached, or a slot could not be read whole',
    reaction: 'run it again',
  },
  {
    status: '6',
    meaning: 'storage or output could not be written, or is damaged',
    reaction: 'a person checks the disk',
  },
  { status: '7', meaning: 'another run holds the lock', reaction: 'wait, then run it again' },
  { status: '130, 143', meaning: 'stopped by a signal', reaction: 'run it again' },
]
