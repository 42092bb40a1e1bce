import { expect, test } from 'vitest'
import { type Implementation, NEVER_PULLED, SLOT } from './scene.ts'

export const evidenceContract = ({ open }: Implementation): void => {
  test('the answers of a slot are kept in the order in which they were read', async () => {
    const { store, first, second } = await open()
    const answers = []
    for await (const { pull, part, bytes } of store.evidence.answers(SLOT)) {
      expect(bytes().length).toBeGreaterThan(0)
      answers.push([pull, part])
    }
    expect(answers).toEqual([
      [first.number, 'settlement-before'],
      [first.number, 'page'],
      [first.number, 'settlement-after'],
      [second.number, 'settlement-before'],
      [second.number, 'page'],
      [second.number, 'settlement-after'],
      [second.number, 'invoice'],
      [second.number, 'invoice'],
    ])
    for await (const _ of store.evidence.answers(NEVER_PULLED)) expect.unreachable()
    await store.close()
  })

  test('the content of a pull has its proof, and packs of a slot are remembered', async () => {
    const { store, second } = await open()
    expect(await store.evidence.proof(second)).toMatchObject({ runId: 'run-2000', pages: [expect.any(String)] })
    expect((await store.evidence.packs(SLOT)).map(({ at }) => at)).toEqual([2500])
    await store.close()
  })

  test('the pages of a list with a flawed invoice are found by the field that has the flaw', async () => {
    const { store, first } = await open()
    const pagesWith = async (field: string) => {
      const pages = []
      for await (const { pull, part } of store.evidence.pagesWithFlaws([field])) pages.push([pull, part])
      return pages
    }
    expect(await pagesWith('customerName')).toEqual([[first.number, 'page']])
    expect(await pagesWith('contract')).toEqual([])
    await store.close()
  })
}
