import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inDryRunFolder } from '../../src/pipeline/report/dry-run-folder.ts'

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
    left(`cuadre-dry-run-${dead}-abcdef`)
    left(`cuadre-dry-run-${process.pid}-abcdef`)
    const kept = [left(`cuadre-dry-run-${process.ppid}-abcdef`), left('cuadre-dry-run-notes')]
    await inDryRunFolder(async () => {})
    expect(readdirSync(root).sort()).toEqual(kept.sort())
  })

  it('is left alone by another dry run of this process', async () => {
    await inDryRunFolder(async (folder) => {
      await inDryRunFolder(async () => {})
      expect(existsSync(folder)).toBe(true)
    })
  })
})
