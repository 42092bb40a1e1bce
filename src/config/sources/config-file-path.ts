import { resolve } from 'node:path'

/** The settings file of a folder. */
export const CONFIG_FILE = 'cuadre.config.json'

/** The path of the settings file: the one named, or that of the current folder. */
export const configFilePath = (named: string | undefined, cwd: string): string => resolve(cwd, named ?? CONFIG_FILE)
