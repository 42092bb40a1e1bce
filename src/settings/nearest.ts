/** The known name a mistyped one is nearest to, by the number of letters to change; none when all are further than `most`. */
export const nearest = (typed: string, known: readonly string[], most = Number.POSITIVE_INFINITY): string | undefined =>
  known
    .map((name) => ({ name, distance: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter((one) => one.distance <= most)
    .sort((a, b) => a.distance - b.distance)[0]?.name

/** Levenshtein's distance, one row of the table at a time. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
