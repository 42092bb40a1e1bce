import type { Rule } from '../fault.ts'
import { json, type SandboxAnswer } from '../http/answer.ts'
import { readRule } from '../http/faults.ts'
import { readFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const bodyOf = ({ faults }: ControlCommand): SandboxAnswer => json(200, { faults: faults.all() })

const put = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const fields = await readFields(command.request)
  refuseOtherFields(fields, ['faults'])
  if (!Array.isArray(fields.faults)) throw new RequestRefusal(400, 'faults must be a list of rules')
  const rules: readonly Rule[] = fields.faults.map(readRule)
  command.faults.set(rules)
  return bodyOf(command)
}

export const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/faults',
    sentence: 'Lists the faults in force and how often each was met.',
    executeControl: bodyOf,
  },
  {
    method: 'PUT',
    path: '/faults',
    sentence: 'Puts {"faults":[...]} in force in place of all others; an empty list ends every misbehaviour.',
    executeControl: put,
  },
]
