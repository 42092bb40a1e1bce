import type { Both } from '../std/both.ts'
import { type FileFault, faultAt, foldSpaces, LINES } from './file-fault.ts'

/** An element of a file in XML or SGML. */
export interface Element {
  /** Without its namespace prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** Its own text, without its children and without spaces at the ends. */
  readonly text: string
  /** The line on which it starts. */
  readonly position: number
}

interface OpenElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: Element[]
  text: string
  position: number
}

/** In SGML, as in OFX 1, elements without children have no end tag. */
export type MarkupForm = 'xml' | 'sgml'

/**
 * Parses a whole file in XML or SGML into its one root. Every value stays text, and each element has its line. A
 * document type is refused: no bank file needs one, and its entities may expand without limit.
 */
export const readMarkup = (text: string, form: MarkupForm): Element => {
  const open: OpenElement[] = [newElement('', '', 1)]
  let line = 1
  for (const token of tokensOf(text)) {
    take(open, token, form, line)
    line += newlinesIn(token[0])
    if (open.length > DEPTH_MAX)
      throw markupFault(line, 'elements are nested too deeply', 'los elementos están anidados a demasiada profundidad')
  }
  const left = open.at(-1)
  if (left === undefined || open.length > 1) throw cut(left?.name ?? '', line)
  const [root, second] = left.children
  if (root === undefined || second !== undefined)
    throw markupFault(line, 'it has no single root', 'no tiene una única raíz')
  return root
}
const DEPTH_MAX = 100

/** Comment, CDATA, instruction, start tag, end tag or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[(?<raw>[\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(?<end>\/?)(?<name>[\p{L}_][\p{L}\p{N}_.:-]*)(?<attributes>(?:\s+[\p{L}_][\p{L}\p{N}_.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/uy

function* tokensOf(text: string): Generator<RegExpExecArray> {
  TOKEN.lastIndex = 0
  let end = 0
  while (end < text.length) {
    TOKEN.lastIndex = end
    const token = TOKEN.exec(text)
    if (token === null) throw noToken(text, end)
    end = TOKEN.lastIndex
    yield token
  }
}

const noToken = (text: string, at: number): FileFault => {
  const line = 1 + newlinesIn(text.slice(0, at))
  return /^<!DOCTYPE/i.test(text.slice(at, at + 9))
    ? markupFault(
        line,
        'it has a document type (DOCTYPE), which no such file needs',
        'tiene un tipo de documento (DOCTYPE), que sobra en un archivo así',
      )
    : markupFault(line, 'its markup is broken or cut here', 'sus etiquetas están dañadas o cortadas aquí')
}

const take = (open: OpenElement[], { groups = {} }: RegExpExecArray, form: MarkupForm, line: number): void => {
  const { raw, end, name, attributes = '', empty, text } = groups
  const top = open.at(-1)
  if (top === undefined) throw new Error('the root is never closed')
  const content = raw ?? (text === undefined ? undefined : unescaped(text, form, line))
  if (content !== undefined) {
    if (open.length === 1 && foldSpaces(content) !== '') throw outside(content, line)
    top.text += content
  }
  if (end === '/') closeElement(open, localName(name), form, line)
  else if (name !== undefined) {
    if (form === 'sgml' && top.text.trim() !== '') closeTop(open)
    open.push(newElement(localName(name), attributes, line))
    if (empty === '/') closeTop(open)
  }
}

const newElement = (name: string, attributes: string, position: number): OpenElement => ({
  name,
  attributes: attributes === '' ? NO_ATTRIBUTES : attributesIn(attributes, position),
  children: [],
  text: '',
  position,
})
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const attributesIn = (text: string, line: number): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name, double, single]) => [
      localName(name),
      unescaped(double ?? single ?? '', 'xml', line),
    ]),
  )

const localName = (name = ''): string => name.slice(name.lastIndexOf(':') + 1)
const newlinesIn = (text: string): number => text.split('\n').length - 1

const closeTop = (open: OpenElement[]): OpenElement | undefined => {
  const element = open.pop()
  if (element !== undefined) open.at(-1)?.children.push({ ...element, text: element.text.trim() })
  return element
}

/** In SGML an element without an end tag has no children: elements that seemed to be in it follow it. */
const closeElement = (open: OpenElement[], name: string, form: MarkupForm, line: number): void => {
  while (form === 'sgml' && open.length > 1 && open.at(-1)?.name !== name) {
    const inside = closeTop(open)?.children.splice(0) ?? []
    for (const element of inside) open.at(-1)?.children.push(element)
  }
  if (open.length < 2 || open.at(-1)?.name !== name)
    throw markupFault(line, `</${name}> closes nothing`, `</${name}> no cierra nada`)
  closeTop(open)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Banks write an unescaped & in OFX 1. */
const unescaped = (text: string, form: MarkupForm, line: number): string => {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\p{L}\p{N}]{1,20}));|&/giu, (whole, hex, digits, name) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    if (hex !== undefined || digits !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    const known = ENTITIES.get(name)
    if (known === undefined && form === 'xml')
      throw markupFault(line, 'it has an entity that XML does not define', 'tiene una entidad que XML no define')
    return known ?? whole
  })
}

/** A fault of an element, told with its name. */
export const elementFault = ({ name, position }: Element, what: Both<string>): FileFault =>
  faultAt(LINES, position, { en: `<${name}>: ${what.en}`, es: `<${name}>: ${what.es}` })

const markupFault = (line: number, en: string, es: string): FileFault => faultAt(LINES, line, { en, es })

/** Its line is that of its first character. */
const outside = (text: string, line: number): FileFault =>
  markupFault(
    line + newlinesIn(text.slice(0, text.search(/\S/))),
    'text stands outside the elements',
    'hay texto fuera de los elementos',
  )

const cut = (name: string, line: number): FileFault =>
  markupFault(
    line,
    `it ends inside <${name}>, so a part is missing`,
    `termina dentro de <${name}>, así que falta una parte`,
  )

/** The element at a path of names, each time the first child of that name. */
export const elementAt = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((found, name) => found?.children.find((child) => child.name === name), element)

export const elementsAt = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text of the element at a path; empty when there is none. */
export const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  elementAt(element, ...path)?.text ?? ''
