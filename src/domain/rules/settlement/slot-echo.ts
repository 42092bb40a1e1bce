import { asText } from '../../findings/discrepancy.ts'
import { nameOf } from '../../slot.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'
import { isEcho } from '../judged.ts'
import { THE_SETTLEMENT } from '../subject.ts'

export const slotEcho = defineCheck({
  code: 'SLOT_ECHO',
  severity: 'error',
  acts: 'operator',
  isAboutFigures: true,
  /** The answer is about the requested settlement. */
  check: ({ settlement, slot, policy }) => {
    if (settlement === null || !isEcho(settlement, slot, policy)) return NOTHING
    const { date, cycle } = settlement
    const data = { asked: { date: slot.date, cycle: slot.cycle }, answered: { date, cycle } }
    return observed(THE_SETTLEMENT, asText(nameOf(settlement), nameOf(slot)), data)
  },
  title: { en: 'The answer is about another settlement', es: 'La respuesta es de otra liquidación' },
  when: 'the settlement answers for another date or another known cycle; it is not judged',
  message: {
    en: ({ data: { asked, answered } }, say) =>
      `asked for ${say.slot(asked)}, the service answered for ${say.slot(answered)}; its figures are not compared`,
    es: ({ data: { asked, answered } }, say) =>
      `se pidió ${say.slot(asked)} y el servicio respondió por ${say.slot(answered)}; sus cifras no se comparan`,
  },
})
