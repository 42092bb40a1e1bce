import type { BankStatement } from '../../core/bank/bank-statement.ts'
import { inSpanish, inWords, plus } from '../../core/money.ts'
import type { Both } from '../../std/both.ts'
import { type FileFault, faultAt, foldSpaces, formOf, LINES } from '../../tables/file-fault.ts'
import type { Element } from '../../tables/markup.ts'

/**
 * How often a part stands in its element, and what stands in it: a text, once; parts, once; parts, each of which is
 * read; or what means nothing to us, in which no entry stands.
 */
type Part = (typeof PARTS)[number]
const PARTS = ['text', 'once', 'each', 'nothing'] as const

type Parts = ReadonlyMap<string, Part>

/** The parts of each element that is read, by its name. */
type Layout = ReadonlyMap<string, Parts>

/** The elements on the way from the root to an entry stand nowhere else. */
interface KnownParts {
  readonly layout: Layout
  readonly onTheWay: ReadonlySet<string>
}

export const knownParts = (layout: Readonly<Record<string, Parts>>): KnownParts => {
  const parts = Object.values(layout).flatMap((one) => [...one])
  const roots = Object.keys(layout).filter((name) => parts.every(([part]) => part !== name))
  const each = parts.filter(([, part]) => part === 'each').map(([name]) => name)
  return { layout: new Map(Object.entries(layout)), onTheWay: new Set([...roots, ...each]) }
}

/** The parts of an element: for each kind, the names separated by spaces. */
export const partsOf = (names: Readonly<Partial<Record<Part, string>>>): Parts =>
  new Map(
    PARTS.flatMap((part) => {
      const all = names[part]?.split(' ') ?? []
      return all.map((name): [string, Part] => [name, part])
    }),
  )

/**
 * Refuses an element in which anything stands that is not known at this place. What a reader then asks for by name is
 * all there is, so that no entry is passed over.
 */
export const requireKnown = (element: Element, known: KnownParts): void => {
  const parts = known.layout.get(element.name)
  if (parts === undefined) {
    requireNoEntries(element, known)
    return
  }
  if (foldSpaces(element.text) !== '') throw textBeside(element)
  const seen = new Set<string>()
  for (const child of element.children) {
    // A bank's own part has a name with a dot, as OFX requires.
    const part = parts.get(child.name) ?? (child.name.includes('.') ? 'nothing' : undefined)
    if (part === undefined) throw misplaced(child, element)
    if ((part === 'text' || part === 'once') && seen.has(child.name)) throw twice(child, element)
    seen.add(child.name)
    if (part === 'text' && child.children[0] !== undefined) throw misplaced(child.children[0], child)
    if (part === 'nothing') requireNoEntries(child, known)
    else requireKnown(child, known)
  }
}

/** Refuses an element that means nothing to us, but has an element on the way to an entry in it. */
const requireNoEntries = (element: Element, known: KnownParts): void => {
  for (const child of element.children) {
    if (known.onTheWay.has(child.name)) throw misplaced(child, element)
    requireNoEntries(child, known)
  }
}

/**
 * The known elements of those names, in whatever envelope they stand. Refuses an envelope that has more on the way to
 * an entry, or a document as a text.
 */
export const knownWithin = (envelope: Element, names: readonly string[], known: KnownParts): readonly Element[] => {
  if (envelope.text.includes('<')) throw textBeside(envelope)
  return envelope.children.flatMap((child) => {
    if (!names.includes(child.name) && known.onTheWay.has(child.name)) throw misplaced(child, envelope)
    if (!names.includes(child.name)) return knownWithin(child, names, known)
    requireKnown(child, known)
    return [child]
  })
}

const misplaced = ({ name, position }: Element, within: Element): FileFault =>
  faultAt(
    LINES,
    position,
    {
      en: `<${name}> stands in <${within.name}>, where it is not read`,
      es: `<${name}> está dentro de <${within.name}>, donde no se lee`,
    },
    OTHER_FORM,
  )

const twice = ({ name, position }: Element, within: Element): FileFault =>
  faultAt(
    LINES,
    position,
    {
      en: `<${name}> stands a second time in <${within.name}>`,
      es: `<${name}> está por segunda vez dentro de <${within.name}>`,
    },
    OTHER_FORM,
  )

const textBeside = ({ name, position }: Element): FileFault =>
  faultAt(
    LINES,
    position,
    {
      en: `<${name}> has text beside its parts, and it is not read`,
      es: `<${name}> tiene texto junto a sus partes, y no se lee`,
    },
    OTHER_FORM,
  )

const OTHER_FORM: Both<string> = {
  en: 'get the movements of the account from the bank once more, alone or in another form',
  es: 'descargue de nuevo del banco los movimientos de la cuenta, solos o en otro formato',
}

/**
 * Checks that opening and entries add up to the closing, when the statement has both balances. `position` is that of
 * the closing, for the fault.
 */
export const checkClosing = (statement: BankStatement, position: number): BankStatement => {
  const { opening, closing, entries } = statement
  if (opening === null || closing === null) return statement
  const reached = entries.reduce((sum, { value }) => plus(sum, value), opening)
  if (reached === closing) return statement
  throw faultAt(LINES, position, {
    en: `its closing balance is ${inWords(closing)}, and opening and entries come to ${inWords(reached)}`,
    es: `su saldo final es ${inSpanish(closing)}, y el inicial con los movimientos suma ${inSpanish(reached)}`,
  })
}

/** Which part of a text keeps it from being a sum, with its form in place of its content. */
export const noSum = (text: string): Both<string> => {
  if (text.trim() === '') return { en: 'it has no sum', es: 'no tiene una suma' }
  const form = formOf(text)
  const { en, es } = REASONS.find(({ isIn }) => isIn.test(text)) ?? OTHER
  return { en: `its sum ${form}: ${en}`, es: `su valor ${form}: ${es}` }
}

/** A separator before three digits. */
export const openSum = (text: string): Both<string> => ({
  en: `its sum ${formOf(text)}: the three digits at its end may be thousands or decimals`,
  es: `su valor ${formOf(text)}: las tres cifras del final pueden ser miles o decimales`,
})

const REASONS = [
  { isIn: /\p{L}/u, en: 'it has letters', es: 'tiene letras' },
  { isIn: /[^\d\s.,+-]/, en: 'it has a sign that no sum has', es: 'tiene un signo que ningún valor tiene' },
  { isIn: /\d\s+\d/, en: 'a space stands between its digits', es: 'hay un espacio entre sus cifras' },
  { isIn: /^[+-]\d+([.,]\d\d?)?$/, en: 'it has a sign where none belongs', es: 'tiene un signo donde no va' },
  { isIn: /.[+-]/, en: 'its sign does not stand before it', es: 'su signo no está delante' },
  { isIn: /[.,].*[.,]/, en: 'it has two separators', es: 'tiene dos separadores' },
  { isIn: /[.,]\d{2}\d*[1-9]/, en: 'it has parts of a centavo', es: 'tiene partes de un centavo' },
  { isIn: /\d{15}/, en: 'it is beyond what can be held exactly', es: 'supera lo que se puede guardar con exactitud' },
]
const OTHER: Both<string> = { en: 'its decimal sign is another', es: 'su signo decimal es otro' }
