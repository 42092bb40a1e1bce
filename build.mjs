// Compiles to dist/ and copies what the compiler leaves behind: the migrations are SQL, not TypeScript.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execFileSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
for (const folder of ['src/store/migrations', 'src/sandbox/assets']) {
  if (existsSync(folder)) cpSync(folder, `dist/${folder}`, { recursive: true })
}
chmodSync('dist/src/cli/main.js', 0o755)
