// Run by npm after `npm pack`: takes out of the tarball's package.json what only a checkout needs. The tarball is packed anew, so that
// package.json of the checkout is never touched, whatever fails.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const { npm_execpath: npm, npm_config_pack_destination: destination, npm_config_dry_run: isDry, INIT_CWD } = process.env

const repack = (folder) => {
  const place = mkdtempSync(join(tmpdir(), 'cuadre-pack-'))
  try {
    const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'))
    const tarball = `${manifest.name}-${manifest.version}.tgz`
    execFileSync('tar', ['--extract', '--file', join(folder, tarball), '--directory', place])
    const packed = join(place, 'package')
    writeFileSync(join(packed, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const words = ['pack', packed, '--ignore-scripts', '--silent', '--pack-destination', folder]
    execFileSync(process.execPath, [npm, ...words], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] })
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, tarball)))
      .digest('hex')
    // What npm tells of the tarball is of the one before.
    process.stderr.write(`${digest}  ${tarball} (SHA-256)\n`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

if (isDry !== 'true') repack(resolve(INIT_CWD ?? '.', destination || '.'))
