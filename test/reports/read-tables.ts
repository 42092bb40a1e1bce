import type { Language } from '../../src/words/language.ts'

/** A table of a page as displayed: rows of texts, each with the class of its row. */
export interface PageTable {
  readonly name: string
  readonly groups: readonly PageGroup[]
}

export interface PageGroup {
  readonly name: string
  readonly rows: readonly PageRow[]
}

export interface PageRow {
  readonly isTotal: boolean
  /** A cell that spans several columns is followed by empty ones. */
  readonly cells: readonly string[]
}

const matches = (text: string, pattern: RegExp): readonly RegExpMatchArray[] => [...text.matchAll(pattern)]

const attribute = (tag: string, name: string): string => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The tables of a page, found in its HTML by their first class. */
export const tablesIn = (html: string): readonly PageTable[] =>
  matches(html, /<table([^>]*)>(.*?)<\/table>/gs).map(([, tag = '', content = '']) => ({
    name: attribute(tag, 'class').split(' ')[0] ?? '',
    groups: matches(content, /<tbody([^>]*)>(.*?)<\/tbody>/gs).map(([, group = '', rows = '']) => ({
      name: attribute(group, 'class'),
      rows: matches(rows, /<tr([^>]*)>(.*?)<\/tr>/gs).map(([, row = '', cells = '']) => ({
        isTotal: ['total', 'sum'].includes(attribute(row, 'class')),
        cells: matches(cells, /<t[hd]([^>]*)(?:\/>|>(.*?)<\/t[hd]>)/gs).flatMap(([, cell = '', text = '']) => [
          textIn(text),
          ...Array<string>(Number(attribute(cell, 'colspan') || 1) - 1).fill(''),
        ]),
      })),
    })),
  }))

/** The lines of each chart: their labels and sums. */
export const figuresIn = (html: string): readonly (readonly (readonly [name: string, sum: string])[])[] =>
  matches(html, /<figure[^>]*>(.*?)<\/figure>/gs).map(([, content = '']) => {
    const spans = matches(content.replace(/<div.*/s, ''), /<span[^>]*>(.*?)<\/span>/gs).map(([, text = '']) =>
      textIn(text),
    )
    return spans.flatMap((name, at) => (at % 2 === 0 ? [[name, spans[at + 1] ?? ''] as const] : []))
  })

const textIn = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The centavos in a cell, in the digits of its language; null for an empty one. */
export const centavosIn = (cell: string, language: Language): bigint | null => {
  if (cell === '') return null
  const [group, decimal] = language === 'es' ? ['.', ','] : [',', '.']
  const [whole = '', cents = '00'] = cell.replace(/^[−+]/, '').replaceAll(group, '').split(decimal)
  const sum = BigInt(whole) * 100n + BigInt(cents)
  return cell.startsWith('−') ? -sum : sum
}
