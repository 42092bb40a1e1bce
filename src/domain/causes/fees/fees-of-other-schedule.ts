import { defineCause } from '../define-cause.ts'
import { feesFit } from './fees-fit.ts'

/** An old schedule was still used, or a new one too early. */
export const feesOfOtherSchedule = defineCause({
  code: 'FEES_OF_OTHER_SCHEDULE',
  title: { en: 'fees of another schedule', es: 'comisión de otra tarifa' },
  when: 'the fees are those of the schedule before or after the one of that day',
  check: ({ fees }) => (fees?.bySchedule ?? []).flatMap((schedule) => feesFit({ schedule })),
  message: {
    en: ({ schedule }) => `the rates of the schedule ${schedule} the one of that day were used`,
    es: ({ schedule }) => `se usó la tarifa ${schedule === 'before' ? 'anterior' : 'posterior'} a la de ese día`,
  },
})
