import type { Flip, Outcome } from './flips.ts'

const OUTCOMES: readonly Outcome[] = ['harmless', 'seen', 'unseen']

/** The number of flips by effect, by table and index or by file of a pack, and the total. */
export const tableOfFlips = (name: string, flips: readonly Flip[]): string => {
  const objects = [...new Set(flips.map(({ object }) => object))].sort()
  const rowOf = (title: string, of: readonly Flip[]): readonly string[] => [
    title,
    ...OUTCOMES.map((outcome) => `${of.filter((flip) => flip.outcome === outcome).length}`),
  ]
  const rows = objects.map((object) =>
    rowOf(
      object,
      flips.filter((flip) => flip.object === object),
    ),
  )
  return [[name, ...OUTCOMES], ...rows, rowOf(`all of ${name}`, flips)]
    .map(([title = '', ...cells]) => title.padEnd(44) + cells.map((cell) => cell.padStart(10)).join(''))
    .join('\n')
}
