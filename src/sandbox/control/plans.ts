import { json, type SandboxAnswer } from '../http/answer.ts'
import { readFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { durationMs, instantMs, isSupportedInstant } from '../time/clock.ts'
import { refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const bodyOf = ({ world }: ControlCommand): SandboxAnswer =>
  json(200, {
    plans: world.plans.all().map(({ at, request }) => ({ at: new Date(at).toISOString(), ...request })),
  })

const UNPLANNED = /^\/sandbox\/(clock|deliveries\/.*)$/

const add = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const { world, request, knows } = command
  const fields = await readFields(request)
  refuseOtherFields(fields, ['at', 'after', 'method', 'path', 'body'])
  const { at, after, method, path, body } = fields
  const wait = typeof after === 'string' ? durationMs(after) : undefined
  const instant = typeof at === 'string' ? instantMs(at) : wait === undefined ? undefined : world.clock.now() + wait
  if (instant === undefined) throw new RequestRefusal(400, 'Give at, a date-time with an offset, or after, a duration')
  if (!isSupportedInstant(instant))
    throw new RequestRefusal(400, 'The time of a plan stays within the years 2000 to 2199')
  if (typeof method !== 'string' || typeof path !== 'string' || !knows(method, path)) {
    throw new RequestRefusal(400, 'method and path must name a control request; GET /sandbox lists them')
  }
  if (UNPLANNED.test(path))
    throw new RequestRefusal(400, 'The clock and replays cannot be planned: they wait for plans')
  world.plans.add(instant, { method, path, body })
  return bodyOf(command)
}

export const planRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/plans',
    sentence: 'Lists the control requests that are still to be made.',
    executeControl: bodyOf,
  },
  {
    method: 'POST',
    path: '/plans',
    sentence: 'Has a control request {"method","path","body"} made {"at"} a time or {"after"} a while.',
    executeControl: add,
  },
]
