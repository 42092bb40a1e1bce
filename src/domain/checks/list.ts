import type { Quarantined } from '../pull.ts'
import { asText, type Check, found, inInvoices, NOTHING } from './facts.ts'

/** An invoice stands once in a list. */
export const listedTwice: Check = ({ repeats }) =>
  repeats.flatMap(({ invoiceId, copiesDiffer }) =>
    found(
      'LISTED_TWICE',
      copiesDiffer ? 'error' : 'info',
      `invoice:${invoiceId}`,
      asText(null, null),
      copiesDiffer
        ? 'listed more than once with different contents; the last copy read counts, once'
        : 'listed more than once; it counts once',
    ),
  )

/** A page has as many items as its `count` says. */
export const pageCount: Check = ({ pull: { list } }) =>
  list.miscountedPages === 0
    ? NOTHING
    : found(
        'PAGE_COUNT',
        'warning',
        'list',
        inInvoices(list.countStated, list.items),
        `${list.miscountedPages} of ${list.pages} pages state another count than they have items`,
      )

/** A list ends with a cursor that is null. */
export const cursorAbsent: Check = ({ pull: { list } }) =>
  list.cursorAbsent
    ? found(
        'CURSOR_ABSENT',
        'info',
        'list',
        asText(null, 'null'),
        'the last page is short and carries no cursor at all; it was taken as the end of the list',
      )
    : NOTHING

/** A record that cannot be read is set aside and told, never dropped. Those that are the same to the byte are told as one. */
export const malformedRecord: Check = ({ quarantine }) =>
  [...sameBytes(quarantine)].flatMap(([digest, [{ field, reason, page, item }, ...copies]]) =>
    found(
      'MALFORMED_RECORD',
      'error',
      `record:${digest}`,
      asText(field, null),
      `${field} ${reason} (page ${page}, item ${item} of the stored answer${
        copies.length === 0 ? '' : `, and ${copies.length} more with the same bytes`
      }); collected and count are not judged`,
    ),
  )

/** By the beginning of their digest, which is what makes a discrepancy about one the same tomorrow. */
const sameBytes = (quarantine: readonly Quarantined[]) => {
  const records = new Map<string, [Quarantined, ...Quarantined[]]>()
  for (const record of quarantine) {
    const digest = record.digest.slice(0, 12)
    const known = records.get(digest)
    if (known === undefined) records.set(digest, [record])
    else known.push(record)
  }
  return records
}
