import { expect, test } from 'vitest'
import { type Implementation, NEVER_PULLED, NEXT_CYCLE, SLOT } from './scene.ts'

export const pullContract = ({ open }: Implementation): void => {
  test('each slot has its last whole pull, and the attempt after it that failed', async () => {
    const { store, second } = await open()
    const states = await store.slots.states()
    expect(states.map(({ slot, pull, incomplete }) => [slot, pull?.id, incomplete?.code])).toEqual([
      [SLOT, second.id, undefined],
      [NEXT_CYCLE, undefined, 'UNREACHABLE'],
    ])
    expect(states[0]).toMatchObject({ assessment: { verdict: 'discrepant' }, actedSince: true })
    expect(await store.slots.paidBetween(SLOT.date, SLOT.date)).toEqual([SLOT])
    await store.close()
  })

  test('the history of a slot holds every pull with what it changed', async () => {
    const { store, first, second } = await open()
    const history = await store.pulls.history(SLOT)
    expect(history.map(({ id, invoices }) => [id, ...Object.values(invoices)])).toEqual([
      [first.id, 2, 0, 0],
      [second.id, 1, 1, 1],
    ])
    expect(await store.pulls.firstTime()).toBe(1000)
    expect([...(await store.pulls.times(SLOT))]).toEqual([
      [first.id, 1000],
      [second.id, 2000],
    ])
    expect(await store.pulls.history(NEVER_PULLED)).toEqual([])
    await store.close()
  })

  test('a pull keeps what was odd about its list, and what became of what left it', async () => {
    const { store, first, second } = await open()
    expect(await store.pulls.quarantine(first)).toMatchObject([{ invoiceId: 'x', field: 'amount' }])
    expect(await store.pulls.repeats(first)).toEqual([{ invoiceId: 'a', paid: 1000n, copiesDiffer: false }])
    expect((await store.pulls.departures(SLOT, second)).map(({ invoiceId }) => invoiceId)).toEqual(['b', 'x'])
    expect(await store.pulls.departures(SLOT, first)).toEqual([])
    await store.close()
  })
}
