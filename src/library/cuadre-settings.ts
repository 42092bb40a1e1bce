import type {
  BankBalanceRows,
  BankColumn,
  BankMapping,
  BankSignColumn,
  BankStatusColumn,
} from '../core/bank/bank-mapping.ts'
import type { MethodRate, Schedule, TaxOnFees, Tier, Withholding } from '../core/fees/tariff.ts'
import type { JournalSettings } from '../core/journal.ts'
import type { PinnedReading, Policy } from '../core/policy.ts'
import type { ReceivableMapping } from '../core/receivables.ts'
import type { ClaimsSetting } from '../input/claims-reader.ts'
import type { MailSetting } from '../input/mail-reader.ts'
import type { DatabaseStoreSetting } from '../input/queue/database-store-reader.ts'
import type { CheckRecord } from '../rules/define-check.ts'

/** A setting as a person writes it: the members that are not needed may be left out. */
type Written<T, Needed extends keyof T> = Pick<T, Needed> & Partial<Omit<T, Needed>>

/** What the operator charges for a payment by one method. */
export type MethodSetting = Partial<Omit<MethodRate, 'tiers'>> & { readonly tiers?: readonly Written<Tier, 'above'>[] }

/** What the operator charges from a day on. */
export interface ScheduleSetting extends Partial<Pick<Schedule, 'rounding' | 'to' | 'proposed'>> {
  /** `YYYY-MM-DD` */
  readonly from: string
  /** By payment method, as the service spells it. */
  readonly methods: Readonly<Record<string, MethodSetting>>
  readonly tax?: Written<TaxOnFees, 'name' | 'percent'> | null
  readonly withholdings?: readonly Written<Withholding, 'name' | 'percent'>[]
}

/** The columns of a bank's file; what is left out is detected from the file. */
export type BankMappingSetting = Written<Omit<BankMapping, 'amount' | 'status' | 'balanceRows'>, 'date' | 'text'> & {
  readonly amount:
    | { readonly value: BankColumn; readonly sign?: BankColumn | Written<BankSignColumn, 'column'> | null }
    | { readonly debit: BankColumn; readonly credit: BankColumn }
  readonly status?: BankColumn | Written<BankStatusColumn, 'column'> | null
  readonly balanceRows?: Partial<BankBalanceRows> | null
}

/** The settings of another program: those of the settings file, the secrets, and further sources. */
export interface CuadreSettings
  extends Partial<
    Omit<Policy, 'tolerance' | 'feesTolerance' | 'cycles' | 'extraCycles' | 'tariff' | 'pinnedReadings' | 'bankText'>
  > {
  /** Address of the service, with `/v1`. */
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly integrityKey?: string | undefined
  readonly integrityKeyPrevious?: string | undefined
  /** Path of the database; `./data/cuadre.db` without it. Relative paths are relative to the folder of the process. */
  readonly db?: string | undefined
  /** Folder of the reports; `./out` without it. */
  readonly out?: string | undefined
  readonly merchant?: string | undefined
  readonly cycles?: readonly string[]
  readonly extraCycles?: readonly string[]
  readonly toleranceCop?: number
  readonly feesToleranceCop?: number | null
  /** In ascending order of `from`. */
  readonly tariff?: readonly ScheduleSetting[]
  readonly pinnedReadings?: { readonly [Name in PinnedReading]?: { readonly by: string; readonly at: string } }
  /** Path of a JSON file with the tariff, instead of `tariff`. */
  readonly tariffFile?: string | null
  readonly bankKeepAll?: boolean
  readonly bankMapping?: BankMappingSetting | null
  /** The name of the operator as the bank writes it, or several. */
  readonly bankText?: string | readonly string[]
  readonly journal?: Partial<Omit<JournalSettings, 'from'> & { readonly from: string | null }> | null
  readonly claims?: Partial<ClaimsSetting>
  readonly receivableMapping?: Written<ReceivableMapping, 'amount'> | null
  readonly receivableWindowDays?: { readonly before: number; readonly after: number }
  readonly receivableGraceDays?: number
  readonly receivableToleranceCop?: number
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
  /** The moment that counts as now, as ISO 8601 with an offset, for a sandbox on this machine whose clock stands still. */
  readonly clock?: string | null
  readonly allowPlainHttp?: boolean
  readonly allowUnverifiedTls?: boolean
  readonly webhookFormat?: 'signed-body' | 'encoded-header'
  readonly webhookPayloadField?: string | null
  readonly backupsKept?: number
  readonly runAt?: readonly string[]
  readonly sweepAt?: readonly string[]
  readonly backupAt?: readonly string[]
  readonly pingUrl?: string | undefined
  readonly notifyUrl?: string | undefined
  readonly notifyMail?: MailSetting | null
  readonly mailPassword?: string | undefined
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
