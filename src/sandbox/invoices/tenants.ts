import { type RandomSource, randomOf, randomOfMember } from '../random-source.ts'

/** A person or company that pays rent. Every name, document and address is made up. */
export interface Tenant {
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
