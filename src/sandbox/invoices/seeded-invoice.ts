import { type RandomSource, randomOf, randomOfMember } from '../random-source.ts'
import {
  expectedSlot,
  METHODS,
  type Method,
  type PaymentWindow,
  paymentWindow,
  type SandboxSlot,
  SOURCES,
} from '../settlements/calendar.ts'
import { dayAt, HOUR_MS, MINUTE_MS } from '../time/clock.ts'
import type { World } from '../world.ts'
import type { InvoiceToCreate } from './invoices.ts'

/** A person or company that pays rent. Every name, document and address is made up. */
interface Tenant {
  readonly name: string | undefined
  readonly document: string
  readonly documentType: string
  readonly contract: string
  readonly rent: number
  readonly property: string
}

const GIVEN = [
  'María Fernanda',
  'José Ángel',
  'Luz Estela',
  'Andrés',
  'Sofía',
  'Óscar Iván',
  'Inés',
  'Julián David',
  'Ángela Paola',
  'Héctor',
  'Mónica',
  'Álvaro',
  'Lucía Belén',
  'Germán',
  'Pilar',
  'Iván Simón',
  'Rocío del Mar',
  'Camilo',
  'Noemí',
  'Raúl Elías',
] as const
const FAMILY = [
  'Muñoz',
  'Peñaloza',
  'Güiza',
  'Cárdenas',
  'Ibáñez',
  'Londoño',
  'Quiñones',
  'Zuluaga',
  'Ávila',
  'Patiño',
  'Ordóñez',
  'Bermúdez',
  'Chaparro',
  'Echeverry',
  'Urrego',
  'Nariño',
  'Velásquez',
  'Tabares',
  'Yepes',
  'Cañón',
] as const
const COMPANY = [
  'Panadería La Espiga Añeja',
  'Ferretería El Tornillo Ágil',
  'Papelería Señal & Cía.',
  'Droguería Buen Ánimo',
  'Café Tres Montañas',
] as const
const PLACE = [
  'Cedritos, Bogotá',
  'Chapinero, Bogotá',
  'Laureles, Medellín',
  'El Poblado, Medellín',
  'San Antonio, Cali',
  'Manga, Cartagena',
  'Cabecera, Bucaramanga',
  'La Floresta, Ibagué',
  'Palermo, Manizales',
  'Ciudad Jardín, Popayán',
] as const

const company = (random: RandomSource): Pick<Tenant, 'name' | 'document' | 'documentType'> => ({
  name: `${random.pick(COMPANY)} S.A.S.`,
  document: String(random.between(900_100_000, 901_999_999)),
  documentType: 'nit',
})

const person = (random: RandomSource): Pick<Tenant, 'name' | 'document' | 'documentType'> => {
  const name = `${random.pick(GIVEN)} ${random.pick(FAMILY)} ${random.pick(FAMILY)}`
  const foreigner = random.between(1, 25) === 1
  return {
    // The display name is optional, and some merchants do not send it.
    name: random.between(1, 20) === 1 ? undefined : name,
    document: foreigner
      ? String(random.between(100_000, 999_999))
      : String(
          random.between(0, 1) === 0
            ? random.between(1_000_100_000, 1_099_999_999)
            : random.between(19_000_000, 80_999_999),
        ),
    documentType: foreigner ? 'ce' : 'cc',
  }
}

/** Rents of flats and small shops, in steps of five thousand pesos. */
const rent = (random: RandomSource): number => {
  const band = random.between(1, 100)
  const [least, most] = band <= 55 ? [130, 300] : band <= 90 ? [300, 560] : [560, 1_100]
  return random.between(least, most) * 5_000
}

const property = (random: RandomSource): string => {
  const place = random.pick(PLACE)
  const kind = random.between(1, 10)
  if (kind <= 7) return `Apto ${random.between(1, 14)}0${random.between(1, 6)}, ${place}`
  return kind <= 9 ? `Casa ${random.between(1, 88)}, ${place}` : `Local ${random.between(1, 40)}, ${place}`
}

/** The tenants of a merchant, made on demand, so that a million of them take no memory. */
export const tenantsOf = (seed: number): ((nth: number) => Tenant) => {
  const family = randomOf(seed, 'tenants').bits()
  return (nth) => {
    const random = randomOfMember(family, nth)
    const who = random.between(1, 30) === 1 ? company(random) : person(random)
    // Some merchants have no contracts; the service then reports 00000 (api.md, Create invoice).
    const contract = random.between(1, 18) === 1 ? '00000' : String(nth + 1).padStart(5, '0')
    return { ...who, contract, rent: rent(random), property: property(random) }
  }
}

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

interface SeededPayment {
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
