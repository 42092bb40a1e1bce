import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src', 'jobs', 'reports']

/** The floors of the house, from the ground up: a part imports only from lower floors. */
const FLOORS: readonly (readonly string[])[] = [
  ['src/std'],
  ['src/core'],
  ['src/rules', 'src/tables'],
  [
    'src/service',
    'src/bank',
    'src/receivables',
    'src/store',
    'src/words',
    'src/print',
    'src/webhooks',
    'src/queue',
    'src/input',
  ],
  ['src/journal'],
  ['reports'],
  ['jobs/steps'],
  ['jobs'],
  ['src/questions', 'src/ui'],
  ['src/cli', 'src/library'],
  ['src/index'],
]
/** Further imports that a part may have. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { 'src/input': ['src/words'], 'src/print': ['src/words'] }
/** Separate: a second, independent implementation of the service's description. */
const APART = 'src/sandbox'

const allowedFor = (part: string): readonly string[] => {
  if (part === APART) return [APART]
  const floor = FLOORS.findIndex((parts) => parts.includes(part))
  const below = floor === -1 ? [`(${part} has no floor)`] : FLOORS.slice(0, floor).flat()
  return [part, ...below, ...(BESIDE[part] ?? []), ...(part === 'src/cli' ? [APART] : [])]
}
/** The demo starts the service it reads from. */
const DEMO = 'jobs/demo.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const sources = FOLDERS.flatMap(filesIn)

/** The part of the house that a file belongs to: the first two folders below src, else the first; the steps of jobs are a part of their own. */
const partOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  return first === 'src' || file.startsWith('jobs/steps/') ? join(first, second.replace(/\.tsx?$/, '')) : first
}

const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s+'([^']+)'|import\('([^']+)'\)/g)].map(
    ([, from, dynamic]) => from ?? dynamic ?? '',
  )

const ownImportsOf = (file: string): string[] =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(ROOT, normalize(join(ROOT, dirname(file), name))))

describe('the house is tidy', () => {
  test('each part imports only from the floors below', () => {
    const strangers = sources.flatMap((file) => {
      const allowed = [...allowedFor(partOf(file)), ...(file === DEMO ? [APART] : [])]
      const isStranger = (name: string) => !allowed.some((place) => isWithin(name, place))
      return ownImportsOf(file).flatMap((name) => (isStranger(name) ? [`${file} imports ${name}`] : []))
    })
    expect(strangers).toEqual([])
  })

  test('core and rules import no library', () => {
    const pure = sources.filter((file) => ['src/core', 'src/rules'].includes(partOf(file)))
    const libraries = pure.flatMap((file) =>
      importsOf(file).flatMap((name) => (name.startsWith('.') ? [] : [`${file} imports ${name}`])),
    )
    expect(libraries).toEqual([])
  })

  test('no file or folder hides a missing word', () => {
    expect(
      sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager|services|types)(\.tsx?$|\/)/.test(file)),
    ).toEqual([])
  })

  test('what tests start as processes is made of sources that are there', () => {
    const folder = join(ROOT, 'test/stories')
    const started = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
    const named = started.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/dist\/([^']+)\.js'/g)].map(([, source]) => `${source}.ts`),
    )
    expect(named.filter((source) => !sources.includes(source))).toEqual([])
  })

  test('nothing is left for later', () => {
    const leftovers = sources.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(leftovers).toEqual([])
  })
})

const isWithin = (name: string, place: string): boolean =>
  name === place || name === `${place}.ts` || name.startsWith(`${place}/`)
