import type { Source } from './source.ts'

/** Sets of files that import one another in a circle, each sorted. Tarjan's strongly connected components. */
export const circlesIn = (sources: readonly Source[]): readonly (readonly string[])[] => {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]))
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const circles: string[][] = []

  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    lowest.set(file, number)
    path.push(file)
    for (const next of importsOf.get(file) ?? []) {
      if (!importsOf.has(next)) continue
      if (!order.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) === number) {
      const circle = path.splice(path.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return number
  }

  for (const { file } of sources) if (!order.has(file)) visit(file)
  return circles
}
