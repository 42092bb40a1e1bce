import type { CheckRecord } from '../rules/define-check.ts'
import { CHECKS, isCode } from '../rules/registry.ts'

/**
 * Identifies the rules under which a slot is judged: the number of the policy, the version of cuadre, and the codes of
 * checks from outside. A slot that was judged under other rules is judged again.
 */
export const rulebookOf = (policyNumber: number, version: string, checks: readonly CheckRecord[] = CHECKS): string => {
  const others = checks.map(({ code }) => code).filter((code) => !isCode(code))
  return [policyNumber, version, ...others.sort()].join(' ')
}

export const partsOfRulebook = (rulebook: string): { readonly policyNumber: number; readonly version: string } => {
  const [number = '', version = ''] = rulebook.split(' ')
  return { policyNumber: Number(number), version }
}
