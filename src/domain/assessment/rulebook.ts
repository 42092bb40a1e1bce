import type { CheckRecord } from '../rules/define-check.ts'
import { CHECKS, isCode } from '../rules/registry.ts'

/**
 * By what a slot is judged: the number of the policy, the version of the tool, and the codes of the checks from outside. What another
 * rulebook judged is judged again.
 */
export const rulebookOf = (policyNumber: number, version: string, checks: readonly CheckRecord[] = CHECKS): string => {
  const others = checks.map(({ code }) => code).filter((code) => !isCode(code))
  return [policyNumber, version, ...others.sort()].join(' ')
}

export const partsOfRulebook = (rulebook: string): { readonly policyNumber: number; readonly version: string } => {
  const [number = '', version = ''] = rulebook.split(' ')
  return { policyNumber: Number(number), version }
}
