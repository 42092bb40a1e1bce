import type { Schedule } from '../../src/core/fees/tariff.ts'
import { type Centavos, fromPesos } from '../../src/core/money.ts'
import { assumptionsOf, DEFAULT_POLICY, type Policy } from '../../src/core/policy.ts'
import type { AssumptionDocument } from '../../src/print/files/manifest.ts'

/**
 * The policy as it is stored and written: settings by name, money in COP. The bank's settings are left out when
 * `bankText` is empty, and so is a tax id that is not set.
 */
export const policyDocument = ({
  tolerance,
  feesTolerance,
  bankText,
  bankDays,
  bankNearPercent,
  taxId,
  ...policy
}: Policy) => ({
  ...policy,
  ...(bankText.length > 0 && { bankText, bankDays, bankNearPercent }),
  ...(taxId !== null && { taxId }),
  toleranceCop: tolerance,
  feesToleranceCop: feesTolerance,
})

/** Parses a stored policy. A setting that an older version did not have gets its default. */
export const policyIn = (text: string): Policy => {
  const { toleranceCop, feesToleranceCop, tariff = [], ...known }: RecordedPolicy = JSON.parse(text)
  const tolerance = toleranceCop === undefined ? DEFAULT_POLICY.tolerance : moneyIn(toleranceCop)
  const feesTolerance = feesToleranceCop == null ? null : moneyIn(feesToleranceCop)
  return { ...DEFAULT_POLICY, ...known, tariff: tariff.map(scheduleIn), tolerance, feesTolerance }
}

const scheduleIn = (recorded: RecordedSchedule): Schedule => ({ to: 'peso', ...recorded })

type RecordedSchedule = Omit<Schedule, 'to'> & Partial<Pick<Schedule, 'to'>>
type RecordedPolicy = Partial<Omit<Policy, 'tariff'>> & {
  readonly tariff?: readonly RecordedSchedule[]
  readonly toleranceCop?: number
  readonly feesToleranceCop?: number | null
}

const moneyIn = (pesos: number): Centavos => {
  const money = fromPesos(pesos)
  if (money === null) throw new Error('a policy was recorded with a tolerance that is not an amount')
  return money
}

/** Settings outside the policy that decide what is read, and how. */
export interface ReadingSettings {
  readonly lookbackDays: number
  readonly pageLimit: number
  readonly concurrency: number
  readonly absentStatuses: readonly number[]
  readonly absentBodies: readonly string[]
  readonly csvProfile: string
  readonly webhookFormat: string
  readonly webhookPayloadField: string | null
}

const MEANINGS: Readonly<Record<keyof ReadingSettings, string>> = {
  lookbackDays: 'days before today that an ordinary night reads again',
  pageLimit: 'invoices asked for per page',
  concurrency: 'settlements read side by side',
  absentStatuses: 'statuses whose JSON answers mean that there is no settlement',
  absentBodies: 'bodies that mean the same under these statuses',
  csvProfile: 'how CSV files are written',
  webhookFormat: 'how notifications are signed',
  webhookPayloadField:
    'member of a notification that holds its payload; none takes data, else payload, else the only object',
}

/** All assumptions that api.md does not settle: each setting, its value in force, and what it decides. */
export const assumptionsDocument = (policy: Policy, reading: ReadingSettings): readonly AssumptionDocument[] => [
  ...assumptionsOf(policy).map(({ setting, value, meaning }) => ({ setting, value: value.en, meaning })),
  ...Object.entries(MEANINGS).map(([setting, meaning]) => ({ setting, value: valueIn(reading, setting), meaning })),
]

const valueIn = (reading: ReadingSettings, setting: string): string => {
  const value = Object.entries(reading).find(([name]) => name === setting)?.[1]
  return value === null ? 'none' : [value].flat().join(' ')
}
