import type { Both } from '../std/both.ts'
import { cycle, date, month } from './dates.ts'
import { LEAVE_OUT, listOf, optional, orElse, truth, type ValueReader } from './readers.ts'

/** A flag of a command, and the option of a library call that has its name in camelCase. */
export interface Option<T> {
  readonly kind: 'switch' | 'once' | 'repeatable'
  readonly describe: Both<string>
  /** The flag where it has another name, as that of a list, which is typed once for each member. */
  readonly flag?: string
  /** Whether it changes only how much is shown: a call of the library does not have it. */
  readonly isOfScreen?: true
  readonly read: ValueReader<T>
}

export type Options = { readonly [name: string]: Option<unknown> }
export type Operands = { readonly [name: string]: ValueReader<unknown> }

/** What was asked: each operand and each option, read. */
export type Asked<P extends Operands, O extends Options> = {
  readonly [Name in keyof P]: P[Name] extends ValueReader<infer T> ? T : never
} & { readonly [Name in keyof O]: O[Name] extends Option<infer T> ? T : never }

export const aSwitch = (describe: Both<string>, more: Pick<Option<boolean>, 'isOfScreen'> = {}): Option<boolean> => ({
  ...{ kind: 'switch', describe, ...more },
  read: (name, value) => optional(truth)(name, value) ?? false,
})

/** A list of such texts; empty where none is named. */
export const many = <T>(
  flag: string,
  describe: Both<string>,
  read: ValueReader<T>,
  whenEmpty = LEAVE_OUT,
): Option<readonly T[]> => ({
  ...{ kind: 'repeatable', flag, describe },
  read: (name, values) => orElse(listOf(read, whenEmpty), null)(name, values) ?? [],
})

export const once = <T>(describe: Both<string>, read: ValueReader<T>): Option<T> => ({
  kind: 'once',
  describe,
  read,
})

export const DAYS = {
  date: once({ en: 'One day, YYYY-MM-DD', es: 'Un día, AAAA-MM-DD' }, optional(date)),
  from: once({ en: 'First day of a range; needs --to', es: 'Primer día de un rango; necesita --to' }, optional(date)),
  to: once({ en: 'Last day of a range; needs --from', es: 'Último día de un rango; necesita --from' }, optional(date)),
}

export const CYCLES = {
  cycles: many('cycle', { en: 'Only this cycle; may be given again', es: 'Solo este ciclo; se puede repetir' }, cycle),
}

export const RANGE_OF_SETTLEMENTS = {
  from: once(
    { en: 'First settlement date; needs --to', es: 'Primera fecha de liquidación; necesita --to' },
    optional(date),
  ),
  to: once(
    { en: 'Last settlement date; needs --from', es: 'Última fecha de liquidación; necesita --from' },
    optional(date),
  ),
}

export const MONTH_OR_DAYS = {
  month: once({ en: 'A month, YYYY-MM', es: 'Un mes, AAAA-MM' }, optional(month)),
  ...RANGE_OF_SETTLEMENTS,
}
