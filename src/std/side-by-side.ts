/** Works on the items in order, at most `width` at once; ends when all are done, or with the first error. */
export const sideBySide = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  const workers = Array.from({ length: Math.min(width, items.length) }, worker)
  const ends = await Promise.allSettled(workers)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
