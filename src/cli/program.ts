import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { secretsAtHand } from '../input/secrets/secrets.ts'
import { DEFAULT_LANGUAGE } from '../words/language.ts'
import { cuadre } from './framework/cuadre.ts'
import { failureLine, failureOf } from './framework/failure.ts'
import { abortOnSignals } from './framework/signals.ts'
import { printerTo } from './terminal/printer.ts'

const stderr = printerTo(process.stderr)
const controller = new AbortController()
abortOnSignals(controller)

process.on('uncaughtException', (error) => {
  process.stderr.write(failureLine(failureOf(error, secretsAtHand(process.env, process.cwd())), DEFAULT_LANGUAGE))
  process.exit(1)
})

const canDraw = process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI

process.exitCode = await cuadre(process.argv.slice(2), {
  stdout: printerTo(process.stdout),
  ...(process.stdout.isTTY ? {} : { bytes: printerTo(process.stdout) }),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  stderr: (text) => void stderr(text).catch(() => {}),
  screen: canDraw ? process.stderr : null,
  ...(isatty(0) ? { keyboard: () => process.stdin } : {}),
  log: process.stderr.isTTY === true ? 'text' : 'json',
  env: process.env,
  cwd: process.cwd(),
  main: process.argv[1],
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  newRunId: randomUUID,
  signal: controller.signal,
})
