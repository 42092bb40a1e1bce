/** Writes on standard error what went wrong inside the sandbox; it goes on serving. */
export const report = (what: string, error: unknown): void => {
  process.stderr.write(`sandbox: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
