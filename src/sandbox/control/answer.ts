import { json, type SandboxAnswer, type SandboxRequest } from '../http/answer.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { SCENARIOS } from '../scenarios/scenarios.ts'
import { assumptionRoutes } from './assumptions.ts'
import { bankRoutes } from './bank-routes.ts'
import { clockRoutes } from './clock.ts'
import { cycleRoutes } from './cycles.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { faultRoutes } from './faults.ts'
import { invoiceRoutes } from './invoices.ts'
import { planRoutes } from './plans.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const listing: ControlRoute = {
  method: 'GET',
  path: '',
  sentence: 'Lists the control requests, the scenarios, and the days that have settlements.',
  executeControl: ({ world }) =>
    json(200, {
      days: world.settlements.days(),
      requests: CONTROL.map(({ method, path, sentence }) => ({ method, path: `/sandbox${path}`, sentence })),
      scenarios: SCENARIOS.map(({ name, sentence }) => ({ name, sentence })),
    }),
}

/** The control requests, which are outside the version prefix of the service. */
const CONTROL: readonly ControlRoute[] = [
  listing,
  ...clockRoutes,
  ...invoiceRoutes,
  ...cycleRoutes,
  ...bankRoutes,
  ...deliveryRoutes,
  ...faultRoutes,
  ...planRoutes,
  ...assumptionRoutes,
]

const patternOf = (path: string): RegExp => new RegExp(`^/sandbox${path.replace(/\{\w+\}/g, '([^/]+)')}$`)

const PATTERNS = new Map(CONTROL.map(({ path }) => [path, patternOf(path)]))

interface Found {
  readonly route: ControlRoute
  readonly parameters: readonly string[]
}

const routesAt = (path: string): readonly Found[] =>
  CONTROL.flatMap((route) => {
    const match = PATTERNS.get(route.path)?.exec(path)
    return match === null || match === undefined ? [] : [{ route, parameters: match.slice(1) }]
  })

const knows: ControlCommand['knows'] = (method, path) => routesAt(path).some(({ route }) => route.method === method)

/** Executes a control request. The caller runs the events that become due through it. */
export const executeControlRequest = (
  request: SandboxRequest,
  context: Pick<ControlCommand, 'world' | 'faults' | 'timeline'>,
): Promise<SandboxAnswer> | SandboxAnswer => {
  const here = routesAt(request.path)
  if (here.length === 0) throw new RequestRefusal(404, 'Not found; GET /sandbox lists what there is')
  const found = here.find(({ route }) => route.method === request.method)
  if (found === undefined) {
    throw new RequestRefusal(405, 'Method not allowed', { allow: here.map(({ route }) => route.method).join(', ') })
  }
  return found.route.executeControl({ ...context, request, parameters: found.parameters, knows })
}
