// Compiles, copies what the compiler leaves out (the migrations are SQL, not TypeScript), makes the JSON Schema of the
// settings file from the compiled list of settings, those of the documents, and the help texts from the list of commands, bundles the program,
// and collects the licence notices of bundled packages. All of this happens in a temporary folder, which replaces dist/
// at the end, so that others who use dist/ meanwhile see a complete one.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const MAIN = 'dist/src/cli/main.js'
/** The entry points for other programs, and their sources. */
const LIBRARY = {
  index: 'dist/src/index.js',
  checks: 'dist/src/library/checks.js',
  client: 'dist/src/library/create-client.js',
  webhooks: 'dist/src/library/verify-notification.js',
}
const LIBRARY_FOLDER = 'dist/lib'

/** Modules that use import.meta.url refer to the bundle once bundled: the plugin inserts their former path. */
const formerPlace = (place, folder) => ({
  name: 'former-place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      // A library does not move with dist/.
      const home = path.startsWith(join(place, sep)) ? place : process.cwd()
      const former = JSON.stringify(relative(join(home, folder), path).replaceAll('\\', '/'))
      const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${former}, import.meta.url).href`)
      if (/import\.meta\.(dirname|filename)/.test(text)) throw new Error(`${path} asks for more than import.meta.url`)
      return { contents: text }
    }),
})

const compile = async (place) => {
  const dist = join(place, 'dist')
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', dist]
  execFileSync(process.execPath, tsc, { stdio: 'inherit' })
  for (const folder of ['src/store/migrations', 'src/sandbox/assets', 'src/ui/assets']) {
    if (existsSync(folder)) cpSync(folder, join(dist, folder), { recursive: true })
  }
  const compiled = (file) => import(pathToFileURL(join(dist, 'src', file)).href)
  const { configSchema } = await compiled('input/schema.js')
  const { jsonText } = await compiled('print/json.js')
  writeFileSync(join(dist, 'cuadre.config.schema.json'), `${jsonText(configSchema())}\n`)
  const { QUESTIONS } = await compiled('questions/questions.js')
  const { DOCUMENTS, schemaOf } = await compiled('../reports/documents/documents.js')
  mkdirSync(join(dist, 'schemas'))
  for (const one of [...QUESTIONS, ...DOCUMENTS]) {
    const file = join(dist, 'schemas', `${one.name.replaceAll(' ', '-')}.json`)
    writeFileSync(file, `${JSON.stringify(schemaOf(one), null, 2)}\n`)
  }
  const { LANGUAGES } = await compiled('words/language.js')
  const { helpTexts, wordsOfCommands } = await compiled('cli/help/help-texts.js')
  writeFileSync(join(dist, 'help.words.json'), JSON.stringify(await wordsOfCommands()))
  for (const language of LANGUAGES) {
    writeFileSync(join(dist, `help.${language}.json`), JSON.stringify(await helpTexts(language)))
  }
}

/**
 * The program has some five hundred small files with its libraries: finding and opening them took longer than reading
 * them.
 */
const bundleProgram = (place) =>
  bundle(place, {
    entryPoints: [MAIN],
    outdir: dirname(MAIN),
    // `files` of package.json distinguishes the bundle from the compiled files by this name.
    chunkNames: 'bundle-[name]-[hash]',
    allowOverwrite: true,
  })

const bundleLibrary = (place) =>
  bundle(place, { entryPoints: LIBRARY, outdir: LIBRARY_FOLDER, chunkNames: 'part-[hash]' })

const bundle = (place, outputs) =>
  build({
    ...outputs,
    // Paths are relative to this folder (`dist/...`), whatever its name.
    absWorkingDir: place,
    bundle: true,
    splitting: true,
    // The bundle names its source files: by the same names wherever it is built.
    preserveSymlinks: true,
    metafile: true,
    // Without white space the installation stays below 35 MB.
    minifyWhitespace: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // better-sqlite3 has a native part, which it finds itself, and only users of the queue install pg and pg-boss, and only those of notifyMail nodemailer.
    // Everything else is bundled and not a dependency of the user.
    external: ['better-sqlite3', 'pg', 'pg-boss', 'nodemailer'],
    // Libraries in CommonJS require Node's own modules in this way.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [formerPlace(place, outputs.outdir)],
    logLevel: 'warning',
  })

/** The types of the library: only the files that its entries refer to. */
const typesOfLibrary = (place) => {
  const all = join(place, 'types')
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.library.json', '--outDir', all]
  const { stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' })
  const found = new Set()
  const follow = (file) => {
    if (found.has(file)) return
    found.add(file)
    const text = readFileSync(join(all, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      if (!name.startsWith('.')) throw new Error(`the types of ${file} need ${name}`)
      follow(join(dirname(file), name.replace(/\.ts$/, '.d.ts')))
    }
    const target = join(place, LIBRARY_FOLDER, 'types', file)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text.replace(/((?:from |import\()'[^']+)\.ts'/g, "$1.js'"))
  }
  for (const entry of Object.values(LIBRARY)) follow(relative('dist', entry).replace(/\.js$/, '.d.ts'))
  // A type that nobody wrote down may need any file, and is not followed.
  for (const file of found)
    for (const [, name] of readFileSync(join(all, file), 'utf8').matchAll(/import\("([^"]+)\.ts"\)/g))
      if (!found.has(join(dirname(file), `${name}.d.ts`)))
        throw new Error(`a type of ${file} needs ${name}: write it down`)
  // A file outside the library may have types without a name.
  const wrong = stdout.split('\n').filter((line) => found.has(line.replace(/\.tsx?\(.*$/, '.d.ts')))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` is in the package `node_modules/a/node_modules/@b/c`. */
const packageOf = (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const licenceOf = (folder) => {
  const { name, version, license, author, homepage } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim())
  return { title: `${name} ${version} (${license})`, license, source: `${author?.name ?? author}, ${homepage}`, texts }
}

/**
 * A library without a licence file gets the text of another one, which is possible only for Apache-2.0, since that text
 * names no owner.
 */
const noticeOf = ({ title, license, source, texts }, licences) => {
  if (texts.length > 0) return [title, ...texts].join('\n\n')
  const same = licences.find((other) => license === 'Apache-2.0' && other.license === license && other.texts.length > 0)
  if (same === undefined) throw new Error(`${title} has no licence text: add it here`)
  return [title, source, ...same.texts].join('\n\n')
}

/** The licences of the bundled libraries require that their text is part of every copy. */
const notices = (inputs, place) => {
  const packages = new Set(inputs.map(packageOf).filter(Boolean))
  const folders = [...packages].sort().map((path) => resolve(place, path))
  const licences = folders.map(licenceOf)
  const texts = new Set(licences.map((licence) => noticeOf(licence, licences)).sort())
  const line = `\n\n${'-'.repeat(100)}\n\n`
  return `Cuadre contains these libraries, each under its own licence.${line}${[...texts].join(line)}\n`
}

/** A folder cannot be renamed over a non-empty one, so that one is moved away first. */
const takePlace = (place) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const former = join(place, `former-${tries}`)
    if (existsSync('dist')) moved('dist', former)
    if (moved(join(place, 'dist'), 'dist')) return
  }
  throw new Error('dist/ is being built by others without end')
}

/** False when another build was faster. */
const moved = (from, to) => {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) return false
    throw error
  }
}

const place = mkdtempSync(resolve('.build-'))
try {
  await compile(place)
  typesOfLibrary(place)
  // The library is bundled from the compiled files, before the bundle of the program replaces some of them.
  const library = await bundleLibrary(place)
  const program = await bundleProgram(place)
  const inputs = [library, program].flatMap(({ metafile }) => Object.keys(metafile.inputs))
  // Node looks for the kind of each file in the folders above it, until one says so: the nearest one saves a look for each.
  writeFileSync(join(place, dirname(MAIN), 'package.json'), '{"type":"module"}\n')
  writeFileSync(join(place, 'dist/THIRD-PARTY-NOTICES.txt'), notices(inputs, place))
  chmodSync(join(place, MAIN), 0o755)
  takePlace(place)
} finally {
  rmSync(place, { recursive: true, force: true })
}
