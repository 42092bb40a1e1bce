import type { Due, RentPayment } from '../core/receivables.ts'

type Identified = Pick<Due, 'reference' | 'contract' | 'document'>
type Identifier = keyof Identified

/** A contract that is none: blank, or nothing but zeros, as the service writes it. */
export const isNoContract = (text: string): boolean => /^0*$/.test(text.trim())

/** An identifier as people and programs write it alike: without spaces and, of digits, without zeros in front. */
const plainIdentifier = (text: string): string => {
  if (PLAIN.test(text)) return text
  const bare = text.replace(/\s+/g, ' ').trim().toUpperCase()
  return /^\d+$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare
}

const PLAIN = /^[A-Z1-9][A-Z0-9-]*$/

/** Whether a due or one of its payments carries a text that a person looks for. */
export const carries = (due: Due, payments: readonly string[], text: string): boolean => {
  const [wanted, document] = [plainIdentifier(text), plainDocument(text)]
  const [names, { document: own }] = [[due.key, due.dueId, due.reference, due.contract, ...payments], due]
  return (
    names.some((name) => name !== null && plainIdentifier(name) === wanted) ||
    (own !== null && plainDocument(own) === document)
  )
}

const plainDocument = (text: string): string => plainIdentifier(text.replace(/[.,\s]/g, ''))

/**
 * How the identifiers of dues and payments are compared. Zeros in front do not count, since spreadsheets lose them, unless
 * dues or payments have two identifiers that only these tell apart.
 */
export const identifiersOf = (dues: readonly Due[], payments: readonly RentPayment[]) => {
  const toldApartBy = {
    reference: toldApart('reference', dues, payments),
    contract: toldApart('contract', dues, payments),
    document: new Set<string>(),
  }
  const of = (basis: Identifier, one: Identified): string | null => {
    const text = one[basis]
    if (text === null || text.trim() === '' || (basis === 'contract' && isNoContract(text))) return null
    if (basis === 'document') return plainDocument(text)
    const plain = plainIdentifier(text)
    return toldApartBy[basis].has(plain) ? `=${text.trim()}` : plain
  }
  const known = (basis: Identifier): ReadonlySet<string | null> => new Set(dues.map((due) => of(basis, due)))
  const [references, contracts] = [known('reference'), known('contract')]
  /** Whether a payment names another due than the one that a lesser identifier finds. */
  const contradict = (basis: Identifier, due: Due, payment: RentPayment): boolean => {
    if (basis === 'reference') return false
    const reference = of('reference', payment)
    if (reference !== null && references.has(reference) && reference !== of('reference', due)) return true
    const contract = basis === 'document' ? of('contract', payment) : null
    return contract !== null && contracts.has(contract) && contract !== of('contract', due)
  }
  return { of, contradict }
}

/** The identifiers that stand for more than one on the same side. */
const toldApart = (
  basis: Identifier,
  dues: readonly Identified[],
  payments: readonly Identified[],
): ReadonlySet<string> => {
  const told = new Set<string>()
  for (const side of [dues, payments]) {
    const seen = new Map<string, string>()
    for (const one of side) {
      const text = one[basis]?.trim() ?? ''
      if (!/^\d+$/.test(text)) continue
      const plain = plainIdentifier(text)
      const other = seen.get(plain)
      if (other !== undefined && other !== text) told.add(plain)
      seen.set(plain, text)
    }
  }
  return told
}
