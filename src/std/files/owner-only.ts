/**
 * Runs code that creates files, so that only their owner can read them. SQLite gives its -wal and -shm files the mode
 * of the database.
 */
export const ownerOnly = <T>(create: () => T): T => {
  const before = process.umask(0o077)
  try {
    return create()
  } finally {
    process.umask(before)
  }
}
