// Run by npm after `npm ci`, and when this folder is installed: builds the program. `npm install --global .` installs
// no packages into the folder, so `npm ci` is run there first, which calls this again.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const hasBuildTools = existsSync('node_modules/esbuild') && existsSync('node_modules/typescript')
const isGlobal = process.env.npm_config_global === 'true' || process.env.npm_config_location === 'global'

/** npm passes its own settings on in the environment: with these, `npm ci` would install globally, too. */
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
