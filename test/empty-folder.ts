import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder, removed after the test. */
export const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
