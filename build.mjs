// Compiles to dist/ and copies what the compiler leaves behind: the migrations are SQL, not TypeScript. The JSON Schema of the
// settings file is made from the compiled list of settings.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
for (const folder of ['src/store/migrations', 'src/sandbox/assets']) {
  if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true })
}
chmodSync('dist/src/cli/main.js', 0o755)
const [{ configSchema }, { jsonText }] = await Promise.all([
  import('./dist/src/settings/schema.js'),
  import('./dist/src/publish/json.js'),
])
writeFileSync('dist/cuadre.config.schema.json', `${jsonText(configSchema())}\n`)
