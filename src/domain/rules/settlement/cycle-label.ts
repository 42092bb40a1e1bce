import { asText, type Figures } from '../../findings/discrepancy.ts'
import { isCycleNumber } from '../../settlement.ts'
import { defineCheck, NOTHING, type Observation, observed } from '../define-check.ts'
import type { SlotFacts } from '../facts.ts'
import { carriesAnotherLabel, isEcho } from '../judged.ts'
import { settlementField } from '../subject.ts'

type Label =
  | { readonly kind: 'number'; readonly cycle: string }
  | { readonly kind: 'label'; readonly cycle: string; readonly label: string }

type Labels = readonly Observation<Figures, Label>[]

/** A cycle is text. A number is read as its digits. */
const cycleNumber = ({ settlement }: SlotFacts): Labels =>
  settlement === null || !isCycleNumber(settlement)
    ? NOTHING
    : observed(settlementField('cycle'), asText(settlement.cycle, null), { kind: 'number', cycle: settlement.cycle })

/** One other, unknown label on the settlement or on all invoices is most likely another spelling of the same cycle. */
const otherLabels = ({ settlement, slot, policy, ownSlots }: SlotFacts): Labels => {
  const labels = new Set<string>()
  if (settlement !== null && carriesAnotherLabel(settlement, slot, policy) && !isEcho(settlement, slot, policy))
    labels.add(settlement.cycle)
  if (ownSlots.label !== null) labels.add(ownSlots.label)
  return [...labels].flatMap((label) =>
    observed({ kind: 'cycle', label }, asText(label, slot.cycle), { kind: 'label', cycle: slot.cycle, label }),
  )
}

const aliasFor = (label: string, cycle: string): string => JSON.stringify({ [label]: cycle })

export const cycleLabel = defineCheck({
  code: 'CYCLE_LABEL',
  severity: 'warning',
  acts: 'engineer',
  check: (facts) => [...otherLabels(facts), ...cycleNumber(facts)],
  title: { en: 'Another label of the cycle', es: 'Otra etiqueta del ciclo' },
  when: 'the settlement, or all invoices, have one other, unknown label of the cycle: see `cycleAliases`',
  message: {
    en: ({ data }) =>
      data.kind === 'number'
        ? `the settlement gives its cycle as the number ${data.cycle}; it is read as text`
        : `cycle ${data.cycle} answers under the label ${data.label}; if they are the same, set cycleAliases to ${aliasFor(data.label, data.cycle)}`,
    es: ({ data }) =>
      data.kind === 'number'
        ? `la liquidación da su ciclo como el número ${data.cycle}; se lee como texto`
        : `el ciclo ${data.cycle} responde con la etiqueta ${data.label}; si son el mismo, ponga cycleAliases en ${aliasFor(data.label, data.cycle)}`,
  },
})
