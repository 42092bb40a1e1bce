import type { Counts, FieldNotes } from '../../../src/core/pull/field-notes.ts'
import { fieldMissing, fractionalPesos, unknownField, unknownValue } from '../../../src/rules/checks/fields.ts'
import { someFacts } from '../../core/a.ts'
import { table } from './table.ts'

const noted = (kind: keyof FieldNotes, counts: Record<string, number>) => {
  const of: Counts = new Map(Object.entries(counts))
  return { fields: { ...someFacts().fields, [kind]: of } }
}

table('a field that is always there is missing', fieldMissing, [
  ['none', noted('fractional', { amount: 1 }), null],
  [
    'in one record',
    noted('missing', { description: 1 }),
    [
      'FIELD_MISSING',
      'warning',
      'field:description',
      '1',
      null,
      null,
      'description is absent or unreadable in 1 record',
    ],
  ],
  [
    'two fields, each told once',
    noted('missing', { description: 23, createdAt: 2 }),
    [
      ['FIELD_MISSING', 'warning', 'field:description', '23', null, null],
      [
        'FIELD_MISSING',
        'warning',
        'field:createdAt',
        '2',
        null,
        null,
        'createdAt is absent or unreadable in 2 records',
      ],
    ],
  ],
])

table('a value nobody documented', unknownValue, [
  ['none', noted('unknownFields', { bank: 1 }), null],
  [
    'two of one field',
    noted('unknownValues', { 'status=held': 1, 'status=lost': 3 }),
    [
      [
        'UNKNOWN_VALUE',
        'warning',
        'field:status=held',
        '1',
        null,
        null,
        'status=held is not documented; 1 record has it',
      ],
      ['UNKNOWN_VALUE', 'warning', 'field:status=lost', '3', null, null],
    ],
  ],
])

table('a field nobody documented', unknownField, [
  ['none', noted('missing', { description: 1 }), null],
  [
    'one',
    noted('unknownFields', { bank: 4 }),
    ['UNKNOWN_FIELD', 'info', 'field:bank', '4', null, null, 'bank is not documented; 4 records have it'],
  ],
  [
    'in one record',
    noted('unknownFields', { bank: 1 }),
    ['UNKNOWN_FIELD', 'info', 'field:bank', '1', null, null, 'bank is not documented; 1 record has it'],
  ],
])

table('pesos come whole', fractionalPesos, [
  ['they do', noted('unknownValues', { 'status=held': 1 }), null],
  [
    'with centavos',
    noted('fractional', { paid: 2 }),
    ['FRACTIONAL_PESOS', 'info', 'field:paid', '2', null, null, 'paid (paymentAmount) has centavos in 2 records'],
  ],
  ...['fees', 'adjustments'].map(
    (field) =>
      [
        `${field} with centavos`,
        noted('fractional', { [field]: 1 }),
        ['FRACTIONAL_PESOS', 'info', `field:${field}`, '1', null, null, `${field} have centavos in 1 record`],
      ] as const,
  ),
])

table('a settlement date is a date', unknownValue, [
  ['it is', noted('fractional', { paid: 2 }), null],
  [
    'with a time behind it, told once',
    noted('dateTimes', { ownDate: 23 }),
    [
      'UNKNOWN_VALUE',
      'warning',
      'field:ownDate',
      '23',
      null,
      null,
      'ownDate (settlementDate) is a date-time in 23 records; its date is compared',
    ],
  ],
])
