import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provePack } from '../../../src/print/pack/proof.ts'
import { type PackFile, writePack } from '../../../src/print/pack/write.ts'
import { statusAmong } from '../../typed.ts'
import type { Answer, Door, ZipFile } from '../door.ts'
import { refusedOr } from '../run-door.ts'

const NEVER = new AbortController().signal

async function* someFiles(): AsyncGenerator<PackFile> {
  yield { name: 'settlement-ledger.csv', pieces: [{ text: 'date,cycle\n2026-03-12,11\n', rows: 1 }] }
  yield { name: 'answers/pull-1/page-00001.json', pieces: [{ text: '{"items":[],"cursor":null}', rows: 0 }] }
}

/** Evidence packs in a zip: any of its files, especially the manifest, and the zip itself. */
export const packDoor = async (folder: string): Promise<Door> => {
  const made = join(folder, 'made')
  const about = { merchant: 'default', date: '2026-03-12', cycle: '11', madeAt: '2026-03-13T03:30:00Z', masked: false }
  await writePack(made, someFiles(), about, NEVER)
  const path = join(folder, 'input.zip')
  return {
    name: 'evidence packs',
    share: 20_000,
    valid: [filesBelow(made)],
    words: ['"sha256":', '"bytes":', '"files":', '"name":', '../../x', 'C:\\x', 'answers/pull-1/page-00001.json'],
    enter: (input) =>
      refusedOr(async () => {
        writeFileSync(path, input)
        await provePack(path, null, NEVER)
      }),
  }
}

const filesBelow = (folder: string): readonly ZipFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

const CHECK = ['check', '--from', '2026-03-12', '--to', '2026-03-12', '--out', 'out', '--fail-on', 'never']

/** Exit status, since the other cycles of the day were never read. */
const INCOMPLETE = 5

/**
 * The manifest of an earlier night decides which files are written again. Whatever it contains, the files must equal
 * those of an undisturbed night, or the folder must be refused.
 */
export const manifestDoor = async (folder: string, database: string): Promise<Door> => {
  const at = { cwd: folder, env: { CUADRE_DB: join(folder, 'cuadre.db') } }
  copyFileSync(database, at.env.CUADRE_DB)
  await statusAmong([INCOMPLETE], CHECK, at)
  const day = join(folder, 'out/2026-03-12')
  const whole = filesIn(day)
  const manifest = whole.get('manifest.json')
  if (manifest === undefined) throw new Error('the night left no manifest')
  return {
    name: 'manifests of reports',
    share: 1_000,
    valid: [manifest],
    words: ['"files":', '"sha256":', '"madeFrom":', '"policy":', '"masked":true', '"asOf":1', '"merchant":'],
    enter: async (input): Promise<Answer> => {
      rmSync(day, { recursive: true, force: true })
      await statusAmong([INCOMPLETE], CHECK, at)
      writeFileSync(join(day, 'manifest.json'), input)
      if ((await statusAmong([2, INCOMPLETE], CHECK, at)) === 2) return 'refused'
      for (const [name, bytes] of filesIn(day))
        if (name !== 'manifest.json' && whole.get(name)?.equals(bytes) !== true)
          throw new Error(`${name} is not that of an undisturbed night`)
      return 'taken'
    },
  }
}

const filesIn = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  )
