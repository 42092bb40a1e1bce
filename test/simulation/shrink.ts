import type { Night, Story } from './story.ts'

/**
 * Reduces a story while it still fails: nights, changes, acts, faults, settings, members of bodies. After a success it
 * continues at the same place; steps that did not help are tried again at the end.
 */
export const shrink = async (
  story: Story,
  fails: (story: Story) => Promise<boolean>,
  attemptsMax = 400,
): Promise<Story> => {
  let smallest = story
  let attempts = 0
  for (let isShrinking = true; isShrinking && attempts < attemptsMax; ) {
    isShrinking = false
    for (let place = 0; attempts < attemptsMax; attempts += 1) {
      const smaller = nth(smallerOnes(smallest), place)
      if (smaller === null) break
      if (await fails(smaller)) [smallest, isShrinking] = [smaller, true]
      else place += 1
    }
  }
  return smallest
}

const nth = (stories: Iterable<Story>, place: number): Story | null => {
  let at = 0
  for (const story of stories) {
    if (at === place) return story
    at += 1
  }
  return null
}

const without = <T>(all: readonly T[], from: number, many = 1): readonly T[] => [
  ...all.slice(0, from),
  ...all.slice(from + many),
]

function* smallerOnes(story: Story): Generator<Story> {
  const { nights } = story
  for (let place = 0; place < nights.length; place += 1) {
    if (nights.length > 1) yield { ...story, nights: without(nights, place) }
  }
  for (const [place, night] of nights.entries()) {
    for (const smaller of smallerNights(night)) yield { ...story, nights: nights.with(place, smaller) }
  }
  const { cycles, lookbackDays, pageLimit, ...rest } = story.policy
  for (const name of Object.keys(rest)) {
    const policy = Object.fromEntries(Object.entries(rest).filter(([other]) => other !== name))
    yield { ...story, policy: { cycles, lookbackDays, pageLimit, ...policy } }
  }
}

function* smallerNights(night: Night): Generator<Night> {
  const { changes } = night
  for (let many = changes.length; many >= 1; many = Math.floor(many / 2)) {
    for (let from = 0; from < changes.length; from += many) yield { ...night, changes: without(changes, from, many) }
  }
  for (const place of night.faults.keys()) yield { ...night, faults: without(night.faults, place) }
  const { closing, undoing, ...plain } = night
  if (closing !== undefined) yield undoing === undefined ? plain : { ...plain, undoing }
  if (undoing !== undefined) yield closing === undefined ? plain : { ...plain, closing }
  for (const place of night.acts.keys()) yield { ...night, acts: without(night.acts, place) }
  const { notices = [], inbox, ...rest } = night
  const { claimActs = [] } = night
  for (const place of claimActs.keys()) yield { ...night, claimActs: without(claimActs, place) }
  for (const place of notices.keys()) yield { ...night, notices: without(notices, place) }
  if (inbox === true) yield { ...rest, notices }
  const { statements = [], bankActs = [], dues = [], rentActs = [] } = night
  for (const place of rentActs.keys()) yield { ...night, rentActs: without(rentActs, place) }
  for (const place of dues.keys()) yield { ...night, dues: without(dues, place) }
  for (const [place, list] of dues.entries()) {
    for (const row of list.keys()) if (list.length > 1) yield { ...night, dues: dues.with(place, without(list, row)) }
  }
  for (const place of bankActs.keys()) yield { ...night, bankActs: without(bankActs, place) }
  for (const place of statements.keys()) yield { ...night, statements: without(statements, place) }
  for (const [place, statement] of statements.entries()) {
    const { rows } = statement
    for (let many = rows.length; many >= 1; many = Math.floor(many / 2)) {
      for (let from = 0; from < rows.length; from += many) {
        const fewer = without(rows, from, many)
        if (fewer.length > 0) yield { ...night, statements: statements.with(place, { ...statement, rows: fewer }) }
      }
    }
  }
}
