/** Makes something when it is first asked for. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}
