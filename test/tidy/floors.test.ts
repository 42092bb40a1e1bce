import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['src', 'jobs', 'reports']

/** Which parts of the house a part may import; libraries of npm and Node are judged apart. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/std': [],
  'src/domain': ['src/std'],
  'src/api': ['src/std', 'src/domain'],
  'src/store': ['src/std', 'src/domain'],
  'src/webhooks': ['src/std', 'src/domain'],
  'src/watch': ['src/std', 'src/domain'],
  'src/publish': ['src/std', 'src/domain/cell', 'src/domain/money'],
  'src/sandbox': [],
  'src/settings': ['src/std', 'src/domain', 'src/language'],
  'src/language': ['src/std', 'src/domain'],
  'src/zone': ['src/std', 'src/domain'],
  reports: ['src/std', 'src/domain', 'src/language', 'src/publish/html'],
  jobs: [
    'src/std',
    'src/domain',
    'src/language',
    'src/api',
    'src/store',
    'src/webhooks',
    'src/watch',
    'src/publish',
    'src/settings',
    'src/zone',
    'reports',
  ],
  'src/cli': ['src', 'jobs', 'reports'],
}
/** The demo starts the service it reads from. */
const DEMO = 'jobs/demo.ts'

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const sources = FOLDERS.flatMap(filesIn)

/** The part of the house a file belongs to: the first two folders below src, else the first. */
const partOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  return first === 'src' ? join(first, second.replace(/\.tsx?$/, '')) : first
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
  test.each(sources)('%s imports only what its part may', (file) => {
    const part = partOf(file)
    const allowed = [
      part,
      ...(ALLOWED[part] ?? [`(${part} has no line in the table)`]),
      ...(file === DEMO ? ['src/sandbox'] : []),
    ]
    const strangers = ownImportsOf(file).filter((name) => !allowed.some((place) => isWithin(name, place)))
    expect(strangers).toEqual([])
  })

  test.each(sources.filter((file) => partOf(file) === 'src/domain'))('%s imports no library', (file) => {
    expect(importsOf(file).filter((name) => !name.startsWith('.'))).toEqual([])
  })

  test('no file or folder hides a missing word', () => {
    expect(
      sources.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager|services?|types)(\.tsx?$|\/)/.test(file)),
    ).toEqual([])
  })

  test('nothing is left for later', () => {
    const leftovers = sources.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(leftovers).toEqual([])
  })
})

const isWithin = (name: string, place: string): boolean =>
  name === place || name === `${place}.ts` || name.startsWith(`${place}/`)
