import { expect, test } from 'vitest'
import { type Implementation, NEVER_PULLED, SLOT } from './scene.ts'

export const bankContract = ({ open }: Implementation): void => {
  test('a file of the bank is there with its statement, and each entry once', async () => {
    const { store } = await open()
    expect(await store.bank.isKnown()).toBe(true)
    expect(await store.bank.files()).toMatchObject([
      { at: 2550, voided: { by: 'Ana', at: 2560, reason: 'another account' } },
      {
        name: 'march.csv',
        by: 'Ana',
        at: 2600,
        isOriginal: false,
        statements: [{ account: '123', from: '2026-03-12', to: '2026-03-13', entries: 2 }],
        voided: null,
      },
    ])
    expect(await store.bank.statements()).toMatchObject([
      { account: '123', from: '2026-03-12', to: '2026-03-13', opening: 0n, closing: 1500n },
    ])
    expect(await store.bank.entries()).toMatchObject([
      { bookedOn: '2026-03-12', value: 1000n, text: 'ABONO PROOPTEK' },
      { bookedOn: '2026-03-13', value: 500n, text: null, reference: null },
    ])
    await store.close()
  })

  test('a tie stands with its payouts as they were, or is undone', async () => {
    const { store } = await open()
    const [entry] = await store.bank.entries()
    expect(await store.bank.ties()).toMatchObject([
      {
        payouts: [{ slot: SLOT, payout: 5n }],
        entries: [entry?.id],
        by: 'Ana',
        reason: 'the same',
        undone: { by: 'Ana', reason: 'not the same', at: 2750 },
      },
      { payouts: [{ slot: SLOT, payout: 1000n }], entries: [entry?.id], by: 'cuadre', undone: null },
    ])
    expect(await store.bank.tiesOf({ from: SLOT.date, to: SLOT.date })).toMatchObject([
      { tie: { by: 'cuadre' }, credits: [{ id: entry?.id }] },
    ])
    expect(await store.bank.tiesOf({ from: NEVER_PULLED.date, to: NEVER_PULLED.date })).toEqual([])
    await store.close()
  })
}
