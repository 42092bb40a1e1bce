import { ASSUMPTIONS, assume } from '../assumptions.ts'
import { DECISIONS } from '../decisions.ts'
import { json } from '../http/answer.ts'
import { readFields } from '../http/fields.ts'
import { renderAnew } from '../invoices/rendering-of.ts'
import { checkWebhookUrls } from '../merchants.ts'
import type { ControlRoute } from './route.ts'

export const assumptionRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/assumptions',
    sentence:
      'Lists what api.md does not show: assumptions that can be set, with the value in force, and decisions that cannot.',
    executeControl: ({ world }) =>
      json(200, {
        assumptions: ASSUMPTIONS.map(({ name, sentence, values }) => ({
          name,
          sentence,
          values: values.words,
          value: world.assumed[name],
        })),
        decisions: DECISIONS,
      }),
  },
  {
    method: 'PATCH',
    path: '/assumptions',
    sentence: 'Sets assumptions by name; those not named stay.',
    executeControl: async ({ world, request }) => {
      const assumed = assume(world.assumed, await readFields(request))
      checkWebhookUrls(world.merchants.all(), assumed)
      world.assumed = assumed
      renderAnew(world)
      return json(200, world.assumed)
    },
  },
]
