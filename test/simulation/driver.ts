import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cuadre } from '../../src/cli/framework/cuadre.ts'
import type { StoryPolicy } from './story.ts'

/** The exit status of a command, and its output. */
export interface Ending {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** The folder of one story. */
export interface Place {
  readonly folder: string
  readonly baseUrl: string
}

/** In memory if the machine has such a folder, so that made-up nights need not wait for a disk. */
const HOME = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export const openPlace = (baseUrl: string): Place => ({
  folder: mkdtempSync(join(HOME, 'cuadre-simulation-')),
  baseUrl,
})

export const removePlace = ({ folder }: Place): void => rmSync(folder, { recursive: true, force: true })

/** Writes the settings file as a merchant would. */
export const writeSettings = ({ folder, baseUrl }: Place, policy: StoryPolicy, further: object = {}): void => {
  mkdirSync(folder, { recursive: true })
  const settings = { baseUrl, db: 'data/cuadre.db', out: 'out', xlsx: false, ...policy, ...further }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings, null, 2))
}

/** The key with which the service signs its notifications. */
export const INTEGRITY_KEY = 'story-integrity-key'

interface Typing {
  readonly onOutput?: (text: string) => void
  /** Stops a server. */
  readonly signal?: AbortSignal
}

/** Runs a command line in this process, at a moment of the story. Waits take no time. */
export const typeCommand = async (
  place: Place,
  now: number,
  words: readonly string[],
  { onOutput = () => undefined, signal = new AbortController().signal }: Typing = {},
): Promise<Ending> => {
  let out = ''
  let err = ''
  const status = await cuadre(words, {
    stdout: async (text) => {
      out += text
      onOutput(text)
    },
    stderr: (text) => {
      err += text
    },
    screen: null,
    log: 'off',
    env: { CUADRE_API_KEY: 'story-key', CUADRE_INTEGRITY_KEY: INTEGRITY_KEY },
    cwd: place.folder,
    now: () => now,
    random: () => 0,
    sleep: async () => undefined,
    newRunId: randomUUID,
    signal,
  })
  return { status, out, err }
}
