import type { CheckRecord } from '../domain/rules/define-check.ts'
import { CHECKS, recordOf } from '../domain/rules/registry.ts'
import { inBoth } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'
import { isObject } from '../std/json/json-object.ts'

const CODE = /^[A-Z][A-Z0-9_]*$/

/** The checks of another program: ours and its own, each with a unique code. */
export const checksIn = (checks: readonly CheckRecord[]): readonly CheckRecord[] => {
  if (!Array.isArray(checks)) throw invalid('they are not a list', 'write [...CHECKS, mine]')
  if (!checks.every(isDefined)) throw invalid('one of them is not a check', 'make it with defineCheck')
  const given = new Set(checks)
  const missing = CHECKS.find((ours) => !given.has(ours))
  const others = [...given].filter((check) => recordOf(check.code) !== check)
  for (const { code } of others) {
    if (!CODE.test(code))
      throw invalid(`the code ${JSON.stringify(code)} of a check is not valid`, 'write it like RENT_TOO_HIGH')
    if (recordOf(code) !== null)
      throw invalid(`the code ${code} belongs to a check of Cuadre`, 'give your check another code')
    if (others.filter((other) => other.code === code).length > 1)
      throw invalid(`two checks have the code ${code}`, 'rename one')
  }
  if (missing !== undefined) throw invalid(`the check ${missing.code} is left out`, 'write [...CHECKS, mine]')
  return [...CHECKS, ...others]
}

const isDefined = (check: unknown): boolean =>
  isObject(check) && typeof check.code === 'string' && isObject(check.message) && isObject(check.title)

const invalid = (message: string, next: string): CuadreError =>
  new CuadreError('SETTING_INVALID', inBoth(`checks: ${message}`), inBoth(next))
