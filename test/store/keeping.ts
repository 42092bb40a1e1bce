import Database from 'better-sqlite3'

/**
 * The rows of every table, for comparing two states of the database; derived tables, or those that differ between runs,
 * are left out by name. The token of who writes is no fact, and differs with each opening.
 */
export const rowsOf = (path: string, leaveOut: readonly string[] = []): Record<string, readonly unknown[]> => {
  const sqlite = new Database(path, { fileMustExist: true })
  try {
    const tables = sqlite
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name != 'writer' ORDER BY name",
      )
      .pluck()
      .all()
    return Object.fromEntries(
      tables
        .filter((table) => !leaveOut.includes(table))
        .map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}" ORDER BY rowid`).raw().all()]),
    )
  } finally {
    sqlite.close()
  }
}

/** The number of rows added, changed or removed, by table. */
export const changesBetween = (
  before: Readonly<Record<string, readonly unknown[]>>,
  after: Readonly<Record<string, readonly unknown[]>>,
): Record<string, number> => {
  const changes: Record<string, number> = {}
  for (const [table, rows] of Object.entries(after)) {
    const were = new Set((before[table] ?? []).map(textOf))
    const are = new Set(rows.map(textOf))
    const added = [...are].filter((row) => !were.has(row)).length
    const gone = [...were].filter((row) => !are.has(row)).length
    if (Math.max(added, gone) > 0) changes[table] = Math.max(added, gone)
  }
  return changes
}

const textOf = (row: unknown): string => JSON.stringify(row)
