import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { provePack } from '../../src/print/pack/proof.ts'
import { openSource } from '../../src/print/pack/source.ts'
import type { Target } from './flips.ts'

const NEVER = new AbortController().signal

/** An evidence pack, as a folder or zip, checked by "audit --verify" without a separate digest. */
export const packTarget = async (path: string): Promise<Target> => {
  const before = await contentOf(path)
  return {
    paths: filesOf(path),
    objectAt: (file) => relative(path, file) || basename(path),
    outcomeOf: async () => {
      if ((await contentOf(path)) === before) return 'harmless'
      return (await isRefused(path)) ? 'seen' : 'unseen'
    },
  }
}

const filesOf = (path: string): readonly string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
        .sort()

const isRefused = async (path: string): Promise<boolean> => {
  try {
    return (await provePack(path, null, NEVER)).problems.length > 0
  } catch (error) {
    if (error instanceof Error && error.name === 'CuadreError') return true
    throw error
  }
}

/** The names, kinds and bytes that a reader gets from the pack; when it cannot be read, the error. */
const contentOf = async (path: string): Promise<string> => {
  try {
    const source = await openSource(path)
    try {
      const files: string[] = []
      for await (const { name, kind, open } of source.all()) {
        const hash = createHash('sha256')
        if (kind === 'file') for await (const chunk of open()) hash.update(chunk)
        files.push(`${kind} ${name} ${hash.digest('hex')}`)
      }
      return files.sort().join('\n')
    } finally {
      source.close()
    }
  } catch (error) {
    return String(error)
  }
}
