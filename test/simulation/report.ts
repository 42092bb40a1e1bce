import type { Disagreement, Played } from './play.ts'
import type { Story } from './story.ts'

/** The coverage of many stories: how often each code, verdict and exit status occurred. */
export class Coverage {
  readonly #counts = new Map<string, Map<string, number>>()

  add(played: Played): void {
    for (const [kind, names] of Object.entries(played.reached)) for (const name of names) this.#count(kind, name)
  }

  #count(kind: string, name: string): void {
    const counts = this.#counts.get(kind) ?? new Map<string, number>()
    this.#counts.set(kind, counts.set(name, (counts.get(name) ?? 0) + 1))
  }

  text(): string {
    return [...this.#counts].map(([kind, counts]) => tableOf(kind, counts)).join('\n\n')
  }
}

const tableOf = (kind: string, counts: ReadonlyMap<string, number>): string =>
  [kind, ...[...counts].sort().map(([name, count]) => `  ${name.padEnd(34)}${String(count).padStart(9)}`)].join('\n')

/** The smallest failing story, as a test for stories.test.ts. */
export const testText = (story: Story, { lines }: Disagreement): string =>
  [
    ...lines.slice(0, 20).map((line) => `// ${line}`),
    "test('', async () => {",
    `  expect(await disagreementOf(${JSON.stringify(story, null, 2).replaceAll('\n', '\n  ')})).toBeNull()`,
    '})',
  ].join('\n')
