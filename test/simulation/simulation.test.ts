import { expect, test } from 'vitest'
import { addClaims } from './generate/add-claims.ts'
import { addDues } from './generate/add-dues.ts'
import { addStatements } from './generate/add-statements.ts'
import { addSweeps } from './generate/add-sweeps.ts'
import { addTariff } from './generate/add-tariff.ts'
import { generateStory } from './generate/generate-story.ts'
import { play, playTogether } from './play.ts'
import { startPlayedService } from './service.ts'
import { shrink } from './shrink.ts'
import type { Story } from './story.ts'

test('some nights of a made-up service come out as the oracle says', async () => {
  const service = await startPlayedService()
  const played = await play(generateStory(7, 4), service)
  await service.close()
  expect(played.disagreement).toBeNull()
  expect(played.reached.verdicts.length).toBeGreaterThan(0)
})

test('some nights with statements of the bank come out as the oracle says', async () => {
  const service = await startPlayedService()
  const played = await play(addStatements(generateStory(85, 8), 85), service)
  await service.close()
  expect(played.disagreement).toBeNull()
  expect(played.reached['exit statuses']).toEqual(
    expect.arrayContaining(['bank import 0', 'bank tie 0', 'bank tie 2', 'bank untie 0']),
  )
})

test('some nights with lists of what tenants owe come out as the oracle says', async () => {
  const service = await startPlayedService()
  const played = await play(addDues(generateStory(30, 8, undefined, true), 30), service)
  await service.close()
  expect(played.disagreement).toBeNull()
  expect(played.reached['exit statuses']).toEqual(
    expect.arrayContaining(['receivables import 0', 'receivables tie 0', 'receivables untie 0', 'receivables void 0']),
  )
})

test('some nights with claims that are paid elsewhere, and chargebacks that a person ties, come out as the oracle says', async () => {
  const service = await startPlayedService()
  const played = await play(addClaims(generateStory(303, 8), 303), service)
  await service.close()
  expect(played.disagreement).toBeNull()
  expect(played.reached['exit statuses']).toEqual(
    expect.arrayContaining([
      'discrepancies settle by adjustment 0',
      'claims letter 0',
      'claims settle by adjustment 0',
    ]),
  )
})

const claims = (seed: number): Story =>
  addStatements(addSweeps(addTariff(addClaims(generateStory(seed, 12), seed), seed), seed), seed)
const dues = (seed: number): Story => addDues(addTariff(generateStory(seed, 12, undefined, true), seed), seed)

test.each<[what: string, story: Story, nights: number]>([
  ['a payout that arrived after its claim was paid', claims(40_331), 8],
  ['a payment that its settlement takes back later', dues(72_008), 5],
])('comes out as the oracle says: %s', async (_, story, nights) => {
  const service = await startPlayedService()
  const played = await play({ ...story, nights: story.nights.slice(0, nights) }, service)
  await service.close()
  expect(played.disagreement).toBeNull()
})

test('the first month of a story is packed, and its pack stays the same', async () => {
  const service = await startPlayedService()
  const played = await play({ ...generateStory(2, 5), isPacked: true }, service)
  await service.close()
  expect(played.disagreement).toBeNull()
})

test('some nights of two merchants in one database come out as the oracle says of each', async () => {
  const parts = await Promise.all(
    [7, 69].map(async (seed) => ({ story: generateStory(seed, 8), service: await startPlayedService() })),
  )
  const played = await playTogether(parts)
  for (const { service } of parts) await service.close()
  const nights = parts.flatMap(({ story }) => story.nights)
  expect(nights.length).toBeGreaterThan(5)
  expect(played).toMatchObject({ disagreement: null, nights: nights.length })
})

test('nights of two merchants by one command come out as the oracle says of each', async () => {
  const parts = await Promise.all(
    [9, 109].map(async (seed) => ({ story: generateStory(seed, 8, 9), service: await startPlayedService() })),
  )
  const played = await playTogether(parts)
  for (const { service } of parts) await service.close()
  expect(played.disagreement).toBeNull()
  expect(
    played.reached['exit statuses'].filter((one) => one.startsWith('run of all merchants')).length,
  ).toBeGreaterThan(0)
})

test('the same seed makes the same story', () => {
  expect(generateStory(11, 8)).toEqual(generateStory(11, 8))
  expect(generateStory(11, 8)).not.toEqual(generateStory(12, 8))
})

test('a story that fails shrinks to what makes it fail', async () => {
  const story = generateStory(3, 8)
  const fails = async ({ nights }: Story): Promise<boolean> => nights.some(({ changes }) => changes.length > 0)
  const smallest = await shrink(story, fails)
  expect(smallest.nights.map(({ changes, faults, acts }) => [changes.length, faults.length, acts.length])).toEqual([
    [1, 0, 0],
  ])
})
