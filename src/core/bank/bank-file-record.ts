import { groupBy } from '../../std/group-by.ts'
import type { ActStamp } from '../findings/act.ts'
import type { SlotDate } from '../slot.ts'
import type { AccountStatement, BankEntry, BankFormat, CoveredDays, EntryInFile } from './bank-statement.ts'

/** The days of an account that a file covers, both included, and the number of its entries there. */
export interface DaysOfFile extends CoveredDays {
  readonly entries: number
}

/** An imported bank file. */
export interface BankFileRecord extends ActStamp {
  /** Without its folder. */
  readonly name: string
  readonly format: BankFormat
  /** SHA-256 of the file as received, in lower-case hex. */
  readonly digest: string
  /** Whether the file itself is stored, or its contents without the texts of others. */
  readonly isOriginal: boolean
  /** Its statements, in the order of the file. */
  readonly statements: readonly DaysOfFile[]
  /** When, by whom and why the file was voided; null while it counts. */
  readonly voided: (ActStamp & { readonly reason: string }) | null
}

/**
 * The later files that cover a day of an entry which this file had first: they may have that entry as well, and it is
 * stored once, with this file. Voided files are none of them.
 */
export const laterFiles = (
  { number }: Pick<BankFileRecord, 'number'>,
  files: readonly BankFileRecord[],
  entries: readonly EntryInFile[],
): readonly BankFileRecord[] => {
  const own = entries.filter(({ file }) => file === number)
  return files.filter(
    (later) =>
      later.number > number &&
      later.voided === null &&
      later.statements.some(({ account, from, to }) =>
        own.some((entry) => entry.account === account && entry.bookedOn >= from && entry.bookedOn <= to),
      ),
  )
}

/** An entry of a file, with its id. */
export interface IdentifiedEntry extends BankEntry {
  readonly id: string
  readonly account: string
}

/** A day of which a file has sums that are stored with other texts, and the file that has these. */
export interface OtherTexts {
  readonly day: SlotDate
  readonly file: number
}

/** The entries of a file as they are or will be stored: each with its id there. */
export interface EntryComparison {
  /** Entries that are stored with the very same contents. */
  readonly known: readonly IdentifiedEntry[]
  /** Entries that are stored with another text or reference, which the bank completed or renewed. */
  readonly renewed: readonly IdentifiedEntry[]
  readonly added: readonly IdentifiedEntry[]
  /** The first day whose entries may be stored with wholly other texts: they would be there twice. Null without one. */
  readonly others: OtherTexts | null
}

/**
 * Compares the entries of a file with those that are stored, day by day. Banks complete texts and renew references from
 * one download to the next: an entry of the same account, day and value is the stored one where one text begins with
 * the other or contains it. `isReadable` says whether a text names the operator; those of others are not stored.
 */
export const compareEntries = (
  entries: readonly IdentifiedEntry[],
  stored: readonly EntryInFile[],
  isReadable: (text: string) => boolean,
): EntryComparison => {
  const held = groupBy(stored, dayOfAccount)
  const days = [...groupBy(entries, dayOfAccount)].map(([day, own]) => compareDay(own, held.get(day) ?? [], isReadable))
  return {
    known: days.flatMap(({ known }) => known),
    renewed: days.flatMap(({ renewed }) => renewed),
    added: days.flatMap(({ added }) => added),
    others: days.find(({ others }) => others !== null)?.others ?? null,
  }
}

const dayOfAccount = ({ account, bookedOn }: Pick<IdentifiedEntry, 'account' | 'bookedOn'>): string =>
  `${account} ${bookedOn}`

const compareDay = (
  own: readonly IdentifiedEntry[],
  stored: readonly EntryInFile[],
  isReadable: (text: string) => boolean,
): EntryComparison => {
  const [ids, storedIds] = [new Set(own.map(({ id }) => id)), new Set(stored.map(({ id }) => id))]
  const known = own.filter(({ id }) => storedIds.has(id))
  const isOfOperator = ({ text }: { readonly text: string | null }): boolean => text !== null && isReadable(text)
  // References that stay from one download to the next tell entries apart.
  const isApart = known.some(({ reference }) => reference !== null) ? haveOtherReferences : () => false
  const sides: Sides = {
    fresh: own.filter(({ id }) => !storedIds.has(id)),
    left: stored.filter(({ id }) => !ids.has(id)),
    renewed: [],
  }
  const completed = [hasItsReference, () => true].reduce(
    (before, isBetter) =>
      pair(before, (one, other) => isBetter(one, other) && !isApart(one, other) && isSame(one, other)),
    sides,
  )
  const isRead = known.length + completed.renewed.length > 0
  const rest = isRead ? pairOthers(completed, isOfOperator) : completed
  const isTwice = (one: EntryInFile): boolean =>
    rest.fresh.some(
      (other) => one.value === other.value && isOfOperator(one) && isOfOperator(other) && !isApart(one, other),
    )
  const twice = isRead || sumsOf(rest.left) !== sumsOf(rest.fresh) ? rest.left.find(isTwice) : rest.left[0]
  const others = twice === undefined ? null : { day: twice.bookedOn, file: twice.file }
  return { known, renewed: rest.renewed, added: rest.fresh, others }
}

/** The entries of a day, of a file and stored, that are not matched yet, and those of the file that are. */
interface Sides {
  readonly fresh: readonly IdentifiedEntry[]
  readonly left: readonly EntryInFile[]
  readonly renewed: readonly IdentifiedEntry[]
}

/** Gives entries of the file the ids of stored ones; the longest texts first, which match the fewest. */
const pair = (sides: Sides, isPair: (one: EntryInFile, other: IdentifiedEntry) => boolean): Sides => {
  let [fresh, left, renewed] = [sides.fresh, sides.left, sides.renewed]
  for (const one of sides.left.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const [other] = fresh
      .filter((entry) => entry.value === one.value && isPair(one, entry))
      .toSorted((a, b) => apartBy(one, a) - apartBy(one, b))
    if (other === undefined) continue
    fresh = fresh.filter((entry) => entry !== other)
    left = left.filter((entry) => entry !== one)
    renewed = [...renewed, { ...other, id: one.id }]
  }
  return { fresh, left, renewed }
}

const lengthOf = ({ text }: Pick<EntryInFile, 'text'>): number => text?.length ?? 0
const apartBy = (one: EntryInFile, other: IdentifiedEntry): number => Math.abs(lengthOf(one) - lengthOf(other))

/**
 * A file that has something of a day once more has all that is stored of it: what is left of others, whose texts are
 * not stored, are the entries of the same sums.
 */
const pairOthers = (sides: Sides, isOfOperator: (entry: EntryInFile | IdentifiedEntry) => boolean): Sides => {
  if (sides.left.some(isOfOperator)) return sides
  const paired = pair(sides, (_, other) => !isOfOperator(other))
  return paired.left.length === 0 ? paired : sides
}

const hasItsReference = (one: EntryInFile, { reference }: IdentifiedEntry): boolean =>
  reference !== null && one.reference === reference

const haveOtherReferences = (one: EntryInFile, { reference }: IdentifiedEntry): boolean =>
  reference !== null && one.reference !== null && one.reference !== reference

const isSame = ({ text }: EntryInFile, other: IdentifiedEntry): boolean =>
  text !== null && text !== '' && other.text !== '' && (isWithin(text, other.text) || isWithin(other.text, text))

const isWithin = (part: string, whole: string): boolean => whole.startsWith(part) || ` ${whole} `.includes(` ${part} `)

const sumsOf = (entries: readonly Pick<BankEntry, 'value'>[]): string =>
  entries
    .map(({ value }) => value.toString())
    .sort()
    .join(' ')

type Span = Pick<AccountStatement, 'account' | 'from' | 'to' | 'opening' | 'closing'>

/**
 * Finds the stored entries that cannot be in a statement though they are of its days: those of a statement that begins
 * or ends within the same day with the balance with which this one ends or begins.
 */
export const entriesBeside = (
  statement: Span,
  statements: readonly AccountStatement[],
): ((entry: EntryInFile) => boolean) => {
  const beside = statements.flatMap((other) => {
    if (other.account !== statement.account) return []
    if (follows(statement, other)) return [{ file: other.file, day: other.to }]
    return follows(other, statement) ? [{ file: other.file, day: other.from }] : []
  })
  return ({ account, file, bookedOn }) =>
    account === statement.account && beside.some((one) => one.file === file && one.day === bookedOn)
}

/** Whether one statement goes on where another ends within a day. One whose balances are the same is the same. */
const follows = (later: Span, earlier: Span): boolean =>
  later.from === earlier.to &&
  later.opening !== null &&
  later.opening === earlier.closing &&
  (later.opening !== earlier.opening || later.closing !== earlier.closing)
