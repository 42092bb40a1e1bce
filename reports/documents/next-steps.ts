import type { Moment } from '../../src/domain/as-of.ts'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Slot } from '../../src/domain/slot.ts'

/** A command to run next, and what it is good for. */
export interface NextStep {
  readonly command: string
  readonly why: string
}

/** What to do about a slot: look where a cause points, decide, and ask the service again. Nothing, where nothing is open. */
export const nextSteps = (
  { slot, verdict }: SlotReport,
  isChecked: boolean,
  elsewhere: readonly Slot[],
): readonly NextStep[] => {
  const named = new Map(
    elsewhere.map(({ date, cycle }) => [`cuadre explain ${date} ${cycle}`, `${date} cycle ${cycle}`]),
  )
  const explained = [...named].map(([command, name]) => ({ command, why: `${name} lists an invoice named above` }))
  return [...(isChecked ? [] : [checkAgain(slot)]), ...explained, ...decide(slot, verdict), ...readAgain(slot, verdict)]
}

/** The past is only looked at: nothing can be done about it there. */
export const nextStepsOfThen = ({ date, cycle }: Slot, { number }: Moment): readonly NextStep[] => [
  { command: `cuadre explain ${date} ${cycle}`, why: 'the same settlement as it is known now' },
  {
    command: `cuadre check --date ${date} --as-of ${number} --out as-of-${number}`,
    why: 'the files of the day as they were known then, in a folder of their own',
  },
]

const checkAgain = ({ date }: Slot): NextStep => ({
  command: `cuadre check --date ${date}`,
  why: 'it was pulled, or the settings were changed, since it was last checked',
})

/** What a person claims or accepts has an id, which the list shows. */
const decide = ({ date, cycle }: Slot, verdict: Verdict): readonly NextStep[] =>
  verdict === 'discrepant' || verdict === 'exceptions' || verdict === 'failed'
    ? [
        {
          command: `cuadre discrepancies list --date ${date} --cycle ${cycle}`,
          why: 'the ids, to claim what is open from the operator, or to accept it',
        },
      ]
    : []

const WHEN: Readonly<Partial<Record<Verdict, string>>> = {
  incomplete: 'reads it again: the last attempt failed',
  failed: 'reads it again, once the operator has paid it or said why not',
  discrepant: 'reads it again, once the operator has answered',
  exceptions: 'reads it again, once the operator has answered',
  provisional: 'reads it again later: its settlement is not final yet',
}

const readAgain = ({ date, cycle }: Slot, verdict: Verdict): readonly NextStep[] => {
  const why = WHEN[verdict]
  return why === undefined ? [] : [{ command: `cuadre run --date ${date} --cycle ${cycle}`, why }]
}
