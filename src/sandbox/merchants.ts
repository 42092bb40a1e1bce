import type { Assumptions } from './assumptions.ts'
import type { Sqlite } from './database.ts'
import { RequestRefusal } from './http/refusal.ts'

/** The options of a merchant of the sandbox. Keys left out are the sandbox's well-known ones. */
export interface MerchantOptions {
  readonly name?: string
  readonly apiKey?: string
  readonly integrityKey?: string
  readonly feesPostpaid?: boolean
  readonly gateway?: boolean
  readonly webhookUrls?: readonly string[]
}

export interface SandboxMerchant {
  readonly number: number
  readonly name: string
  readonly apiKey: string
  readonly integrityKey: string
  readonly feesPostpaid: boolean
  readonly gateway: boolean
  readonly webhookUrls: readonly string[]
}

interface MerchantRow {
  readonly number: number
  readonly name: string
  readonly api_key: string
  readonly integrity_key: string
  readonly fees_postpaid: number
  readonly gateway: number
  readonly webhook_urls: string
}

const fromRow = (row: MerchantRow): SandboxMerchant => {
  const webhookUrls: readonly string[] = JSON.parse(row.webhook_urls)
  return {
    number: row.number,
    name: row.name,
    apiKey: row.api_key,
    integrityKey: row.integrity_key,
    feesPostpaid: row.fees_postpaid === 1,
    gateway: row.gateway === 1,
    webhookUrls,
  }
}

export interface Merchants {
  readonly put: (merchant: SandboxMerchant) => void
  readonly all: () => readonly SandboxMerchant[]
  readonly byNumber: (number: number) => SandboxMerchant
  readonly byKey: (apiKey: string) => SandboxMerchant | undefined
}

export const openMerchants = (sqlite: Sqlite): Merchants => {
  const upsert = sqlite.prepare<unknown[]>('INSERT OR REPLACE INTO merchants VALUES (?, ?, ?, ?, ?, ?, ?)')
  const every = sqlite.prepare<[], MerchantRow>('SELECT * FROM merchants ORDER BY number')
  // Merchants are few and every request needs one, so they are read once and after each change.
  let known = every.all().map(fromRow)
  return {
    put: (merchant) => {
      const { number, name, apiKey, integrityKey, feesPostpaid, gateway, webhookUrls } = merchant
      upsert.run(number, name, apiKey, integrityKey, Number(feesPostpaid), Number(gateway), JSON.stringify(webhookUrls))
      known = every.all().map(fromRow)
    },
    all: () => known,
    byNumber: (number) => {
      const found = known.find((merchant) => merchant.number === number)
      if (found === undefined) throw new Error(`There is no merchant ${number}`)
      return found
    },
    byKey: (apiKey) => known.find((merchant) => merchant.apiKey === apiKey),
  }
}

/** The default keys of merchants: the same on every machine, since they protect only made-up data. */
export const merchantOf = (
  number: number,
  options: MerchantOptions,
  webhookUrls: readonly string[],
): SandboxMerchant => {
  const suffix = number === 1 ? '' : `-${number}`
  return {
    number,
    name: options.name ?? (number === 1 ? 'Inmobiliaria Demo' : `Inmobiliaria Demo ${number}`),
    apiKey: options.apiKey ?? `sandbox-api-key${suffix}`,
    integrityKey: options.integrityKey ?? `sandbox-integrity-key${suffix}`,
    feesPostpaid: options.feesPostpaid ?? false,
    gateway: options.gateway ?? false,
    webhookUrls: options.webhookUrls ?? webhookUrls,
  }
}

/** Refuses an address that cannot receive notifications. The sandbox accepts HTTP; production needs HTTPS. */
export const checkWebhookUrls = (
  merchants: readonly SandboxMerchant[],
  { httpsOnly }: Pick<Assumptions, 'httpsOnly'>,
): void => {
  const usable = httpsOnly ? /^https:/i : /^https?:/i
  const wrong = merchants
    .flatMap(({ webhookUrls }) => webhookUrls)
    .find((url) => !URL.canParse(url) || !usable.test(url))
  if (wrong === undefined) return
  throw new RequestRefusal(
    400,
    `Webhooks need an ${httpsOnly ? 'https' : 'http or https'} address, and ${wrong} is not one`,
  )
}
