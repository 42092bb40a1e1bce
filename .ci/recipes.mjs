// Applies the change that each recipe of docs/recipes shows to a copy of the checkout, and type-checks the result: a recipe that
// nobody can follow fails here. `node .ci/recipes.mjs`
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RECIPES = join(ROOT, 'docs/recipes')
/** After this change the compiler names every text that the language lacks: that is the recipe. */
const UNFINISHED = ['add-a-language.md']

/** The changes of a file: [{ file, hunks: [{ before, after }] }], as lines. */
const changesIn = (text) =>
  [...text.matchAll(/```diff\n([\s\S]*?)```/g)].flatMap(([, diff]) => {
    const changes = []
    for (const line of diff.split('\n')) {
      const [, file] = /^\+\+\+ b\/(\S+)$/.exec(line) ?? []
      if (file !== undefined) changes.push({ file, hunks: [{ before: [], after: [] }] })
      else if (line.startsWith('--- ') || changes.length === 0) continue
      else if (line.startsWith('@@')) changes.at(-1).hunks.push({ before: [], after: [] })
      else addLine(changes.at(-1).hunks.at(-1), line)
    }
    return changes
  })

const addLine = ({ before, after }, line) => {
  if (line.startsWith('+')) after.push(line.slice(1))
  else if (line.startsWith('-')) before.push(line.slice(1))
  else if (line.startsWith(' ')) {
    before.push(line.slice(1))
    after.push(line.slice(1))
  }
}

const apply = (folder, recipe, { file, hunks }) => {
  const path = join(folder, file)
  let text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  for (const { before, after } of hunks.filter(({ before, after }) => before.length + after.length > 0)) {
    const [from, to] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(''))
    if (from === '' && text !== '') throw new Error(`${recipe}: a change of ${file} shows no line around it`)
    if (!text.includes(from)) throw new Error(`${recipe}: ${file} does not have\n${from}`)
    text = text.replace(from, () => to)
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const copy = () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-recipes-'))
  for (const name of [
    'src',
    'jobs',
    'reports',
    'test',
    'bench',
    'tsconfig.json',
    'package.json',
    'drizzle.config.ts',
    'vitest.config.ts',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const folder = copy()
const unfinished = copy()
try {
  const recipes = readdirSync(RECIPES)
  for (const recipe of recipes) {
    const changes = changesIn(readFileSync(join(RECIPES, recipe), 'utf8'))
    if (changes.length === 0) throw new Error(`${recipe} shows no change`)
    for (const change of changes) apply(UNFINISHED.includes(recipe) ? unfinished : folder, recipe, change)
  }
  // Of tests the lines are applied; the tables of theirs that a change makes longer are filled by who makes it.
  writeFileSync(
    join(folder, 'tsconfig.recipes.json'),
    '{"extends":"./tsconfig.json","include":["src","jobs","reports"]}',
  )
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.recipes.json']
  execFileSync(process.execPath, tsc, { cwd: folder, stdio: 'inherit' })
  process.stdout.write(`${recipes.length} recipes can be followed\n`)
} finally {
  for (const one of [folder, unfinished]) rmSync(one, { recursive: true, force: true })
}
