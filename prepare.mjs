// What npm runs after `npm ci`, and when this folder is installed: it builds. `npm install --global .` installs no packages into the
// folder; there `npm ci` is run first, which comes back here.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const hasBuildTools = existsSync('node_modules/esbuild') && existsSync('node_modules/typescript')
const isGlobal = process.env.npm_config_global === 'true' || process.env.npm_config_location === 'global'

/** npm hands its own settings down to what it starts: with these, `npm ci` would install for everybody, too. */
const GLOBAL = /^npm_config_(global|location|prefix|local_prefix|global_prefix)$/i

const installPackages = () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !GLOBAL.test(name)))
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, 'ci', '--include=dev'], {
    env,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}

if (hasBuildTools) await import('./build.mjs')
else if (isGlobal) installPackages()
else if (!existsSync('dist/src/cli/main.js')) {
  process.stderr.write(
    'cuadre: NOT_BUILT: the packages that build it are not installed; run "npm ci" without --omit=dev\n',
  )
  process.exitCode = 1
}
