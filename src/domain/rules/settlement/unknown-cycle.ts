import { asText } from '../../findings/discrepancy.ts'
import { isKnownCycle } from '../../policy.ts'
import { defineCheck, NOTHING, observed } from '../define-check.ts'

export const unknownCycle = defineCheck({
  code: 'UNKNOWN_CYCLE',
  severity: 'info',
  acts: 'engineer',
  /** A cycle outside the known ones was requested. */
  check: ({ slot: { cycle }, policy }) =>
    isKnownCycle(cycle, policy) ? NOTHING : observed({ kind: 'cycle', label: cycle }, asText(cycle, null), { cycle }),
  title: { en: 'An unknown cycle', es: 'Un ciclo desconocido' },
  when: 'a cycle outside `cycles` and `extraCycles`',
  message: {
    en: ({ data }) => `cycle ${data.cycle} is in neither cycles nor extraCycles`,
    es: ({ data }) => `el ciclo ${data.cycle} no está en cycles ni en extraCycles`,
  },
})
