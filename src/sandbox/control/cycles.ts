import { json, type SandboxAnswer } from '../http/answer.ts'
import { readFields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { notifySettlement } from '../notifications/notification.ts'
import type { SandboxSlot } from '../settlements/calendar.ts'
import { addedTo } from '../settlements/misstatement.ts'
import { runCycle } from '../settlements/run-cycle.ts'
import { type SettlementRow, settlementBody } from '../settlements/settlements.ts'
import { readMisstatement, readSlot, refuseOtherFields } from './fields.ts'
import type { ControlCommand, ControlRoute } from './route.ts'

const STATUSES = ['processing', 'paid', 'credited', 'error'] as const

const merchantOf = ({ world, request }: ControlCommand): number => {
  const text = request.query.get('merchant') ?? '1'
  const merchant = world.merchants.all().find(({ number }) => String(number) === text)
  if (merchant === undefined) throw new RequestRefusal(404, 'Merchant not found')
  return merchant.number
}

const findSettlement = (command: ControlCommand): SettlementRow => {
  const [date = '', cycle = ''] = command.parameters
  const settlement = command.world.settlements.get(merchantOf(command), { date, cycle })
  if (settlement === undefined) throw new RequestRefusal(404, 'Settlement not found')
  return settlement
}

const run = (command: ControlCommand): SandboxAnswer => {
  const { world } = command
  const slot: SandboxSlot = readSlot(command.parameters)
  const merchant = merchantOf(command)
  if (world.settlements.get(merchant, slot) !== undefined)
    throw new RequestRefusal(409, 'This cycle has been run already')
  const settlement = runCycle(world, world.merchants.byNumber(merchant), slot, world.clock.now())
  if (settlement === undefined) throw new RequestRefusal(409, 'No paid invoice is expected in this cycle')
  return json(200, settlementBody(settlement))
}

const misstate = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const settlement = findSettlement(command)
  const patch = addedTo(settlement.patch, readMisstatement(await readFields(command.request)))
  const next = { ...settlement, patch }
  command.world.settlements.put(next)
  return json(200, settlementBody(next))
}

/** A status that was set does not progress by itself. */
const setStatus = async (command: ControlCommand): Promise<SandboxAnswer> => {
  const settlement = findSettlement(command)
  const fields = await readFields(command.request)
  refuseOtherFields(fields, ['status'])
  const status = STATUSES.find((known) => known === fields.status)
  if (status === undefined) throw new RequestRefusal(400, `status must be one of ${STATUSES.join(', ')}`)
  const next = { ...settlement, status, next_at: null }
  command.world.settlements.put(next)
  notifySettlement(command.world, next)
  return json(200, settlementBody(next))
}

const remove = (command: ControlCommand): SandboxAnswer => {
  const { merchant, date, cycle } = findSettlement(command)
  command.world.settlements.remove(merchant, { date, cycle })
  return json(200, {})
}

export const cycleRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/cycles/{date}/{cycle}/run',
    sentence: 'Runs a settlement cycle now, before or after its hour.',
    executeControl: run,
  },
  {
    method: 'PUT',
    path: '/settlements/{date}/{cycle}/status',
    sentence: 'Puts a settlement into a {"status"}, error for one, and leaves it there.',
    executeControl: setStatus,
  },
  {
    method: 'PATCH',
    path: '/settlements/{date}/{cycle}',
    sentence: 'Says fields otherwise than they are: {"set":{...},"remove":[...]}.',
    executeControl: misstate,
  },
  {
    method: 'DELETE',
    path: '/settlements/{date}/{cycle}',
    sentence: 'Makes a settlement vanish.',
    executeControl: remove,
  },
]
