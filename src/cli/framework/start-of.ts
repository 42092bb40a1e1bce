import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { Start } from '../../std/start.ts'
import { type CommandArguments, SETTINGS } from './command.ts'
import type { Io } from './io.ts'

/** How this command was started, so that the commands it proposes can be typed as they stand. */
export const startOf = ({ text }: Pick<CommandArguments, 'text'>, io: Pick<Io, 'env' | 'cwd' | 'main'>): Start => ({
  program: programOf(io),
  flags: Object.fromEntries(Object.keys(SETTINGS).map((flag) => [flag, text(flag)])),
})

/**
 * The words that start this program from here: its name where a shell finds it; through npx in its checkout and where it is a dependency;
 * else Node with its path, since npx would look for a package of that name elsewhere.
 */
export const programOf = ({ env, cwd, main }: Pick<Io, 'env' | 'cwd' | 'main'>): string => {
  if (main === undefined) return 'cuadre'
  const own = realPathOf(main)
  const isOwn = (path: string): boolean => realPathOf(path) === own
  // npm puts these folders on the PATH of what it starts; the shell of the person does not have them.
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(NPM_FOLDER))
  if (folders.some((folder) => folder !== '' && isOwn(join(folder, 'cuadre')))) return 'cuadre'
  const home = own && dirname(dirname(own))
  const isNear = foldersAbove(cwd).some((folder) => folder === home || isOwn(join(folder, NPM_FOLDER, 'cuadre')))
  return isNear ? 'npx cuadre' : `node ${quoteForShell(main)}`
}

const NPM_FOLDER = `node_modules${sep}.bin`

const realPathOf = (path: string): string | null => (existsSync(path) ? realpathSync(path) : null)

/** A folder and those above it. */
const foldersAbove = (folder: string): readonly string[] => {
  const real = realPathOf(folder) ?? folder
  const above = dirname(real)
  return above === real ? [real] : [real, ...foldersAbove(above)]
}
