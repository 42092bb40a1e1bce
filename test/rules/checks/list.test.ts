import type { QuarantinedRecord } from '../../../src/core/pull/pull.ts'
import { cursorAbsent, listedTwice, malformedRecord, pageCount } from '../../../src/rules/checks/list.ts'
import { aList, aPull } from '../../core/a.ts'
import { table } from './table.ts'

const list = (instead: Parameters<typeof aList>[0]) => ({ pull: aPull({ list: aList(instead) }) })

table('an invoice stands once in a list', listedTwice, [
  ['it does', {}, null],
  [
    'twice alike',
    { repeats: [{ invoiceId: 'inv-1', paid: null, copiesDiffer: false }] },
    ['LISTED_TWICE', 'info', 'invoice:inv-1', null, null, null, 'listed more than once; it counts once'],
  ],
  [
    'twice, and the copies differ',
    { repeats: [{ invoiceId: 'inv-1', paid: null, copiesDiffer: true }] },
    [
      'LISTED_TWICE',
      'error',
      'invoice:inv-1',
      null,
      null,
      null,
      'listed more than once with different contents; the last copy read counts, once',
    ],
  ],
  [
    'two invoices',
    {
      repeats: [
        { invoiceId: 'inv-1', paid: null, copiesDiffer: false },
        { invoiceId: 'inv-2', paid: null, copiesDiffer: true },
      ],
    },
    [
      ['LISTED_TWICE', 'info', 'invoice:inv-1', null, null, null],
      ['LISTED_TWICE', 'error', 'invoice:inv-2', null, null, null],
    ],
  ],
])

table('a page has as many items as its count says', pageCount, [
  ['it has', {}, null],
  [
    'one page states one more',
    list({ pages: 3, items: 250, miscountedPages: 1, countReported: 251 }),
    ['PAGE_COUNT', 'warning', 'list', 251, 250, 1, '1 of 3 pages reports a count that is not its number of items'],
  ],
  [
    'two pages, and the sums agree',
    list({ pages: 3, items: 250, miscountedPages: 2, countReported: 250 }),
    ['PAGE_COUNT', 'warning', 'list', 250, 250, 0, '2 of 3 pages report a count that is not their number of items'],
  ],
])

table('a list ends with a cursor that is null', cursorAbsent, [
  ['it does', {}, null],
  [
    'without any',
    list({ cursorAbsent: true }),
    [
      'CURSOR_ABSENT',
      'info',
      'list',
      null,
      'null',
      null,
      'the last page is short and carries no cursor at all; it was taken as the end of the list',
    ],
  ],
])

const record = (digest: string, instead: Partial<QuarantinedRecord> = {}): QuarantinedRecord => ({
  invoiceId: null,
  reference: null,
  field: 'amount',
  reason: 'is not a number',
  digest: digest.padEnd(64, '0'),
  page: 2,
  item: 7,
  ...instead,
})
const malformed = (digest: string, message: string, field = 'amount') => [
  'MALFORMED_RECORD',
  'error',
  `record:${digest}`,
  field,
  null,
  null,
  `${message}; collected and count are not compared`,
]
table('a record that cannot be read is told, never dropped', malformedRecord, [
  ['none', {}, null],
  [
    'one',
    { ...list({ malformed: 1 }), quarantine: [record('0123456789abcdef')] },
    malformed('0123456789ab', 'amount is not a number (page 2, item 7 of the stored answer)'),
  ],
  [
    'one that carries its id',
    { ...list({ malformed: 1 }), quarantine: [record('cc', { invoiceId: 'inv-7', reference: 'R-7' })] },
    malformed('cc0000000000', 'invoice inv-7: amount is not a number (page 2, item 7 of the stored answer)'),
  ],
  [
    'one that carries its reference only',
    { ...list({ malformed: 1 }), quarantine: [record('cc', { field: 'id', reason: 'is absent', reference: 'R-7' })] },
    malformed('cc0000000000', 'reference R-7: id is absent (page 2, item 7 of the stored answer)', 'id'),
  ],
  [
    'two',
    { quarantine: [record('aa'), record('bb', { field: 'id', reason: 'is absent', page: 3, item: 1 })] },
    [
      malformed('aa0000000000', 'amount is not a number (page 2, item 7 of the stored answer)'),
      malformed('bb0000000000', 'id is absent (page 3, item 1 of the stored answer)', 'id'),
    ],
  ],
  [
    'more than are kept one by one: the others are told by their number',
    { ...list({ malformed: 1_000_000 }), quarantine: [record('aa'), record('aa', { item: 8 })] },
    [
      malformed(
        'aa0000000000',
        'amount is not a number (page 2, item 7 of the stored answer, and 1 more with the same bytes)',
      ),
      [
        'MALFORMED_RECORD',
        'error',
        'list',
        '999998',
        null,
        null,
        '999998 more records of the list cannot be read; collected and count are not compared',
      ],
    ],
  ],
  [
    'hundreds that differ: those beyond the first are told by their number',
    { ...list({ malformed: 302 }), quarantine: Array.from({ length: 302 }, (_, n) => record(`${1000 + n}`)) },
    [...Array.from({ length: 300 }, () => ['MALFORMED_RECORD', 'error']), ['MALFORMED_RECORD', 'error', 'list', '2']],
  ],
  [
    'three with the same bytes: one discrepancy, since it has one id',
    { quarantine: [record('aa'), record('aa', { item: 8 }), record('aa', { page: 3 })] },
    malformed(
      'aa0000000000',
      'amount is not a number (page 2, item 7 of the stored answer, and 2 more with the same bytes)',
    ),
  ],
])
