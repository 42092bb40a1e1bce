import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { buildingCommand } from '../../src/store/connection/binding.ts'
import { emptyFolder } from '../empty-folder.ts'
import { IS_NIGHT } from '../trials.ts'

/** A user's installation: the files of the package and its dependencies. Requires `npm run build`. */
const ROOT = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const npm = (words: readonly string[], cwd: string) =>
  spawnSync('npm', words, { cwd, encoding: 'utf8', env: { ...process.env, npm_config_loglevel: 'silent' } })

let packed: readonly string[] = []
beforeAll(() => {
  const { stdout } = npm(['pack', '--dry-run', '--json', '--ignore-scripts'], ROOT)
  packed = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => path)
})

describe('the package', () => {
  test('holds the program, what it reads, its manual and notices, and nothing else', () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|(CHANGELOG|CONTRIBUTING|SECURITY)\.md|bin\/cuadre\.js)$/,
      /^docs\/(recipes\/)?[\w-]+\.(md|png)$/,
      /^dist\/src\/cli\/((main|bundle-[\w-]+)\.js|package\.json)$/,
      /^dist\/lib\/((index|checks|client|webhooks|part-\w+)\.js|types\/(?:src|jobs|reports)\/[\w/-]+\.d\.ts)$/,
      /^dist\/schemas\/[\w-]+\.json$/,
      /^dist\/src\/store\/migrations\//,
      /^dist\/src\/sandbox\/assets\//,
      /^dist\/src\/ui\/assets\//,
      /^dist\/(cuadre\.config\.schema\.json|help\.(en|es|words)\.json|THIRD-PARTY-NOTICES\.txt)$/,
    ]
    expect(packed.filter((file) => !kinds.some((kind) => kind.test(file)))).toEqual([])
    for (const kind of kinds) expect(packed.some((file) => kind.test(file))).toBe(true)
    expect(packed).toContain('dist/src/sandbox/assets/openapi.json')
  })

  test('needs one package of the registry, everything else is bundled', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['better-sqlite3'])
  })

  test('has a package.json without what only a checkout needs, which keeps its own', () => {
    const [checkout, out] = [emptyFolder(), emptyFolder()]
    for (const name of [...packed, 'prepare.mjs', 'postpack.mjs'])
      cpSync(join(ROOT, name), join(checkout, name), { recursive: true })
    expect(npm(['pack', '--pack-destination', out], checkout).status).toBe(0)
    expect(readdirSync(out)).toEqual([`cuadre-${manifest.version}.tgz`])
    execFileSync('tar', ['--extract', '--file', `cuadre-${manifest.version}.tgz`], { cwd: out })
    const { scripts, devDependencies, ...others } = manifest
    expect([scripts.prepare, Object.keys(devDependencies).length > 0]).toEqual(['node prepare.mjs', true])
    expect(JSON.parse(readFileSync(join(out, 'package/package.json'), 'utf8'))).toEqual(others)
    expect(npm(['pack', '--pack-destination', join(out, 'nowhere')], checkout).status).not.toBe(0)
    for (const file of packed)
      expect([file, readFileSync(join(checkout, file)).equals(readFileSync(join(ROOT, file)))]).toEqual([file, true])
    const files = readdirSync(join(out, 'package'), { recursive: true, withFileTypes: true })
    expect(files.filter((one) => one.isFile())).toHaveLength(packed.length)
  })

  test('asks for no other package, where it is a bundle', () => {
    const asks = (folder: string) =>
      spawnSync(process.execPath, ['.ci/bare-imports.mjs', folder], { cwd: ROOT, encoding: 'utf8' })
    const bundled = /^(main|bundle-[\w-]+)\.js imports/
    expect(
      asks(join(ROOT, 'dist/src/cli'))
        .stderr.split('\n')
        .filter((line) => bundled.test(line)),
    ).toEqual([])
    const folder = emptyFolder()
    writeFileSync(
      join(folder, 'main.js'),
      'import {\n  a\n} from "undici";\nawait import("pino")\nimport "./b.js"\nimport "fs"\n',
    )
    expect(asks(folder).stderr).toBe('main.js imports undici\nmain.js imports pino\n')
  })

  test('brings a licence text for every library it bundles', () => {
    const [, ...notices] = readFileSync(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8').split(/\n-{100}\n/)
    expect(
      notices.filter((notice) => !/permission|redistribution|licen[cs]e/i.test(notice.split('\n').slice(2).join())),
    ).toEqual([])
    for (const name of ['undici', 'drizzle-orm', 'pino', '@clack/prompts', 'hono']) {
      expect(notices.some((notice) => notice.trimStart().startsWith(`${name} `))).toBe(true)
    }
  })

  test.runIf(IS_NIGHT)('is the same to the byte when it is built elsewhere, by two builds at once', () => {
    const folder = emptyFolder()
    for (const name of [
      'src',
      'jobs',
      'reports',
      'bench',
      'package.json',
      'build.mjs',
      'tsconfig.json',
      'tsconfig.build.json',
      'tsconfig.library.json',
    ])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    execFileSync('sh', ['-c', '"$NODE" build.mjs & "$NODE" build.mjs && wait $!'], {
      cwd: folder,
      env: { ...process.env, NODE: process.execPath },
    })
    expect(readdirSync(folder).filter((name) => name.startsWith('.build'))).toEqual([])
    for (const file of packed.filter((name) => name.startsWith('dist/')))
      expect([file, readFileSync(join(folder, file), 'utf8') === readFileSync(join(ROOT, file), 'utf8')]).toEqual([
        file,
        true,
      ])
  })
})

describe('a checkout without the packages that build it', () => {
  it('says so in one line when npm prepares it', () => {
    const folder = emptyFolder()
    for (const name of ['prepare.mjs', 'package.json']) cpSync(join(ROOT, name), join(folder, name))
    const { status, stderr } = spawnSync(process.execPath, ['prepare.mjs'], { cwd: folder, encoding: 'utf8', env: {} })
    expect([status, stderr]).toEqual([
      1,
      'cuadre: NOT_BUILT: the packages that build it are not installed; run "npm ci" without --omit=dev\n',
    ])
  })
})

describe('a checkout before npm ci', () => {
  it.each([[['start']], [['run', 'start']]])('says so in one line: npm %s', (words) => {
    const folder = emptyFolder()
    for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    const { status, stderr } = npm(words, folder)
    expect([status, stderr]).toEqual([
      2,
      `cuadre: NOT_BUILT: ${folder} is not built; run "npm ci" there first (where that fails, docs/operations.md says what Node 20 may need)\n`,
    ])
  })
})

it('a terminal in a folder that somebody deleted is told so', () => {
  const folder = emptyFolder()
  const line = `rmdir "$PWD" && "${process.execPath}" "${join(ROOT, 'bin/cuadre.js')}" status`
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' })
  const told = 'the folder you are in is no longer there; change to one that is there, and run again'
  expect([status, stderr]).toEqual([2, `cuadre: NO_FOLDER: ${told}\n`])
})

describe('a binding that was not built, since install scripts were blocked', () => {
  /** An installation as left by npm with --ignore-scripts: packages without the output of their scripts. */
  const installation = (hasLibrary = true): string => {
    const folder = emptyFolder()
    const own = join(folder, 'node_modules/cuadre')
    mkdirSync(own, { recursive: true })
    for (const name of packed) cpSync(join(ROOT, name), join(own, name), { recursive: true })
    for (const name of hasLibrary ? ['better-sqlite3', 'bindings', 'file-uri-to-path'] : []) {
      cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
    }
    for (const made of ['build', 'prebuilds', 'deps']) {
      rmSync(join(folder, 'node_modules/better-sqlite3', made), { recursive: true, force: true })
    }
    return folder
  }
  const cuadre = (folder: string, words: string) => {
    const main = join(folder, 'node_modules/cuadre/bin/cuadre.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words.split(' ')], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', CUADRE_BASE_URL: 'http://127.0.0.1:9/v1', CUADRE_API_KEY: 'a-key' },
    })
    return { status, out: stdout, errors: stderr.split('\n').filter((line) => line.startsWith('cuadre:')) }
  }

  it.each(['demo', 'sandbox', 'sandbox --db s.db', 'run'])('is told by %s, in one line', (words) => {
    const folder = installation()
    const { status, errors } = cuadre(folder, words)
    expect([status, errors]).toEqual([
      2,
      [expect.stringMatching(/^cuadre: NO_BINDING: .*; get its native binding: .*better-sqlite3/)],
    ])
    expect(errors[0]).toContain(`cd ${folder} && `)
  })

  it('is told by the doctor, which goes on', () => {
    const { status, out } = cuadre(installation(), 'doctor --json')
    const { checks } = JSON.parse(out)
    const binding = checks.find(({ check }: { check: string }) => check === 'binding')
    expect([status, binding.state, binding.fix]).toEqual([2, 'failed', expect.stringContaining('better-sqlite3')])
    expect(checks.length).toBeGreaterThan(3)
  })

  it('does not keep help and version from being shown', () => {
    const folder = installation()
    expect([cuadre(folder, '--version').status, cuadre(folder, 'run --help').status]).toEqual([0, 0])
  })

  it('names the package when it is not there at all', () => {
    const { status, errors } = cuadre(installation(false), 'demo')
    expect([status, errors]).toEqual([
      2,
      [expect.stringMatching(/^cuadre: NO_BINDING: .* has no package better-sqlite3/)],
    ])
  })

  it.each([
    [20, 10, 'npm rebuild better-sqlite3 --ignore-scripts=false'],
    [20, 11, 'npm rebuild better-sqlite3 --ignore-scripts=false'],
    [20, 12, 'npm install-scripts approve better-sqlite3 && npm rebuild better-sqlite3 --ignore-scripts=false'],
    [24, 12, 'npm install --no-save better-sqlite3@13'],
  ])('Node %d with npm %d gets it by a command of its own', (node, version, command) => {
    expect(buildingCommand('/srv', node, version)).toBe(`cd /srv && ${command}`)
  })

  it('names a folder so that a shell expands nothing in it', () => {
    expect(buildingCommand("/srv/o'neil $HOME", 24, 12)).toMatch(/^cd '\/srv\/o'\\''neil \$HOME' && /)
  })
})
