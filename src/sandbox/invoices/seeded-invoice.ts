import type { RandomSource } from '../random-source.ts'
import {
  expectedSlot,
  METHODS,
  type Method,
  type PaymentWindow,
  paymentWindow,
  type SandboxSlot,
  SOURCES,
} from '../settlements/calendar.ts'
import { dayAt, HOUR_MS, MINUTE_MS } from '../time/day-at.ts'
import type { World } from '../world.ts'
import type { InvoiceToCreate } from './invoices.ts'
import type { Tenant } from './tenants.ts'

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** How often tenants use each method: the weights of pse, nequiButton, bancolombiaButton, breb and card. */
const LIKED: Readonly<Record<Method, number>> = { pse: 34, nequiButton: 20, bancolombiaButton: 18, breb: 18, card: 10 }

const likedOf = (random: RandomSource, methods: readonly Method[]): Method => {
  let left = random.between(
    1,
    methods.reduce((sum, method) => sum + LIKED[method], 0),
  )
  for (const method of methods) {
    left -= LIKED[method]
    if (left <= 0) return method
  }
  return 'breb'
}

/** People pay between 06:00 and 23:00; a window within the night is used as it is. */
const momentIn = (random: RandomSource, window: PaymentWindow): number => {
  let moment = window.until
  for (let draw = 0; draw < 12; draw += 1) {
    moment = window.after + 1_000 + Math.floor(random.fraction() * (window.until - window.after - 1_000))
    const hour = Math.floor((moment / HOUR_MS - 5) % 24)
    if (hour >= 6 && hour < 23) break
  }
  return moment
}

export interface SeededPayment {
  readonly method: Method
  readonly paidAt: number
}

/** A payment that the calendars settle in this slot. */
export const paymentFor = (world: World, random: RandomSource, slot: SandboxSlot): SeededPayment => {
  const { calendars } = world.assumed
  const able = METHODS.filter((method) => paymentWindow(calendars[method], slot) !== undefined)
  const method = likedOf(random, able)
  const window = paymentWindow(calendars[method], slot)
  if (window === undefined) throw new Error(`No payment method is settled on ${slot.date} in cycle ${slot.cycle}`)
  return { method, paidAt: momentIn(random, window) }
}

/** A payment at this moment by one of the tenant's usual methods. */
export const paymentAt = (random: RandomSource, paidAt: number): SeededPayment => ({
  method: likedOf(random, METHODS),
  paidAt,
})

/** A past invoice that this tenant paid in full, some time after its creation. */
export const paidInvoice = (
  world: World,
  random: RandomSource,
  tenant: Tenant,
  { method, paidAt }: SeededPayment,
  merchant = 1,
): InvoiceToCreate => {
  const createdAt = paidAt - random.between(25_000, 290_000)
  const nth = world.notes.count('invoices')
  const slot = expectedSlot(world.assumed.calendars[method], paidAt)
  const day = dayAt(paidAt)
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
  return {
    merchant,
    id: world.identifiers.invoice(nth, createdAt),
    reference: `ARR-${day.slice(0, 4)}${day.slice(5, 7)}-${String(nth).padStart(6, '0')}`,
    status: 'paid',
    amount: tenant.rent,
    description: `Arriendo ${month} ${day.slice(0, 4)}, ${tenant.property}`,
    contract: tenant.contract,
    document: tenant.document,
    document_type: tenant.documentType,
    customer_name: tenant.name ?? null,
    redirect_url: null,
    created_at: createdAt,
    expires_at: createdAt + 5 * MINUTE_MS,
    busy_until: null,
    paid_at: paidAt,
    paid_day: day,
    method,
    source: random.pick(SOURCES),
    paid: tenant.rent,
    ...slot,
    payment_id: world.identifiers.payment(nth, paidAt),
    seeded: 1,
    patch: null,
  }
}

/** A past invoice whose link expired before anybody paid. */
export const lapsedInvoice = (paid: InvoiceToCreate): InvoiceToCreate => ({
  ...paid,
  status: 'cancelled',
  paid_at: null,
  paid_day: null,
  method: null,
  source: null,
  paid: null,
  date: null,
  cycle: null,
  payment_id: null,
})
