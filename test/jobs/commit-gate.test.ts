import { expect, test } from 'vitest'
import { openCommitGate } from '../../jobs/steps/pull/pull-slots.ts'
import type { UncommittedPull } from '../../jobs/steps/pull/read-slot.ts'
import { nameOf } from '../../src/core/slot.ts'
import { slot } from '../core/a.ts'

const [ELEVEN, THIRTEEN, EIGHTEEN] = ['11', '13', '18'].map((cycle) => slot('2026-03-12', cycle)) as [
  ReturnType<typeof slot>,
  ReturnType<typeof slot>,
  ReturnType<typeof slot>,
]

/** The gate's actions in order, when slots that were not empty before are read again, each empty or not. */
const told = async (
  nonEmptyBefore: readonly ReturnType<typeof slot>[],
  offered: readonly (readonly [ReturnType<typeof slot>, 'empty' | 'full'])[],
  ending: 'end' | 'abandon' = 'end',
) => {
  const done: string[] = []
  const note = async (what: string): Promise<void> => void done.push(what)
  const gate = openCommitGate(nonEmptyBefore, () => note('claim'))
  for (const [of, isEmpty] of offered) {
    const pull = { commit: () => note(`commit ${of.cycle}`), abandon: () => note(`abandon ${of.cycle}`) }
    const readDepartures = () => note(`ask ${of.cycle}`)
    await gate.offer({ slot: of, isEmpty: isEmpty === 'empty', pull, readDepartures } as unknown as UncommittedPull)
    await note(`read ${nameOf(of).slice(-2)}`)
  }
  await gate[ending]().catch(({ code, texts }) => note(`${code}: ${texts.message.en}`))
  return done.join(', ')
}

test.each<[string, Parameters<typeof told>, string]>([
  ['nothing is read', [[], []], ''],
  [
    'the first pull of all: each is closed at once',
    [
      [],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
      ],
    ],
    'ask 11, claim, commit 11, read 11, ask 13, claim, commit 13, read 13',
  ],
  [
    'one that held something holds it still',
    [
      [ELEVEN],
      [
        [ELEVEN, 'full'],
        [THIRTEEN, 'empty'],
      ],
    ],
    'ask 11, claim, commit 11, read 11, ask 13, claim, commit 13, read 13',
  ],
  [
    'others wait until one is seen to hold something still',
    [
      [ELEVEN, EIGHTEEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
        [EIGHTEEN, 'full'],
      ],
    ],
    'read 11, read 13, ask 11, claim, commit 11, ask 13, claim, commit 13, ask 18, claim, commit 18, read 18',
  ],
  [
    'one alone may be empty now',
    [
      [ELEVEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'full'],
      ],
    ],
    'read 11, read 13, ask 11, claim, commit 11, ask 13, claim, commit 13',
  ],
  [
    'two that are empty now: nothing is stored',
    [
      [ELEVEN, THIRTEEN],
      [
        [ELEVEN, 'empty'],
        [THIRTEEN, 'empty'],
      ],
    ],
    'read 11, read 13, NOTHING_SEEN: all 2 settlements that held something before and could be read are empty now; nothing was stored',
  ],
  [
    'a run that ends early undoes what waits',
    [
      [ELEVEN],
      [
        [THIRTEEN, 'full'],
        [ELEVEN, 'empty'],
      ],
      'abandon',
    ],
    'read 13, read 11, abandon 13, abandon 11',
  ],
  ['and nothing that is closed', [[], [[THIRTEEN, 'full']], 'abandon'], 'ask 13, claim, commit 13, read 13'],
])('%s', async (_, story, done) => {
  expect(await told(...story)).toBe(done)
})

test('when a commit fails, the pulls behind it are abandoned with the run', async () => {
  const done: string[] = []
  const note = async (what: string): Promise<void> => void done.push(what)
  const gate = openCommitGate([ELEVEN], () => note('claim'))
  const reading = (of: typeof ELEVEN, isEmpty: boolean, commit: () => Promise<void>) =>
    ({
      slot: of,
      isEmpty,
      pull: { commit, abandon: () => note(`abandon ${of.cycle}`) },
      readDepartures: async () => undefined,
    }) as unknown as UncommittedPull
  await gate.offer(reading(THIRTEEN, false, () => Promise.reject(new Error('the disk is full'))))
  await gate.offer(reading(EIGHTEEN, false, () => note('commit 18')))
  await expect(gate.offer(reading(ELEVEN, false, () => note('commit 11')))).rejects.toThrow('the disk is full')
  await gate.abandon()
  expect(done).toEqual(['claim', 'abandon 18', 'abandon 11'])
})
