import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The one name of a file under which all links lead to it; of a file that does not exist yet, its future one. A link
 * that leads nowhere keeps its own name.
 */
export const realPathOf = (path: string): string =>
  existsSync(path) || dirname(path) === path ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path))
