import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { type Piece, writeWhole } from '../../std/files/whole-file.ts'

/** A store of databases, and the key with which they are encrypted there. */
export interface StoredDatabase {
  readonly store: DatabaseStore
  readonly key: string
}

/** A store of objects, each stored once and never changed. */
export interface DatabaseStore {
  readonly fetch: (object: string, file: string, signal: AbortSignal) => Promise<void>
  readonly give: (file: string, object: string, signal: AbortSignal) => Promise<void>
}

/** A folder, or two commands, in which `{object}` and `{file}` are replaced. */
export type StorePlace =
  | { readonly folder: string }
  | { readonly fetch: readonly [string, ...string[]]; readonly give: readonly [string, ...string[]] }

/** What commands of a store get from us, and where what they print goes. */
export interface CommandPlace {
  /** The folder that relative paths refer to. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Shows a line that a command printed. */
  readonly show: (line: string) => void
}

export const databaseStoreAt = (place: StorePlace, commands: CommandPlace): DatabaseStore =>
  'folder' in place ? storeInFolder(resolve(commands.home, place.folder)) : storeByCommands(place, commands)

const storeInFolder = (folder: string): DatabaseStore => ({
  fetch: async (object, file) => {
    try {
      await copyFile(join(folder, object), file)
    } catch (cause) {
      throw storeFailedError(join(folder, object), { en: 'it could not be read', es: 'no se pudo leer' }, cause)
    }
  },
  give: async (file, object, signal) => {
    const path = join(folder, object)
    await writeWhole(dirname(path), basename(path), piecesOf(file), signal)
  },
})

const piecesOf = async function* (file: string): AsyncGenerator<Piece> {
  for await (const chunk of createReadStream(file)) yield { text: chunk, rows: 0 }
}

const storeByCommands = (
  { fetch, give }: Extract<StorePlace, { readonly fetch: unknown }>,
  place: CommandPlace,
): DatabaseStore => ({
  fetch: (object, file, signal) => startCommand(fetch, { object, file }, place, signal),
  give: (file, object, signal) => startCommand(give, { object, file }, place, signal),
})

/** A program that a command leaves behind may hold its standard error open: after its end we wait no longer for more. */
const LAST_LINES_MS = 1_000

const startCommand = async (
  command: readonly [string, ...string[]],
  names: Readonly<Record<'object' | 'file', string>>,
  { home, env, show }: CommandPlace,
  signal: AbortSignal,
): Promise<void> => {
  const [program = '', ...words] = command.map((word) =>
    word.replaceAll('{object}', names.object).replaceAll('{file}', names.file),
  )
  const child = spawn(program, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'], signal })
  const lines = createInterface({ input: child.stderr }).on('line', show)
  const shown = once(lines, 'close')
  const [code] = await once(child, 'exit')
    .catch((cause) => {
      signal.throwIfAborted()
      throw storeFailedError(program, { en: 'it could not be started', es: 'no se pudo iniciar' }, cause)
    })
    .finally(async () => {
      await Promise.race([shown, wait(LAST_LINES_MS, undefined, { ref: false })])
      child.stderr.destroy()
    })
  if (code !== 0)
    throw storeFailedError(program, {
      en: `it ended with ${code ?? 'a signal'}`,
      es: `terminó con ${code ?? 'una señal'}`,
    })
}

const storeFailedError = (what: string, how: Both<string>, cause?: unknown): CuadreError =>
  new CuadreError(
    'STORE_FAILED',
    {
      en: `the store of databases failed: ${what}: ${how.en}`,
      es: `falló el almacén de bases de datos: ${what}: ${how.es}`,
    },
    {
      en: 'it is tried again; check "databaseStore" in the settings file, and the store',
      es: 'se intenta de nuevo; revise "databaseStore" en el archivo de parámetros, y el almacén',
    },
    { cause },
  )
