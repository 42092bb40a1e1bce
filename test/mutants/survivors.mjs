/**
 * Writes the changes that no test detected to `test/mutants/survivors.md`, by file. Files without changes in this run
 * stay as listed. A person's reason for a change is kept when its line moves, as long as the number of changes with its
 * text stays the same.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const LIST = 'test/mutants/survivors.md'
const HEAD = `# Changes that no test sees, by place

\`npm run mutants\` writes this list; the reasons are written by hand, and kept. [docs/mutants.md](../../docs/mutants.md) has the scores.
`
const NO_REASON = 'not looked at'
const SURVIVORS = new Set(['Survived', 'NoCoverage'])
const LONGEST = 90

/** One short line, without characters that end a cell or code. */
const plain = (code) => {
  const line = code.replace(/\s+/g, ' ').replaceAll('|', '¦').replaceAll('`', '´')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 3)}...` : line
}

const codeAt = (source, { start, end }) => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

/** The lines of each file as listed. */
const listed = () => {
  const files = new Map()
  if (!existsSync(LIST)) return files
  for (const section of readFileSync(LIST, 'utf8').split('\n## ').slice(1)) {
    const [file, ...lines] = section.split('\n')
    files.set(
      file,
      lines.flatMap((line) => {
        const [, place, change, reason] = /^\| (\d+) \| (.*) \| (.*) \|$/.exec(line) ?? []
        return place === undefined ? [] : [{ place: Number(place), change, reason }]
      }),
    )
  }
  return files
}

const changesOf = ({ source, mutants }, before) => {
  const changes = mutants
    .filter(({ status }) => SURVIVORS.has(status))
    .map(({ location, replacement }) => ({
      place: location.start.line,
      change: `\`${plain(codeAt(source, location))}\` to \`${plain(replacement)}\``,
    }))
    .sort((a, b) => a.place - b.place)
  return changes.map((one) => ({ ...one, reason: reasonOf(one, changes, before) }))
}

/** The earlier reason for the same position among changes with one text; none when their number has changed. */
const reasonOf = (one, changes, before) => {
  const alike = changes.filter(({ change }) => change === one.change)
  const known = before.filter(({ change }) => change === one.change)
  return (alike.length === known.length ? known[alike.indexOf(one)]?.reason : null) ?? NO_REASON
}

const sectionOf = ([file, changes]) => {
  const rows = changes.map(({ place, change, reason }) => `| ${place} | ${change} | ${reason} |`)
  return `\n## ${file}\n\n| line | change | reason |\n|---|---|---|\n${rows.join('\n')}\n`
}

class SurvivorsReporter {
  onMutationTestReportReady({ files }) {
    const all = listed()
    for (const [file, result] of Object.entries(files)) all.set(file, changesOf(result, all.get(file) ?? []))
    const sections = [...all].filter(([file, changes]) => changes.length > 0 && existsSync(file))
    sections.sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(LIST, HEAD + sections.map(sectionOf).join(''))
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorsReporter)]
