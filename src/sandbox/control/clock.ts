import { json } from '../http/answer.ts'
import { readFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { durationMs, instantMs, isSupportedInstant } from '../time/clock.ts'
import type { World } from '../world.ts'
import { refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const bodyOf = ({ clock }: World) => json(200, { now: new Date(clock.now()).toISOString(), fixed: clock.isFixed() })

const targetOf = async ({ world, request }: ControlCommand): Promise<number> => {
  const fields = await readFields(request)
  refuseOtherFields(fields, ['now', 'advance'])
  const { now, advance } = fields
  if ((now === undefined) === (advance === undefined)) throw new RequestRefusal(400, 'Give either now or advance')
  if (now !== undefined) {
    const instant = typeof now === 'string' ? instantMs(now) : undefined
    if (instant === undefined)
      throw new RequestRefusal(400, 'now must be a date-time with an offset, as 2026-03-12T16:00:00Z')
    return instant
  }
  const duration = typeof advance === 'string' ? durationMs(advance) : undefined
  if (duration === undefined) throw new RequestRefusal(400, 'advance must be a duration, as PT30M or P1D')
  return world.clock.now() + duration
}

const TEN_YEARS_MS = 3_653 * 86_400_000

const move = async (command: ControlCommand) => {
  const { world, timeline } = command
  const target = await targetOf(command)
  if (target < world.clock.now()) throw new RequestRefusal(409, 'The clock only moves forwards')
  if (target > world.clock.now() + TEN_YEARS_MS)
    throw new RequestRefusal(400, 'The clock moves ten years at once at the most')
  if (!isSupportedInstant(target)) throw new RequestRefusal(400, 'The clock stays within the years 2000 to 2199')
  await timeline.moveTo(target)
  return bodyOf(world)
}

export const clockRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    sentence: 'Tells the time of the sandbox.',
    executeControl: ({ world }) => bodyOf(world),
  },
  {
    method: 'POST',
    path: '/clock',
    sentence: 'Moves the clock to {"now"} or by {"advance"}; everything due on the way has happened when it answers.',
    executeControl: move,
  },
]
