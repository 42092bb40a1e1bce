import { type Centavos, toPesos } from '../domain/money.ts'
import type { Policy } from '../domain/policy.ts'
import { CuadreError } from '../std/errors.ts'
import { printSetting } from './check-setting.ts'
import { DEFAULT, type Origin } from './sources/sources.ts'

/** What is right by itself, and wrong together. */
export const refuseContradictions = (
  policy: Policy,
  limits: { readonly invoiceMin: Centavos; readonly invoiceMax: Centavos },
  origins: ReadonlyMap<string, Origin>,
): void => {
  const refuse = (name: string, what: string): never => {
    const { name: place } = origins.get(name) ?? DEFAULT
    throw new CuadreError(
      'SETTING_CONTRADICTS',
      `${name} ${what}${place && ` (from ${place})`}`,
      'correct one of the two',
    )
  }
  const known: readonly string[] = [...policy.cycles, ...policy.extraCycles]
  for (const [label, cycle] of Object.entries(policy.cycleAliases)) {
    if (!known.includes(cycle))
      refuse('cycleAliases', `names ${printSetting(cycle)}, which is in neither cycles nor extraCycles`)
    if (known.includes(label))
      refuse('cycleAliases', `renames ${printSetting(label)}, which is itself in cycles or extraCycles`)
  }
  if (policy.stuckHours < policy.overdueHours) {
    const setting = origins.get('stuckHours')?.from === 'default' ? 'overdueHours' : 'stuckHours'
    refuse(setting, `leaves stuckHours ${policy.stuckHours} below overdueHours ${policy.overdueHours}`)
  }
  const { invoiceMin, invoiceMax } = limits
  if (invoiceMax < invoiceMin) {
    const setting = origins.get('invoiceMaxCop')?.from === 'default' ? 'invoiceMinCop' : 'invoiceMaxCop'
    refuse(setting, `leaves invoiceMaxCop ${toPesos(invoiceMax)} below invoiceMinCop ${toPesos(invoiceMin)}`)
  }
}
