import { resolve } from 'node:path'

/** The settings file of a folder. */
export const CONFIG_FILE = 'cuadre.config.json'

/** Where the settings file is: the one named, or that of the folder the tool is started in. */
export const configFilePath = (named: string | undefined, cwd: string): string => resolve(cwd, named ?? CONFIG_FILE)
