// Compiles to dist/, copies what the compiler leaves behind (the migrations are SQL, not TypeScript), makes the JSON Schema of the
// settings file from the compiled list of settings, bundles the program, and collects the notices of what it bundled.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { build } from 'esbuild'

const MAIN = 'dist/src/cli/main.js'
/** The program of a thread. */
const THREAD = 'dist/src/cli/ledger-thread.js'

/** A module that asks for its own place asks for it inside the bundle: the plugin puts its former place there. */
const formerPlace = {
  name: 'former-place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(relative(dirname(MAIN), path).replaceAll('\\', '/'))
      const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      if (/import\.meta\.(dirname|filename)/.test(text)) throw new Error(`${path} asks for more than import.meta.url`)
      return { contents: text }
    }),
}

const compile = async () => {
  rmSync('dist', { recursive: true, force: true })
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
  for (const folder of ['src/store/migrations', 'src/sandbox/assets']) {
    if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true })
  }
  const [{ configSchema }, { jsonText }] = await Promise.all([
    import('./dist/src/settings/schema.js'),
    import('./dist/src/publish/json.js'),
  ])
  writeFileSync('dist/cuadre.config.schema.json', `${jsonText(configSchema())}\n`)
}

/** The program is some five hundred small files with its libraries: finding and opening them took longer than reading them. */
const bundle = () =>
  build({
    entryPoints: [MAIN, THREAD],
    outdir: dirname(MAIN),
    // `files` of package.json tells the bundle from the compiled files by this name.
    chunkNames: 'bundle-[name]-[hash]',
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    // The bundle names the files it is made of: by the same names wherever it is built.
    preserveSymlinks: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // It has a native part, which it looks for itself. Everything else is bundled, and no dependency of the user.
    external: ['better-sqlite3'],
    // Libraries in CommonJS ask for Node's own modules so.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [formerPlace],
    logLevel: 'warning',
  })

/** `node_modules/a/node_modules/@b/c/lib/d.js` lies in the package `node_modules/a/node_modules/@b/c`. */
const packageOf = (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

const licenceOf = (folder) => {
  const { name, version, license, author, homepage } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
  const texts = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim())
  return { title: `${name} ${version} (${license})`, license, source: `${author?.name ?? author}, ${homepage}`, texts }
}

/** A library without a file of its licence gets the text of another one; only that of Apache names no owner. */
const noticeOf = ({ title, license, source, texts }, licences) => {
  if (texts.length > 0) return [title, ...texts].join('\n\n')
  const same = licences.find((other) => license === 'Apache-2.0' && other.license === license && other.texts.length > 0)
  if (same === undefined) throw new Error(`${title} has no licence text: add it here`)
  return [title, source, ...same.texts].join('\n\n')
}

/** The licences of the bundled libraries ask that their text travels with every copy. */
const notices = ({ inputs }) => {
  const folders = [...new Set(Object.keys(inputs).map(packageOf).filter(Boolean))].sort()
  const licences = folders.map(licenceOf)
  const texts = new Set(licences.map((licence) => noticeOf(licence, licences)).sort())
  const line = `\n\n${'-'.repeat(100)}\n\n`
  return `Cuadre contains these libraries, each under its own licence.${line}${[...texts].join(line)}\n`
}

await compile()
const { metafile } = await bundle()
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices(metafile))
chmodSync(MAIN, 0o755)
