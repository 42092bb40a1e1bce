import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Door } from '../door.ts'
import { statusAmong } from './program.ts'

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
