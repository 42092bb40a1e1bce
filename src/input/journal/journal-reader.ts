import { type JournalAccounts, type JournalSettings, ROLES, type Role, type ThirdParties } from '../../core/journal.ts'
import { asSlotDate } from '../../core/slot.ts'
import { defineReader, orNull, type Reader, Refusal, type Schema, taxId } from '../setting-readers.ts'
import { type Place, Place as PlaceIn, WrongPlace } from '../tariff/tariff-reader.ts'

const CODE: Schema = { type: 'string', minLength: 1, maxLength: 80 }
const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
})
const OF_NAMES: Schema = { type: 'object', additionalProperties: CODE }

const PLAIN_ROLES = ROLES.filter((role): role is Exclude<Role, 'withholdings'> => role !== 'withholdings')
const PARTIES = ['operator', 'bank', 'tenants'] as const
const BASES = ['accrual', 'cash'] as const

const JOURNAL: Schema = objectOf({
  accounts: objectOf({ ...Object.fromEntries(PLAIN_ROLES.map((role) => [role, CODE])), withholdings: OF_NAMES }),
  thirdParties: objectOf({ operator: CODE, bank: CODE, tenants: CODE }),
  voucherType: orNull(CODE),
  costCenter: orNull(CODE),
  from: orNull({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  basis: { enum: BASES },
  template: orNull(OF_NAMES),
})

/** How the journal is booked; null where there is none. */
export const journalReader: Reader<JournalSettings | null> = defineReader(orNull(JOURNAL), (raw) => {
  if (raw === null) return null
  try {
    return journalIn(new PlaceIn('', raw))
  } catch (error) {
    if (!(error instanceof WrongPlace)) throw error
    return new Refusal({
      en: `null, or how the journal is booked: ${error.text.en}`,
      es: `null, o cómo se registran los comprobantes: ${error.text.es}`,
    })
  }
})

const journalIn = (place: Place): JournalSettings => {
  const given = place.object('accounts', 'thirdParties', 'voucherType', 'costCenter', 'from', 'basis', 'template')
  return {
    accounts: given.accounts.isAbsent ? {} : accountsIn(given.accounts),
    thirdParties: given.thirdParties.isAbsent ? {} : partiesIn(given.thirdParties),
    voucherType: textOrNull(given.voucherType),
    costCenter: textOrNull(given.costCenter),
    from: isNothing(given.from) ? null : dayIn(given.from),
    basis: isNothing(given.basis) ? 'accrual' : basisIn(given.basis),
    template: isNothing(given.template) ? null : namesIn(given.template),
  }
}

/** The tax id of the operator is held against its invoices, and is written as they have it. */
const partiesIn = (place: Place): ThirdParties => {
  const parties = textsIn(place, PARTIES)
  if (parties.operator === undefined) return parties
  const operator = taxId(parties.operator)
  return operator instanceof Refusal
    ? place.refuse({
        en: `holds an operator that is not ${operator.mustBe.en}`,
        es: `tiene un operador que no es ${operator.mustBe.es}`,
      })
    : { ...parties, operator }
}

const isNothing = ({ isAbsent, value }: Place): boolean => isAbsent || value === null
const textOrNull = (place: Place): string | null => (isNothing(place) ? null : place.text())

const accountsIn = (place: Place): JournalAccounts => {
  const { withholdings } = place.object(...ROLES)
  return {
    ...textsIn(place, PLAIN_ROLES, 'withholdings'),
    ...(withholdings.isAbsent ? {} : { withholdings: namesIn(withholdings) }),
  }
}

/** The members that are there, each a text. */
const textsIn = <Name extends string>(
  place: Place,
  names: readonly Name[],
  ...others: readonly string[]
): Readonly<Partial<Record<Name, string>>> => {
  const given = place.object(...names, ...others)
  const known = names.flatMap((name) => (given[name]?.isAbsent === false ? [[name, given[name].text()] as const] : []))
  return Object.fromEntries(known) as Partial<Record<Name, string>>
}

/** One for each name; names that differ only in their case are one. */
const namesIn = (place: Place): Readonly<Record<string, string>> => {
  const given = place.entries()
  const [twice] = given.filter(([name], at) => given.findIndex(([other]) => fold(other) === fold(name)) < at)
  if (twice !== undefined) twice[1].refuse({ en: `stands twice (${twice[0]})`, es: `está dos veces (${twice[0]})` })
  return Object.fromEntries(given.map(([name, value]) => [name, value.text()]))
}
const fold = (name: string): string => name.trim().toLowerCase()

const dayIn = (place: Place) => {
  const day = typeof place.value === 'string' ? asSlotDate(place.value) : null
  return day ?? place.mustBe({ en: 'a day: 2026-01-01', es: 'un día: 2026-01-01' })
}

const basisIn = (place: Place): JournalSettings['basis'] =>
  BASES.find((basis) => basis === place.value) ?? place.mustBe({ en: 'accrual or cash', es: 'accrual o cash' })
