import { expect, test } from 'vitest'
import { type Implementation, NEXT_CYCLE, SLOT } from './scene.ts'

export const runContract = ({ open }: Implementation): void => {
  test('runs are listed newest first, with what they read', async () => {
    const { store } = await open()
    const runs = await store.runs.list({ job: null, failed: false, most: 10 })
    expect(runs.map(({ id, read, notRead, end }) => [id, read, notRead, end?.exitCode])).toEqual([
      ['run-2000', 1, 1, 3],
      ['run-1000', 1, 0, 3],
    ])
    expect(await store.runs.lastStart()).toBe(2000)
    expect(await store.runs.lastSuccess()).toMatchObject({ id: 'run-2000' })
    expect(await store.runs.hasNights()).toBe(true)
    await store.close()
  })

  test('a run is found by ordinal and id, with its slots', async () => {
    const { store } = await open()
    const [run] = await store.runs.find('2')
    expect(run?.slots.map(({ slot, verdict }) => [slot, verdict])).toEqual([
      [SLOT, 'discrepant'],
      [NEXT_CYCLE, null],
    ])
    expect(await store.runs.find('run-2000')).toHaveLength(1)
    expect(await store.runs.find('run-6000')).toEqual([])
    await store.close()
  })
}
