import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package with this file, compiled or not: that of the nearest package.json above. */
export const folderOfPackage = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

export const versionOfPackage = (): string => {
  const { version } = JSON.parse(readFileSync(join(folderOfPackage(), 'package.json'), 'utf8'))
  return String(version)
}
