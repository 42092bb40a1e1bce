/** Reports an error of the sandbox itself on standard error; the sandbox keeps serving. */
export const report = (what: string, error: unknown): void => {
  process.stderr.write(`sandbox: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
