import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { Io } from '../framework/io.ts'

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

/**
 * A help whose command lines can be typed as they stand: what stands beside and below them moves with them. A path would not leave room for
 * the texts.
 */
export const typableHelp = (text: string, program: string): string => {
  if (program.startsWith('node ')) return text
  const more = ' '.repeat(program.length - 'cuadre'.length)
  return text
    .replaceAll(/^ {2}cuadre .*\n(?: {12,}.*\n)*/gm, (row) => row.replaceAll('\n ', `\n ${more}`))
    .replaceAll(/(^ {2}|")cuadre(?=\s+[a-z-])/gm, (_, before) => `${before}${program}`)
}
