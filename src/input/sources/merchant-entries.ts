import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile, whyNotRead } from '../../std/files/text-file.ts'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'

/** The source of merchants' entries: the settings file itself, a folder of files, or the output of a command. */
type Source =
  | { readonly kind: 'list'; readonly entries: readonly JsonObject[] }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]] }

/**
 * The unchecked entries of the merchants that a settings file names. A folder has one file `NAME.json` for each; a
 * command prints one JSON object for each line. `path` is that of the settings file; folder and command are relative to
 * it.
 */
export const merchantEntries = (named: unknown, path: string): readonly JsonObject[] => {
  const source = sourceIn(named, path)
  const entries = entriesOf(source, dirname(path))
  if (entries.length > 0) return entries
  throw new CuadreError(
    'CONFIG_NOT_READ',
    { en: `"merchants" in ${path} leads to no merchant`, es: `"merchants" en ${path} no lleva a ningún comercio` },
    { en: 'correct it there', es: 'corríjalo allí' },
  )
}

const sourceIn = (named: unknown, path: string): Source => {
  if (Array.isArray(named) && named.length > 0 && named.every(isObject)) return { kind: 'list', entries: named }
  if (isObject(named) && Object.keys(named).length === 1) {
    const { folder, command } = named
    if (typeof folder === 'string' && folder !== '') return { kind: 'folder', folder }
    if (isCommand(command)) return { kind: 'command', command }
  }
  throw new CuadreError(
    'SETTING_INVALID',
    {
      en: `"merchants" in ${path} must be a list of at least one object, [{"name": "casa", ...}], or {"folder": "merchants"}, or {"command": ["./list-merchants"]}`,
      es: `"merchants" en ${path} debe ser una lista de al menos un objeto, [{"name": "casa", ...}], o {"folder": "merchants"}, o {"command": ["./list-merchants"]}`,
    },
    { en: 'correct it there', es: 'corríjalo allí' },
  )
}

const isCommand = (value: unknown): value is readonly [string, ...string[]] =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && word !== '')

const entriesOf = (source: Source, home: string): readonly JsonObject[] => {
  switch (source.kind) {
    case 'list':
      return source.entries
    case 'folder':
      return entriesInFolder(resolve(home, source.folder))
    case 'command':
      return entriesByCommand(source.command, home)
  }
}

export const notRead = (message: Both<string>, next: Both<string>): CuadreError =>
  new CuadreError('CONFIG_NOT_READ', message, next)

const HERE: Both<string> = { en: 'correct it there', es: 'corríjalo allí' }

/** One file for each merchant, with its name; other files are ignored. */
const entriesInFolder = (folder: string): readonly JsonObject[] =>
  namesIn(folder).map((file) => {
    const path = join(folder, file)
    const entry = objectIn(textIn(path), { en: path, es: path })
    const name = basename(file, '.json')
    if (entry.name === undefined || entry.name === name) return { name, ...entry }
    const message = {
      en: `${path} holds another merchant than its name says`,
      es: `${path} contiene otro comercio que el de su nombre`,
    }
    throw notRead(message, { en: 'rename the file, or leave "name" out', es: 'renombre el archivo, o quite "name"' })
  })

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
  } catch (error) {
    throw unreadable(folder, error)
  }
}

const textIn = (path: string): string => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch (error) {
    throw unreadable(path, error)
  }
}

const unreadable = (path: string, error: unknown): CuadreError => {
  const why = whyNotRead(error)
  return notRead({ en: `${path} could not be read (${why.en})`, es: `no se pudo leer ${path} (${why.es})` }, HERE)
}

/**
 * Timeout of the command in ms: even a list of thousands is printed at once, so a slower command is waiting for
 * something that will not come.
 */
const COMMAND_MS = 60_000
const COMMAND_MAX_BYTES = 64 * 1024 * 1024

const entriesByCommand = ([program, ...words]: readonly [string, ...string[]], cwd: string): readonly JsonObject[] =>
  printedBy(program, words, cwd)
    .split('\n')
    .flatMap((line, at) => {
      const place = {
        en: `line ${at + 1} of what ${program} printed`,
        es: `la línea ${at + 1} de lo que imprimió ${program}`,
      }
      return line.trim() === '' ? [] : [objectIn(line, place)]
    })

/**
 * The command's standard error goes to ours. The error reports its exit status but none of its output, which may hold
 * keys.
 */
const printedBy = (program: string, words: readonly string[], cwd: string): string => {
  try {
    return execFileSync(program, words, {
      cwd,
      encoding: 'utf8',
      timeout: COMMAND_MS,
      maxBuffer: COMMAND_MAX_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  } catch (error) {
    const how = endOf(error)
    throw notRead(
      {
        en: `the command ${program} that lists the merchants ended with ${how}`,
        es: `el comando ${program}, que lista los comercios, terminó con ${how}`,
      },
      { en: 'start it by hand and correct it', es: 'ejecútelo a mano y corríjalo' },
    )
  }
}

/** Its exit status, its signal, or why it could not be started. */
const endOf = (error: unknown): string => {
  const { status, signal, code }: JsonObject = isObject(error) ? error : {}
  return String(status ?? signal ?? code ?? 'an error')
}

/** The parser's own message may quote the text, and with it a key. */
const objectIn = (text: string, place: Both<string>): JsonObject => {
  const value = parseLine(text)
  if (isObject(value)) return value
  throw notRead({ en: `${place.en} is not a JSON object`, es: `${place.es} no es un objeto JSON` }, HERE)
}

const parseLine = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
