import { expect, test } from 'vitest'
import { type Implementation, NEVER_PULLED, payoutMismatch, SLOT } from './scene.ts'

export const findingContract = ({ open }: Implementation): void => {
  test('a discrepancy stands as the last check and the last act left it', async () => {
    const { store } = await open()
    expect(await store.findings.ofSlot(SLOT)).toMatchObject([{ ...payoutMismatch(6), state: 'accepted' }])
    expect(await store.findings.all()).toHaveLength(1)
    expect(await store.findings.slotsWith(['PAYOUT_MISMATCH'])).toEqual([SLOT])
    expect(await store.findings.slotsWith(['COUNT_MISMATCH'])).toEqual([])
    expect([await store.findings.hasAny(SLOT), await store.findings.hasAny(NEVER_PULLED)]).toEqual([true, false])
    expect(await store.findings.errorCount(SLOT)).toEqual({ open: 0, openFigures: 0, decided: 1 })
    await store.close()
  })

  test('its timeline holds what checks saw and people did', async () => {
    const { store } = await open()
    const steps = [...(await store.findings.timelines(SLOT)).values()].flat()
    expect(steps.map(({ event, by }) => [event, by])).toEqual([
      ['found', null],
      ['changed', null],
      ['claimed', 'Ana'],
      ['accepted', 'Ana'],
    ])
    expect(await store.findings.timelines(NEVER_PULLED)).toEqual(new Map())
    await store.close()
  })

  test('a claim keeps its ticket and the day that was promised', async () => {
    const { store } = await open()
    const steps = [...(await store.findings.timelines(SLOT)).values()].flat()
    const claim = { kind: 'claim', ticket: 'PQR-1', until: { date: SLOT.date, end: 9000 } }
    expect(steps.find(({ event }) => event === 'claimed')).toMatchObject({ act: claim, state: 'claimed' })
    await store.close()
  })

  test('a check that finds nothing resolves it, and says so since the sighting before', async () => {
    const { store, second } = await open()
    const before = await store.findings.lastSighting()
    expect(await store.findings.changesSince(before)).toEqual([])
    await store.findings.record(SLOT, second, [])
    expect(await store.findings.ofSlot(SLOT)).toMatchObject([{ state: 'resolved' }])
    expect(await store.findings.changesSince(before)).toMatchObject([{ code: 'PAYOUT_MISMATCH', slot: SLOT }])
    await store.close()
  })

  test('an assessment is the last one of its slot', async () => {
    const { store } = await open()
    const assessment = (await store.slots.states())[0]?.assessment
    if (!assessment) throw new Error('the slot was not assessed')
    await store.assessments.record([{ ...assessment, verdict: 'accepted' as typeof assessment.verdict }])
    expect((await store.slots.states())[0]?.assessment?.verdict).toBe('accepted')
    await store.close()
  })
}
