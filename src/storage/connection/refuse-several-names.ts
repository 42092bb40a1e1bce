import { readFileSync, statSync } from 'node:fs'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { realPathOf } from '../../std/files/real-path.ts'

/**
 * Refuses to write a file that has a second name no link leads to: a hard link, or a file mounted alone. SQLite names its
 * journal after the name it is given, so that two writers under two names do not see what the other has committed.
 */
export const refuseSeveralNames = (path: string): void => {
  const { nlink } = statSync(path)
  if (nlink > 1)
    throw severalNames(
      { en: `${path} has ${nlink} names (hard links)`, es: `${path} tiene ${nlink} nombres (enlaces duros)` },
      {
        en: `give it one name again: cp it to a new file, and remove its names or move them away`,
        es: `déjele un solo nombre: cópiela a un archivo nuevo, y quite sus nombres o muévalos a otro lugar`,
      },
    )
  if (mountPoints().includes(realPathOf(path)))
    throw severalNames(
      { en: `${path} is mounted alone, without its folder`, es: `${path} está montada sola, sin su carpeta` },
      {
        en: 'mount the folder of the database: its journal and its lock lie beside it',
        es: 'monte la carpeta de la base de datos: su diario y su bloqueo están junto a ella',
      },
    )
}

const severalNames = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('SEVERAL_NAMES', message, next)

/** Where file systems are mounted; only Linux tells it in a file. */
const mountPoints = (): readonly string[] => {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => (line.split(' ')[4] ?? '').replace(/\\(\d{3})/g, (_, octal) => charOf(octal)))
  } catch {
    return []
  }
}

const charOf = (octal: string): string => String.fromCharCode(Number.parseInt(octal, 8))
