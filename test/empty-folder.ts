import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const make = (): string => mkdtempSync(join(tmpdir(), 'cuadre-test-'))
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** An empty folder, removed after the test. */
export const emptyFolder = (): string => {
  const folder = make()
  onTestFinished(() => remove(folder))
  return folder
}

/** An empty folder for all tests of a file or a `describe`, removed after them. */
export const folderForAll = (): string => {
  const folder = make()
  afterAll(() => remove(folder))
  return folder
}
