import { type Chance, chanceOf, chanceOfMember } from '../chance.ts'

/** Somebody who pays rent. Every name, document and address is made up. */
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

const company = (chance: Chance): Pick<Tenant, 'name' | 'document' | 'documentType'> => ({
  name: `${chance.pick(COMPANY)} S.A.S.`,
  document: String(chance.between(900_100_000, 901_999_999)),
  documentType: 'nit',
})

const person = (chance: Chance): Pick<Tenant, 'name' | 'document' | 'documentType'> => {
  const name = `${chance.pick(GIVEN)} ${chance.pick(FAMILY)} ${chance.pick(FAMILY)}`
  const foreigner = chance.between(1, 25) === 1
  return {
    // The display name is optional, and some merchants do not send it.
    name: chance.between(1, 20) === 1 ? undefined : name,
    document: foreigner
      ? String(chance.between(100_000, 999_999))
      : String(
          chance.between(0, 1) === 0
            ? chance.between(1_000_100_000, 1_099_999_999)
            : chance.between(19_000_000, 80_999_999),
        ),
    documentType: foreigner ? 'ce' : 'cc',
  }
}

/** Rents of flats and small shops, in steps of five thousand pesos. */
const rent = (chance: Chance): number => {
  const band = chance.between(1, 100)
  const [least, most] = band <= 55 ? [130, 300] : band <= 90 ? [300, 560] : [560, 1_100]
  return chance.between(least, most) * 5_000
}

const property = (chance: Chance): string => {
  const place = chance.pick(PLACE)
  const kind = chance.between(1, 10)
  if (kind <= 7) return `Apto ${chance.between(1, 14)}0${chance.between(1, 6)}, ${place}`
  return kind <= 9 ? `Casa ${chance.between(1, 88)}, ${place}` : `Local ${chance.between(1, 40)}, ${place}`
}

/** The tenants of a merchant: made when asked for, so that a million of them take no room. */
export const tenantsOf = (seed: number): ((nth: number) => Tenant) => {
  const family = chanceOf(seed, 'tenants').bits()
  return (nth) => {
    const chance = chanceOfMember(family, nth)
    const who = chance.between(1, 30) === 1 ? company(chance) : person(chance)
    // Some merchants keep no contracts; the service then says 00000 (api.md, Create invoice).
    const contract = chance.between(1, 18) === 1 ? '00000' : String(nth + 1).padStart(5, '0')
    return { ...who, contract, rent: rent(chance), property: property(chance) }
  }
}
