import { expect, test } from 'vitest'
import { itemStateIn, statementSentence } from '../../reports/statements/statement-sentence.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import type { ItemBalance } from '../../src/rules/account/account-item.ts'
import { cop, slot } from '../core/a.ts'
import { aStatement } from './a-statement.ts'

const item = (
  date: string,
  pesos: number,
  kind: ItemBalance['kind'] = pesos < 0 ? 'overpaid' : 'failed',
): ItemBalance => ({
  slot: slot(date),
  ...{
    expected: cop(pesos),
    paidOut: null,
    accepted: cop(0),
    recovered: cop(0),
    balance: cop(pesos),
    kind,
    state: 'open',
    later: [],
  },
})

const saidOf = (language: 'en' | 'es', items: readonly ItemBalance[]): string => {
  const statement = aStatement(language)
  const account = { ...statement.account, from: '2026-03-01' as SlotDate, items }
  const quiet = statementSentence({ ...statement, account: { ...account, items: [] } })
  return statementSentence({ ...statement, account })
    .slice(quiet.length)
    .trim()
}

test.each([
  ['en', [item('2026-03-01', 7)], ''],
  [
    'en',
    [{ ...item('2026-03-01', 7), later: [{ kind: 'paid-out', on: '2026-04-03' as SlotDate, sum: cop(7) }] }],
    'Of the closing balance, 1 settlement was paid out after 2026-03-31: COP 7.',
  ],
  [
    'es',
    [
      { ...item('2026-03-01', 7), later: [{ kind: 'accepted', on: '2026-04-03' as SlotDate, sum: cop(7) }] },
      { ...item('2026-03-02', 2), later: [{ kind: 'accepted', on: '2026-04-04' as SlotDate, sum: cop(2) }] },
      { ...item('2026-03-03', -4), later: [{ kind: 'accepted', on: '2026-04-03' as SlotDate, sum: cop(-4) }] },
    ],
    'Del saldo final, la diferencia o la falla de 2 liquidaciones se aceptó después del 31/03/2026: $ 9. Del saldo final, la diferencia o la falla de 1 liquidación se aceptó después del 31/03/2026: −$ 4.',
  ],
  [
    'en',
    [
      {
        ...item('2026-03-01', -7, 'in-process'),
        later: [{ kind: 'paid-out', on: '2026-04-03' as SlotDate, sum: cop(-7) }],
      },
    ],
    'Of the closing balance, 1 settlement was paid out after 2026-03-31: −COP 7.',
  ],
  ['en', [item('2026-02-28', 7)], '1 earlier settlement is open: COP 7 still to be paid out.'],
  [
    'en',
    [item('2026-02-27', 7), item('2026-02-28', 2), item('2026-02-28', -4)],
    '2 earlier settlements are open: COP 9 still to be paid out. 1 earlier settlement was paid COP 4 more than expected.',
  ],
  [
    'en',
    [item('2026-02-27', -7), item('2026-02-28', -4)],
    '2 earlier settlements were paid COP 11 more than expected.',
  ],
  [
    'en',
    [item('2026-02-27', -7, 'in-process'), item('2026-02-28', -4)],
    '1 earlier settlement was paid COP 4 more than expected. 1 earlier settlement is not paid out and expected below zero: −COP 7.',
  ],
  [
    'es',
    [item('2026-02-27', -7, 'failed'), item('2026-02-28', -4, 'in-process')],
    '2 liquidaciones anteriores están sin abonar y con abono esperado negativo: −$ 11.',
  ],
  ['es', [item('2026-02-28', 7)], 'Queda pendiente 1 liquidación anterior: $ 7 por abonar.'],
  [
    'es',
    [item('2026-02-27', 7), item('2026-02-28', 2), item('2026-02-28', -4)],
    'Quedan pendientes 2 liquidaciones anteriores: $ 9 por abonar. De 1 liquidación anterior se abonaron $ 4 más de lo esperado.',
  ],
  [
    'es',
    [item('2026-02-27', -7), item('2026-02-28', -4)],
    'De 2 liquidaciones anteriores se abonaron $ 11 más de lo esperado.',
  ],
] as const)(
  'in %s the sentence of a statement says what earlier settlements left open: %#',
  (language, items, said) => {
    expect(saidOf(language, items)).toBe(said)
  },
)

test.each([
  ['en', 0, 0, ''],
  ['en', 1, 0, '1 earlier settlement could not be read and is in no balance.'],
  [
    'en',
    2,
    98_000,
    '2 earlier settlements could not be read (payouts of COP 98,000 when last read) and are in no balance.',
  ],
  [
    'es',
    1,
    98_000,
    'No se ha podido leer 1 liquidación anterior (abonos de $ 98.000 en la última lectura); no está en ningún saldo.',
  ],
] as const)(
  'in %s the sentence of a statement says what could not be read before: %i',
  (language, number, pesos, said) => {
    const statement = aStatement(language)
    const sentenceOf = (notReadBefore: typeof statement.account.beside.notReadBefore): string => {
      const beside = { ...statement.account.beside, notReadBefore }
      return statementSentence({ ...statement, account: { ...statement.account, beside } }).replaceAll('\u00a0', ' ')
    }
    const quiet = sentenceOf({ number: 0, sum: cop(0) })
    expect(
      sentenceOf({ number, sum: cop(pesos) })
        .replace(quiet, '')
        .trim(),
    ).toBe(said)
  },
)

test('the state of a settlement of the closing balance is the decision about it, or what became of it later', () => {
  const open = item('2026-03-01', 7)
  expect(itemStateIn(open, 'en')).toBe('open')
  expect(itemStateIn({ ...open, state: 'claimed' }, 'en')).toBe('claimed')
  const later: ItemBalance['later'] = [
    { kind: 'paid-out', on: '2026-04-03' as SlotDate, sum: cop(5) },
    { kind: 'accepted', on: '2026-04-07' as SlotDate, sum: cop(2) },
  ]
  expect(itemStateIn({ ...open, later }, 'en')).toBe('paid out on 2026-04-03, accepted on 2026-04-07')
  expect(itemStateIn({ ...open, later }, 'es')).toBe('abonada el 03/04/2026, aceptada el 07/04/2026')
})
