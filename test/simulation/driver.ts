import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cuadre } from '../../src/cli/framework/cuadre.ts'
import { JOURNAL_OF_STORY } from './compare-journal.ts'
import type { StoryPolicy } from './story.ts'

/** The exit status of a command, and its output. */
export interface Ending {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** The folder of one merchant's story. Merchants side by side share it, and the database in it. */
export interface Place {
  readonly folder: string
  readonly baseUrl: string
  readonly merchant: string
  /** A command here names no merchant, and so is for all of them. */
  readonly isEveryMerchant?: true
  /** The entries of merchants side by side in the settings file, by name; null for one alone. */
  readonly entries: Map<string, object> | null
}

/** In memory if the machine has such a folder, so that made-up nights need not wait for a disk. */
const HOME = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** One place for each merchant, all in one folder. */
export const openPlaces = (merchants: readonly MerchantOfStory[]): readonly Place[] => {
  const folder = mkdtempSync(join(HOME, 'cuadre-simulation-'))
  if (merchants.length === 1)
    return merchants.map(({ baseUrl }) => ({ folder, baseUrl, merchant: ALONE, entries: null }))
  const entries = new Map<string, object>()
  const places = merchants.map(({ baseUrl }, at) => ({ folder, baseUrl, merchant: `merchant-${at + 1}`, entries }))
  for (const [at, { policy }] of merchants.entries()) writeSettings(places[at] as Place, policy)
  return places
}

export interface MerchantOfStory {
  readonly baseUrl: string
  readonly policy: StoryPolicy
}

const ALONE = 'default'

/** The folder of a merchant's files. */
export const outOf = ({ folder, merchant, entries }: Place, name = 'out'): string =>
  entries === null ? join(folder, name) : join(folder, name, merchant)

/** The place of one merchant as that of all. */
export const everyone = (place: Place): Place => ({ ...place, isEveryMerchant: true })

/** Names the merchant where there are several. */
export const flagsOf = ({ merchant, isEveryMerchant, entries }: Place): readonly string[] =>
  entries === null || isEveryMerchant === true ? [] : ['--merchant', merchant]

/** The keys of the service, two for each merchant. */
export const keysOf = ({ entries }: Place): Readonly<Record<string, string>> =>
  entries === null
    ? { CUADRE_API_KEY: 'story-key', CUADRE_INTEGRITY_KEY: integrityKeyOf(ALONE) }
    : Object.fromEntries(
        [...entries.keys()].flatMap((name) => [
          [variableOf('KEY', name), `key-of-${name}`],
          [variableOf('INTEGRITY_KEY', name), integrityKeyOf(name)],
        ]),
      )

const variableOf = (key: string, merchant: string): string => `${key}_OF_${merchant.replace('-', '_').toUpperCase()}`

/** The key with which the service signs the notifications of a merchant. */
export const integrityKeyOf = (merchant: string): string => `integrity-key-of-${merchant}`

export const removePlace = ({ folder }: Place): void => rmSync(folder, { recursive: true, force: true })

/** Writes the settings file as a merchant would. */
export const writeSettings = ({ folder, baseUrl, merchant, entries }: Place, policy: StoryPolicy): void => {
  const apiKeyVariable = variableOf('KEY', merchant)
  const integrityKeyVariable = variableOf('INTEGRITY_KEY', merchant)
  entries?.set(merchant, { name: merchant, baseUrl, apiKeyVariable, integrityKeyVariable, policy })
  const own = entries === null ? { baseUrl, ...policy } : { merchants: [...entries.values()] }
  const settings = { db: 'data/cuadre.db', out: 'out', xlsx: false, journal: JOURNAL_OF_STORY, ...own }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings, null, 2))
}

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
  const status = await cuadre([...words, ...flagsOf(place)], {
    stdout: async (text) => {
      out += text
      onOutput(text)
    },
    stderr: (text) => {
      err += text
    },
    screen: null,
    log: 'off',
    env: keysOf(place),
    cwd: place.folder,
    now: () => now,
    random: () => 0,
    sleep: async () => undefined,
    newRunId: randomUUID,
    signal,
  })
  return { status, out, err }
}
