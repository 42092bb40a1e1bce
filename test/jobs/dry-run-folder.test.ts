import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inDryRunFolder } from '../../jobs/steps/database/dry-run-folder.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cuadre-folder-'))
  vi.stubEnv('TMPDIR', root)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const left = (name: string): string => {
  mkdirSync(join(root, name))
  writeFileSync(join(root, name, 'cuadre.db'), 'a copy')
  return name
}

describe('the folder of a dry run', () => {
  it('is gone when the run ends, however it ends', async () => {
    const seen: string[] = []
    const failing = inDryRunFolder(async (folder) => {
      seen.push(folder)
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect([seen.length, readdirSync(root)]).toEqual([1, []])
  })

  it('takes along what killed runs left, also one with the number of this process', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    left(`.cuadre-dry-run.${dead}.0123456789abcdef.tmp`)
    left(`.cuadre-dry-run.${process.pid}.0123456789abcdef.tmp`)
    const kept = [
      left(`.cuadre-dry-run.${process.ppid}.0123456789abcdef.tmp`),
      left(`.other-program.${dead}.0123456789abcdef.tmp`),
      left('cuadre-dry-run-notes'),
    ]
    await inDryRunFolder(async () => {})
    expect(readdirSync(root).sort()).toEqual(kept.sort())
  })

  it('of another container is left alone until it is a day old', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const recent = left(`.cuadre-dry-run.${dead}.00000000-0123456789abcdef.tmp`)
    const old = left(`.cuadre-dry-run.${process.ppid}.00000000-0123456789abcdef.tmp`)
    const before = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(root, old), before, before)
    await inDryRunFolder(async () => {})
    expect(readdirSync(root)).toEqual([recent])
  })

  it('is readable by its owner only', async () => {
    await inDryRunFolder(async (folder) => expect(statSync(folder).mode & 0o777).toBe(0o700))
  })

  it('is left alone by another dry run of this process', async () => {
    await inDryRunFolder(async (folder) => {
      await inDryRunFolder(async () => {})
      expect(existsSync(folder)).toBe(true)
    })
  })
})
