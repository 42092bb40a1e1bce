import { createHistory } from '../create-history.ts'
import type { World } from '../world.ts'
import type { Scenario } from './trouble.ts'

const CLOCK = '2026-03-13T03:30:00.000Z'
const week = (world: World): void => createHistory(world, { days: 8, invoicesPerDay: 80 }, () => undefined)

/** Scenarios in which everything agrees, for several kinds of merchants. */
export const merchantScenarios: readonly Scenario[] = [
  { name: 'quiet-week', sentence: 'A week of one merchant in which everything agrees.', clock: CLOCK, sow: week },
  {
    name: 'postpaid',
    sentence: 'A week of a merchant whose fees are billed later.',
    clock: CLOCK,
    merchants: [{ feesPostpaid: true }],
    sow: week,
  },
  {
    name: 'gateway',
    sentence: 'A week of a merchant whose settlements are gateway settlements that pay out what was collected.',
    codes: ['GATEWAY_READING'],
    clock: CLOCK,
    merchants: [{ gateway: true }],
    assumptions: { gatewayPayout: 'collected' },
    sow: week,
  },
  {
    name: 'two-merchants',
    sentence: 'A week of two merchants, who do not see each other.',
    clock: CLOCK,
    merchants: [{}, {}],
    sow: week,
  },
]
