import { json, type SandboxAnswer } from '../http/answer.ts'
import { RequestRefusal } from '../http/refusal.ts'
import type { DeliveryRow } from '../notifications/deliveries.ts'
import type { World } from '../world.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString())

const bodyOf = (world: World, delivery: DeliveryRow) => ({
  number: delivery.number,
  webhookId: delivery.webhook_id,
  type: delivery.type,
  url: delivery.url,
  state: delivery.state,
  createdAt: iso(delivery.created_at),
  nextAttemptAt: iso(delivery.next_at),
  payload: JSON.parse(delivery.payload),
  attempts: world.deliveries.attemptsOf(delivery.number).map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
})

const findDelivery = ({ world, parameters: [number = ''] }: ControlCommand): DeliveryRow => {
  const delivery = /^\d{1,9}$/.test(number) ? world.deliveries.get(Number(number)) : undefined
  if (delivery === undefined) throw new RequestRefusal(404, 'Delivery not found')
  return delivery
}

const sendAgain = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const { world, timeline } = command
  const { number } = findDelivery(command)
  await timeline.replay(findDelivery(command))
  return json(200, bodyOf(world, world.deliveries.get(number) ?? findDelivery(command)))
}

export const deliveryRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/deliveries',
    sentence: 'Lists every webhook delivery with its attempts.',
    executeControl: ({ world }) =>
      json(200, { deliveries: world.deliveries.all().map((delivery) => bodyOf(world, delivery)) }),
  },
  {
    method: 'POST',
    path: '/deliveries/{number}/replay',
    sentence: 'Sends a notification once more, with the same webhookId.',
    executeControl: sendAgain,
  },
]
