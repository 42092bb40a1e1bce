#!/usr/bin/env node
import { keepCompiledCode } from './help/code-cache.ts'
import { type StoredHelp, storedHelp } from './help/stored-help.ts'
import { printerTo } from './terminal/printer.ts'

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
