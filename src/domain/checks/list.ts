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

/** A record that cannot be read is set aside and told, never dropped. */
export const malformedRecord: Check = ({ quarantine }) =>
  quarantine.flatMap(({ field, reason, digest, page, item }) =>
    found(
      'MALFORMED_RECORD',
      'error',
      `record:${digest.slice(0, 12)}`,
      asText(field, null),
      `${field} ${reason} (page ${page}, item ${item} of the stored answer); collected and count are not judged`,
    ),
  )
