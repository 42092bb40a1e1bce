import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'
import type { Actor } from '../../src/domain/rules/define-check.ts'
import { recordOf } from '../../src/domain/rules/registry.ts'

/** Who can do something about a discrepancy, and so what is to be done: the headings under which a page lists them, in this order. */
export const ACTIONS = ['ask-operator', 'ask-tenant', 'wait', 'mend-reading', 'note', 'accepted', 'resolved'] as const
export type Action = (typeof ACTIONS)[number]

export const ACTION_OF: Readonly<Record<Actor, Action>> = {
  operator: 'ask-operator',
  tenant: 'ask-tenant',
  engineer: 'mend-reading',
  nobody: 'note',
}

/** Under which heading a discrepancy stands. What a person accepted, or the latest pull resolved, asks nothing of anybody. */
export const actionFor = ({ code, severity, state }: Discrepancy): Action => {
  if (state === 'accepted' || state === 'resolved') return state
  const record = recordOf(code)
  if (severity !== 'error' && record?.mayStillCome) return 'wait'
  const action = ACTION_OF[record?.acts ?? 'operator']
  return severity === 'info' && action === 'ask-operator' ? 'note' : action
}
