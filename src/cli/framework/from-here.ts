import { isAbsolute, relative } from 'node:path'

/** A path as a person in this folder would type it. */
export const fromHere = (path: string, cwd: string): string => {
  const near = relative(cwd, path)
  return near === '' || near.startsWith('..') || isAbsolute(near) ? path : near
}
