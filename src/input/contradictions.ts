import { type Centavos, toPesos } from '../core/money.ts'
import type { Policy } from '../core/policy.ts'
import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { printSetting } from './check-setting.ts'
import { isThisMachine } from './secrets/secrets.ts'
import { DEFAULT, type Origin } from './sources/sources.ts'

/** Refuses settings that are valid one by one and contradict each other. */
export const refuseContradictions = (
  policy: Policy,
  {
    invoiceMin,
    invoiceMax,
    clock,
    baseUrl,
  }: {
    readonly invoiceMin: Centavos
    readonly invoiceMax: Centavos
    readonly clock: string | null
    readonly baseUrl: string | null
  },
  origins: ReadonlyMap<string, Origin>,
): void => {
  const refuse = (name: string, what: Both<string>): never => {
    const { name: place } = origins.get(name) ?? DEFAULT
    throw new CuadreError(
      'SETTING_CONTRADICTS',
      { en: `${name} ${what.en}${place && ` (from ${place})`}`, es: `${name} ${what.es}${place && ` (de ${place})`}` },
      { en: 'correct one of the two', es: 'corrija uno de los dos' },
    )
  }
  const known: readonly string[] = [...policy.cycles, ...policy.extraCycles]
  for (const [label, cycle] of Object.entries(policy.cycleAliases)) {
    if (!known.includes(cycle))
      refuse('cycleAliases', {
        en: `names ${printSetting(cycle)}, which is in neither cycles nor extraCycles`,
        es: `nombra ${printSetting(cycle)}, que no está en cycles ni en extraCycles`,
      })
    if (known.includes(label))
      refuse('cycleAliases', {
        en: `renames ${printSetting(label)}, which is itself in cycles or extraCycles`,
        es: `renombra ${printSetting(label)}, que ya está en cycles o extraCycles`,
      })
  }
  if (policy.stuckHours < policy.overdueHours) {
    const setting = origins.get('stuckHours')?.from === 'default' ? 'overdueHours' : 'stuckHours'
    refuse(setting, {
      en: `leaves stuckHours ${policy.stuckHours} below overdueHours ${policy.overdueHours}`,
      es: `deja stuckHours (${policy.stuckHours}) por debajo de overdueHours (${policy.overdueHours})`,
    })
  }
  if (invoiceMax < invoiceMin) {
    const setting = origins.get('invoiceMaxCop')?.from === 'default' ? 'invoiceMinCop' : 'invoiceMaxCop'
    refuse(setting, {
      en: `leaves invoiceMaxCop ${toPesos(invoiceMax)} below invoiceMinCop ${toPesos(invoiceMin)}`,
      es: `deja invoiceMaxCop (${toPesos(invoiceMax)}) por debajo de invoiceMinCop (${toPesos(invoiceMin)})`,
    })
  }
  if (clock !== null && baseUrl !== null && !isThisMachine(new URL(baseUrl).hostname))
    refuse('clock', {
      en: 'is for a sandbox on this machine, and baseUrl is on another',
      es: 'es para un servicio de prueba en este equipo, y baseUrl está en otro',
    })
}
