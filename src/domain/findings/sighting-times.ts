/**
 * A whole pull of a slot. Two pulls with the same content show the same discrepancies, as far as these depend only on
 * the slot.
 */
export interface TimedPull {
  readonly id: number
  readonly at: number
  readonly content: string
}

/** A pull that was checked, and the last number of the event sequence at that moment. */
export interface CheckedPull {
  readonly pull: number
  readonly after: number
}

/**
 * The first pull of the content that the check read: that pull, or an earlier one with the same content that was never
 * checked, for example because a run was killed before its checks.
 */
export const firstOfContent = (
  seen: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): TimedPull | undefined => {
  const end = pulls.findIndex(({ id }) => id === seen.pull)
  const before = lastChecked(seen, checked)
  const hasSameContentAt = (pull: TimedPull | undefined) =>
    pull !== undefined && pull.id > before && isLike(pull, pulls[end])
  let start = end
  while (hasSameContentAt(pulls[start - 1])) start -= 1
  return pulls[start]
}

/**
 * The last pull that showed a finding that is now gone: the last one that was checked, or a later one with the same
 * content that was never checked.
 */
export const lastShowing = (
  shown: CheckedPull,
  gone: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): TimedPull | undefined => {
  const last = Math.max(shown.pull, lastChecked(gone, checked))
  const start = pulls.findIndex(({ id }) => id === last)
  const end = pulls.findIndex(({ id }) => id === gone.pull)
  let reached = start
  if (!isLike(pulls[start], pulls[end])) while (isLike(pulls[reached + 1], pulls[start])) reached += 1
  return pulls[reached]
}

/**
 * The pull with which the slot had changed when a check showed something: null at the first check of the slot, and when it
 * read what the check before it read.
 */
export const changeAt = (
  seen: CheckedPull,
  pulls: readonly TimedPull[],
  checked: readonly CheckedPull[],
): number | null => {
  const before = lastChecked(seen, checked)
  const contentOf = (pull: number) => pulls.find(({ id }) => id === pull)
  return before === 0 || isLike(contentOf(before), contentOf(seen.pull)) ? null : seen.pull
}

const lastChecked = ({ pull, after }: CheckedPull, checked: readonly CheckedPull[]): number =>
  checked.reduce((last, one) => (one.after < after && one.pull <= pull ? Math.max(last, one.pull) : last), 0)

const isLike = (a: TimedPull | undefined, b: TimedPull | undefined): boolean => a?.content === b?.content
