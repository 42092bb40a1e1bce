import { type Answer, type Asked, json } from '../exchange.ts'
import { Refusal } from '../refusal.ts'
import { SCENARIOS } from '../scenarios/list.ts'
import { assumptionRoutes } from './assumptions.ts'
import { clockRoutes } from './clock.ts'
import { cycleRoutes } from './cycles.ts'
import { deliveryRoutes } from './deliveries.ts'
import { faultRoutes } from './faults.ts'
import { invoiceRoutes } from './invoices.ts'
import { planRoutes } from './plans.ts'
import type { Command, ControlRoute } from './route.ts'

const listing: ControlRoute = {
  method: 'GET',
  path: '',
  sentence: 'Lists the control requests and the scenarios.',
  carryOut: () =>
    json(200, {
      requests: CONTROL.map(({ method, path, sentence }) => ({ method, path: `/sandbox${path}`, sentence })),
      scenarios: SCENARIOS.map(({ name, sentence }) => ({ name, sentence })),
    }),
}

/** Everything that can be asked of the sandbox itself, outside the version prefix of the service. */
const CONTROL: readonly ControlRoute[] = [
  listing,
  ...clockRoutes,
  ...invoiceRoutes,
  ...cycleRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
  ...planRoutes,
  ...assumptionRoutes,
]

const patternOf = (path: string): RegExp => new RegExp(`^/sandbox${path.replace(/\{\w+\}/g, '([^/]+)')}$`)

const PATTERNS = new Map(CONTROL.map(({ path }) => [path, patternOf(path)]))

/** Carries out a control request. What becomes due through it is left to the caller. */
export const carryOut = (asked: Asked, means: Omit<Command, 'asked' | 'parameters'>): Promise<Answer> | Answer => {
  const here = CONTROL.flatMap((route) => {
    const match = PATTERNS.get(route.path)?.exec(asked.path)
    return match === null || match === undefined ? [] : [{ route, parameters: match.slice(1) }]
  })
  const [first] = here
  if (first === undefined) throw new Refusal(404, 'Not found; GET /sandbox lists what there is')
  const found = here.find(({ route }) => route.method === asked.method)
  if (found === undefined) {
    throw new Refusal(405, 'Method not allowed', { allow: here.map(({ route }) => route.method).join(', ') })
  }
  return found.route.carryOut({ ...means, asked, parameters: found.parameters })
}
