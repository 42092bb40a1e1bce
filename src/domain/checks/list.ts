import { howMany } from '../../std/how-many.ts'
import type { Finding } from '../findings/discrepancy.ts'
import { fieldName } from '../operator-fields.ts'
import type { Quarantined } from '../pull/pull.ts'
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

/**
 * A record that cannot be read is set aside and told, never dropped. Those that are the same to the byte are told as one, and beyond
 * some hundreds only their number is told.
 */
export const malformedRecord: Check = ({ quarantine, pull: { list } }) => {
  const told = [...sameBytes(quarantine)].slice(0, MOST_RECORDS)
  const more = list.malformed - told.reduce((number, [, records]) => number + records.length, 0)
  return [...told.flatMap(([digest, records]) => malformedAlike(digest, records)), ...malformedBeside(more)]
}

const MOST_RECORDS = 300

const malformedAlike = (
  digest: string,
  [{ field, reason, page, item }, ...copies]: readonly [Quarantined, ...Quarantined[]],
): readonly Finding[] => {
  const alike = copies.length === 0 ? '' : `, and ${copies.length} more with the same bytes`
  return found(
    'MALFORMED_RECORD',
    'error',
    `record:${digest}`,
    asText(field, null),
    `${fieldName(field)} ${reason} (page ${page}, item ${item} of the stored answer${alike}); collected and count are not judged`,
  )
}

const malformedBeside = (number: number): readonly Finding[] =>
  number <= 0
    ? NOTHING
    : found(
        'MALFORMED_RECORD',
        'error',
        'list',
        asText(String(number), null),
        `${howMany(number, 'more record')} of the list cannot be read; collected and count are not judged`,
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
