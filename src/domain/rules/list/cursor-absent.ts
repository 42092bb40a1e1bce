import { asText } from '../../findings/discrepancy.ts'
import { defineCheck, NO_DATA, NOTHING, observed } from '../define-check.ts'
import { THE_LIST } from '../subject.ts'

export const cursorAbsent = defineCheck({
  code: 'CURSOR_ABSENT',
  severity: 'info',
  acts: 'engineer',
  /** A list ends with a null cursor. */
  check: ({ pull }) => (pull.list.cursorAbsent ? observed(THE_LIST, asText(null, 'null'), NO_DATA) : NOTHING),
  title: { en: 'A list ended without a cursor', es: 'Una lista terminó sin cursor' },
  when: 'a list ended without a cursor',
  message: {
    en: () => 'the last page is short and carries no cursor at all; it was taken as the end of the list',
    es: () => 'la última página es corta y no trae cursor; se tomó como el final de la lista',
  },
})
