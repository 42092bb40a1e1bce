import type { Both } from '../std/both.ts'
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
