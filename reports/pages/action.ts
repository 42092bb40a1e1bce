import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import type { Actor } from '../../src/rules/define-check.ts'
import { recordOf } from '../../src/rules/registry.ts'

/** What is to be done about a discrepancy, by who can do it. */
export const ACTIONS = [
  'ask-operator',
  'ask-tenant',
  'mend-bank',
  'tie-rents',
  'own-check',
  'wait',
  'mend-reading',
  'note',
] as const
export type Action = (typeof ACTIONS)[number]

export const ACTION_OF: Readonly<Record<Actor, Action>> = {
  operator: 'ask-operator',
  tenant: 'ask-tenant',
  importer: 'mend-bank',
  merchant: 'tie-rents',
  engineer: 'mend-reading',
  nobody: 'note',
}

export const actionFor = ({ code, severity }: Pick<Discrepancy, 'code' | 'severity'>): Action => {
  const record = recordOf(code)
  if (record === null) return 'own-check'
  if (severity !== 'error' && record.mayStillCome) return 'wait'
  const action = ACTION_OF[record.acts]
  return severity === 'info' && action === 'ask-operator' ? 'note' : action
}
