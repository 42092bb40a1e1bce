#!/usr/bin/env node
// Starts the program, or says in one line what a checkout or an installation lacks.
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = new URL('../dist/src/cli/main.js', import.meta.url)
const HOME = dirname(dirname(fileURLToPath(import.meta.url)))

const fail = (code, message, next) => {
  process.stderr.write(`cuadre: ${code}: ${message}; ${next}\n`)
  process.exitCode = 2
}

const start = async () => {
  try {
    await import(MAIN.href)
  } catch (error) {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const next = 'install cuadre again, or run "npm ci" in a checkout'
    if (error.message.includes("'better-sqlite3'")) fail('NO_BINDING', `${HOME} has no package better-sqlite3`, next)
    else fail('NOT_BUILT', `${HOME} lacks a part of the program`, next)
  }
}

/** The version is answered without loading the whole program. */
const isVersionAsked = process.argv.length === 3 && process.argv[2] === '--version'
const version = () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Another program may delete the current folder of a terminal. */
const isInFolder = () => {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}

if (!existsSync(MAIN))
  fail(
    'NOT_BUILT',
    `${HOME} is not built`,
    'run "npm ci" there first (where that fails, docs/operations.md says what Node 20 may need)',
  )
else if (isVersionAsked) process.stdout.write(`${version()}\n`)
else if (!isInFolder())
  fail('NO_FOLDER', 'the folder you are in is no longer there', 'change to one that is there, and run again')
else await start()
