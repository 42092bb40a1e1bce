// Compiles to dist/ and copies what the compiler leaves behind: the migrations are SQL, not TypeScript. The JSON Schema of the
// settings file is made from the compiled list of settings.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { build } from 'esbuild'

const MAIN = 'dist/src/cli/main.js'
/** The program of a thread. */
const THREAD = 'dist/src/cli/ledger-thread.js'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
for (const folder of ['src/store/migrations', 'src/sandbox/assets']) {
  if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true })
}
const [{ configSchema }, { jsonText }] = await Promise.all([
  import('./dist/src/settings/schema.js'),
  import('./dist/src/publish/json.js'),
])
writeFileSync('dist/cuadre.config.schema.json', `${jsonText(configSchema())}\n`)

/** A module that asks where it lies lies in the bundle now: it is told where it lay. */
const whereItLay = {
  name: 'where-it-lay',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const place = JSON.stringify(relative(dirname(MAIN), path).replaceAll('\\', '/'))
      const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      if (/import\.meta\.(dirname|filename)/.test(text)) throw new Error(`${path} asks for more than import.meta.url`)
      return { contents: text }
    }),
}

// The program is some five hundred small files with its libraries: finding and opening them took longer than reading them.
await build({
  entryPoints: [MAIN, THREAD],
  outdir: dirname(MAIN),
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // With native parts or threads of their own, which look for their files themselves.
  external: ['better-sqlite3', 'pino', 'pino-pretty'],
  // Libraries in CommonJS ask for Node's own modules so.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [whereItLay],
  logLevel: 'warning',
})
chmodSync(MAIN, 0o755)
