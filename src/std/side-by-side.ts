/**
 * Works on the items in order, at most `width` at once. After the first error no item begins; it is thrown when those
 * that have begun are done.
 */
export const sideBySide = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = items[Symbol.iterator]()
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (errors.length > 0) return
      await work(item).catch((error) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  if (errors.length > 0) throw errors[0]
}
