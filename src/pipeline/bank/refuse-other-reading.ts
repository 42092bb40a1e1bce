import { forMerchant, type NamedMerchant } from '../../config/for-merchant.ts'
import type { BankEntry } from '../../domain/bank/bank-statement.ts'
import type { StatementOfAccount } from '../../domain/bank/name-statements.ts'
import { dayMonthYear, type SlotDate } from '../../domain/slot.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { groupBy } from '../../std/group-by.ts'
import { harmless } from '../../std/harmless.ts'
import type { BankFileToImport } from '../../storage/bank/write-bank-file.ts'
import type { Store } from '../../storage/store.ts'

type FileToImport = Pick<BankFileToImport, 'name' | 'file'>

/**
 * Refuses a file that an imported one has in other words, as after a change of `bankMapping`: its own bytes (`twin` is
 * the number of the file that has them), or a table with the same sums on a day and other texts.
 */
export const refuseOtherReading = async (
  store: Store,
  { name, file }: FileToImport,
  twin: number | null,
  settings: NamedMerchant,
): Promise<void> => {
  if (twin !== null && (await store.bank.countNewEntries(file)) > 0)
    throw otherReading(name, sameBytes(twin), twin, settings)
  const other = file.format === 'mapped' ? await otherTexts(store, file.statements) : null
  if (other !== null) throw otherReading(name, sameSums(other), other.file, settings)
}

interface OtherTexts {
  readonly day: SlotDate
  readonly file: number
}

/** The first day of an account on which the stored entries have the sums of these, and not their texts. */
const otherTexts = async (store: Store, statements: readonly StatementOfAccount[]): Promise<OtherTexts | null> => {
  const stored = groupBy(await store.bank.entries(), dayOfAccount)
  const own = statements.flatMap(({ account, entries }) => entries.map((entry) => ({ ...entry, account })))
  for (const [key, entries] of groupBy(own, dayOfAccount)) {
    const held = stored.get(key) ?? []
    const [known] = held
    if (known === undefined || sumsOf(entries) !== sumsOf(held)) continue
    const ofDay = statements.map((one) => ({ ...one, entries: one.entries.filter((entry) => isOn(known, one, entry)) }))
    if ((await store.bank.countNewEntries({ statements: ofDay })) > 0) return { day: known.bookedOn, file: known.file }
  }
  return null
}

type EntryOfAccount = Pick<BankEntry, 'bookedOn' | 'value'> & { readonly account: string }

const dayOfAccount = ({ account, bookedOn }: EntryOfAccount): string => `${account} ${bookedOn}`

const isOn = (known: EntryOfAccount, { account }: StatementOfAccount, { bookedOn }: BankEntry): boolean =>
  account === known.account && bookedOn === known.bookedOn

const sumsOf = (entries: readonly EntryOfAccount[]): string =>
  entries
    .map(({ value }) => value.toString())
    .sort()
    .join(' ')

const sameBytes = (number: number): Both<string> => ({
  en: `was imported as file ${number}, and its bytes give other entries by now`,
  es: `se importó como archivo ${number}, y sus bytes dan ahora otros movimientos`,
})

const sameSums = ({ day, file }: OtherTexts): Both<string> => ({
  en: `has the sums of ${day} that file ${file} has, with other texts`,
  es: `tiene las sumas del ${dayMonthYear(day)} que ya tiene el archivo ${file}, con otros textos`,
})

const otherReading = (name: string, how: Both<string>, number: number, settings: NamedMerchant): CuadreError =>
  new CuadreError(
    'BANK_FILE_WRONG',
    {
      en: `${harmless(name)} ${how.en}, as after a change of bankMapping: they would be stored twice; nothing was imported`,
      es: `${harmless(name)} ${how.es}, como tras un cambio de bankMapping: quedarían dos veces; no se importó nada`,
    },
    {
      en: `void the earlier import first: ${forMerchant(`cuadre bank void ${number} --reason TEXT`, settings)}`,
      es: `anule antes esa importación: ${forMerchant(`cuadre bank void ${number} --reason TEXTO`, settings)}`,
    },
  )
