import { type Claim, claimsIn } from '../../../src/rules/account/claims.ts'
import type { KnownDiscrepancy } from '../../../src/rules/account/disposition.ts'
import type { Store } from '../../../src/store/store.ts'
import { withTimelines } from './find-discrepancies.ts'

/** All claims, and the findings that they are about. */
export const claimsInStore = async (
  store: Store,
): Promise<{ readonly claims: readonly Claim[]; readonly known: readonly KnownDiscrepancy[] }> => {
  const known = await withTimelines(store, await store.findings.all())
  return { claims: claimsIn(known), known }
}
