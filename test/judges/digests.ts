import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { partsOf } from '../print/zip-parts.ts'
import type { aUser } from './worlds.ts'

const ZIP = /\.(?:xlsx|zip)$/
const DATABASE = /\.db(?:-|$|\.)/

/** What the user has been told and every file below the folder, parts of zips one by one, by name. */
const contentsOf = async ({ cwd, told }: ReturnType<typeof aUser>): Promise<ReadonlyMap<string, Buffer>> => {
  const contents = new Map(told.map(({ name, text }) => [`told/${name.replaceAll('/', '_')}`, Buffer.from(text)]))
  const entries = readdirSync(cwd, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of entries) {
    const path = join(parentPath, name)
    if (DATABASE.test(name)) continue
    const bytes = readFileSync(path)
    const short = `files/${path.slice(cwd.length + 1)}`
    if (!ZIP.test(name)) contents.set(short, bytes)
    else for (const [part, { text }] of await partsOf(bytes)) contents.set(`${short}/${part}`, Buffer.from(text))
  }
  return contents
}

/** What differs between runs has a name: folders, ports, and digests that cover a port. */
const plain = (bytes: Buffer, cwd: string): string =>
  bytes
    .toString('latin1')
    .replaceAll(cwd, 'FOLDER')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'DIGEST')

/**
 * A line for each command and each folder of files: the digest of what the user saw there, and its name. With
 * CUADRE_JUDGES=DIR the contents are written there too, so that two commits can be compared with `diff -r`.
 */
export const digestsOf = async (user: ReturnType<typeof aUser>, world: string): Promise<string> => {
  const contents = [...(await contentsOf(user))].sort(([a], [b]) => (a < b ? -1 : 1))
  const folder = process.env.CUADRE_JUDGES
  const hashes = new Map<string, Hash>()
  for (const [name, bytes] of contents) {
    const text = plain(bytes, user.cwd)
    const group = name.startsWith('told/') ? name : dirname(name)
    const hash = hashes.get(group) ?? createHash('sha256')
    hashes.set(group, hash.update(`${name}\n${text}`, 'latin1'))
    if (folder === undefined) continue
    const path = join(folder, world, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, 'latin1')
  }
  return [...hashes].map(([name, hash]) => `${hash.digest('hex').slice(0, 16)}  ${name}\n`).join('')
}
