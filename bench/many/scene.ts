import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'

/** The trouble of a merchant, and the resulting exit status. */
export const TROUBLES = { 'dead service': 5, 'wrong key': 4, 'damaged database': 6 } as const
export type MerchantTrouble = keyof typeof TROUBLES

export interface ManyMerchants {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly sandbox: Sandbox
  /** The settlement date to read: the first one of the service, all of which is due. */
  readonly day: string
  readonly keys: readonly string[]
  /** By merchant; other merchants have none. */
  readonly troubles: ReadonlyMap<string, MerchantTrouble>
}

export interface ManyAsked {
  readonly folder: string
  readonly merchants: number
  readonly invoicesPerDay: number
  /** The number of merchants with each trouble. */
  readonly troubled: Readonly<Record<MerchantTrouble, number>>
  readonly settings?: object
}

/** No service answers there. */
const DEAD = 'http://127.0.0.1:9/v1'

const nameOf = (number: number): string => `m${String(number).padStart(4, '0')}`

/**
 * A sandbox of many merchants and a settings file for them, each with its own database; some have a trouble, spread
 * evenly.
 */
export const startMany = async (asked: ManyAsked): Promise<ManyMerchants> => {
  const { folder, merchants, invoicesPerDay } = asked
  const keys = Array.from({ length: merchants }, (_, at) => `key-of-${nameOf(at + 1)}`)
  const sandbox = await startSandbox({
    days: 5,
    invoicesPerDay,
    merchants: keys.map((apiKey, at) => ({ name: nameOf(at + 1), apiKey })),
  })
  const troubles = troublesOf(asked)
  const env = Object.fromEntries(
    keys.map((key, at) => [`KEY_${at + 1}`, isTold(troubles, at) ? `wrong-${at + 1}` : key]),
  )
  mkdirSync(join(folder, 'data'), { recursive: true })
  for (const [name, trouble] of troubles)
    if (trouble === 'damaged database') writeFileSync(join(folder, `data/${name}.db`), 'no database at all')
  const entries = keys.map((_, at) => ({
    name: nameOf(at + 1),
    apiKeyVariable: `KEY_${at + 1}`,
    ...(troubles.get(nameOf(at + 1)) === 'dead service' && { baseUrl: DEAD }),
  }))
  const settings = { baseUrl: sandbox.baseUrl, db: 'data/{merchant}.db', ...asked.settings, merchants: entries }
  writeFileSync(join(folder, 'cuadre.config.json'), JSON.stringify(settings))
  return { folder, env, sandbox, day: sandbox.days?.from ?? '', keys, troubles }
}

const isTold = (troubles: ReadonlyMap<string, MerchantTrouble>, at: number): boolean =>
  troubles.get(nameOf(at + 1)) === 'wrong key'

const troublesOf = ({ merchants, troubled }: ManyAsked): ReadonlyMap<string, MerchantTrouble> => {
  const all = Object.entries(troubled).flatMap(([trouble, number]) =>
    Array.from({ length: number }, () => trouble as MerchantTrouble),
  )
  const step = Math.floor(merchants / (all.length + 1))
  return new Map(all.map((trouble, at) => [nameOf((at + 1) * step), trouble]))
}

interface TurnDocument {
  readonly merchant: string
  readonly exitCode: number
}

/** The merchants whose exit status in the common document is not the expected one. */
export const wrongTurns = (
  { keys, troubles }: Pick<ManyMerchants, 'keys' | 'troubles'>,
  document: { readonly merchants: readonly TurnDocument[] },
  isRight = (exitCode: number): boolean => exitCode === 0,
): readonly string[] => {
  const turns = new Map(document.merchants.map(({ merchant, exitCode }) => [merchant, exitCode]))
  return keys.flatMap((_, at) => {
    const name = nameOf(at + 1)
    const trouble = troubles.get(name)
    const code = turns.get(name)
    const isAsItShould = code !== undefined && (trouble === undefined ? isRight(code) : code === TROUBLES[trouble])
    return isAsItShould ? [] : [`${name} (${trouble ?? 'no trouble'}) ended with ${code ?? 'nothing'}`]
  })
}

export const NO_TROUBLE = { 'dead service': 0, 'wrong key': 0, 'damaged database': 0 }
