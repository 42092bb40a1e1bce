// What npm runs after `npm ci`, and when the folder itself is installed. `npm install --global .` installs no development packages into
// the folder: then a copy of the folder is built, with them, and only what was built comes back.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const LEFT_BEHIND = ['node_modules', 'dist', '.git', 'data', 'out', 'cuadre-demo']

/** npm hands its own settings down to what it starts: `global` would install the copy for everybody. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(global|location|prefix|local_prefix|omit|include)$/i.test(name),
  ),
)

const npm = (folder, ...words) => {
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, ...words], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`npm ${words.join(' ')} failed in ${folder}`)
}

const buildCopy = () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cuadre-build-'))
  try {
    cpSync('.', folder, { recursive: true, filter: (path) => !LEFT_BEHIND.includes(basename(path)) })
    npm(folder, 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
    npm(folder, 'run', 'build')
    rmSync('dist', { recursive: true, force: true })
    cpSync(join(folder, 'dist'), 'dist', { recursive: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (existsSync('node_modules/esbuild') && existsSync('node_modules/typescript')) await import('./build.mjs')
else buildCopy()
