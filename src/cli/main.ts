#!/usr/bin/env node
import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type StoredHelp, storedHelp } from './help/stored-help.ts'
import { printerTo } from './terminal/printer.ts'

/**
 * Node from 22.1 on keeps the compiled program, so that a start takes half the time. What it runs is read from there: only a folder that
 * belongs to this user, and that nobody else may write, will do. Without one the program starts as it always did.
 */
const keepCompiledCode = (env: Readonly<Record<string, string | undefined>>): void => {
  const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache === undefined || env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return
  try {
    const folder = join(cacheFolderOf(env), 'cuadre')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOwn(folder)) enableCompileCache(folder)
  } catch {
    // A home that cannot be written, or none.
  }
}

const cacheFolderOf = ({ XDG_CACHE_HOME = '', LOCALAPPDATA = '' }: Readonly<Record<string, string | undefined>>) => {
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
}

const isOwn = (folder: string): boolean => {
  const found = lstatSync(folder)
  return (
    found.isDirectory() && (process.getuid === undefined || (found.uid === process.getuid() && !(found.mode & 0o022)))
  )
}

const print = async ({ text, to, status, language }: StoredHelp): Promise<void> => {
  process.exitCode = status
  try {
    await printerTo(process[to])(text)
  } catch (error) {
    const { failureLine, failureOf } = await import('./framework/failure.ts')
    const failure = failureOf(error, [])
    process.exitCode = failure.exitCode
    if (to === 'stdout') process.stderr.write(failureLine(failure, language))
  }
}

const help = storedHelp(process.argv.slice(2), { cwd: process.cwd(), env: process.env, main: process.argv[1] })
if (help === null) {
  // Libraries read the host's time zone when they load, and its daylight saving time would shift hours (see src/input/zone.ts).
  process.env.TZ = 'UTC'
  keepCompiledCode(process.env)
  await import('./program.ts')
} else await print(help)
