import type { DatabaseStoreSetting } from '../config/queue/database-store-reader.ts'
import type { BankMapping } from '../domain/bank/bank-mapping.ts'
import type { Policy } from '../domain/policy.ts'
import type { CheckRecord } from '../domain/rules/define-check.ts'

/** The settings of another program: those of the settings file, the secrets, and further sources. */
export interface CuadreSettings
  extends Partial<Omit<Policy, 'tolerance' | 'feesTolerance' | 'cycles' | 'extraCycles'>> {
  /** Address of the service, with `/v1`. */
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly integrityKey?: string
  readonly integrityKeyPrevious?: string
  /** Path of the database; `./data/cuadre.db` without it. Relative paths are relative to the folder of the process. */
  readonly db?: string
  /** Folder of the reports; `./out` without it. */
  readonly out?: string
  readonly merchant?: string
  readonly cycles?: readonly string[]
  readonly extraCycles?: readonly string[]
  readonly toleranceCop?: number
  readonly feesToleranceCop?: number | null
  /** Path of a JSON file with the tariff, instead of `tariff`. */
  readonly tariffFile?: string | null
  readonly bankKeepAll?: boolean
  readonly bankMapping?: BankMapping | null
  readonly databaseStore?: DatabaseStoreSetting | null
  readonly merchantsAtOnce?: number
  readonly lookbackDays?: number
  readonly sweepDays?: number
  readonly pageLimit?: number
  readonly concurrency?: number
  readonly absentStatuses?: readonly number[]
  readonly absentBodies?: readonly string[]
  readonly csvProfile?: 'standard' | 'excel-co' | 'excel-us' | 'raw'
  readonly language?: 'en' | 'es'
  readonly xlsx?: boolean
  readonly allowPlainHttp?: boolean
  readonly allowUnverifiedTls?: boolean
  readonly webhookFormat?: 'signed-body' | 'encoded-header'
  readonly webhookPayloadField?: string
  readonly backupsKept?: number
  readonly runAt?: readonly string[]
  readonly sweepAt?: readonly string[]
  readonly backupAt?: readonly string[]
  readonly pingUrl?: string
  readonly notifyUrl?: string
  readonly notifyCodes?: readonly string[]
  readonly quietBusinessDays?: number
  readonly invoiceMinCop?: number
  readonly invoiceMaxCop?: number
  /** All checks to run, for example `[...CHECKS, mine]`, both from `cuadre/checks`. */
  readonly checks?: readonly CheckRecord[]
  /** A settings file with lower precedence than these settings. None is read by default. */
  readonly config?: string
  /** Variables with lower precedence than these settings, such as `process.env`. None are read by default. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whether to add the merchant to a database that holds others, if `merchants` in the settings file (`config`) lists it. */
  readonly create?: boolean
}
