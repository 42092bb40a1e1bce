/**
 * A test runner for Stryker that loads the program once. Stryker's own starts a worker and loads all modules again for
 * each mutant: seconds, when the tests take milliseconds. The mutated code is pure, so tests leave nothing behind. A
 * test that fails for a mutant is tried without it; if it fails again, the process restarts.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import fc from 'fast-check'

/** The test files to run. */
const TESTS = new RegExp(process.env.MUTANTS_TESTS ?? '^test/(core|rules|reports)/')
/** Slower tests are left out: first all mutants with the quick ones, then the survivors with all. */
const QUICK_MS = Number(process.env.MUTANTS_QUICK_MS ?? Number.POSITIVE_INFINITY)
/** For modules that cache results: they are loaded again for each mutant, which is slow for more than a few tests. */
const IS_READ_ANEW = process.env.MUTANTS_READ_ANEW === 'yes'
/** The duration of each test without changes; a restarted process reads it. */
const TIMES = 'times-of-tests.json'
/** Properties try the same cases for each mutant. */
const PROPERTIES = { numRuns: 30, seed: 1 }

const testFiles = () =>
  readdirSync('test', { recursive: true })
    .map((file) => join('test', file))
    .filter((file) => file.endsWith('.test.ts') && TESTS.test(file))
    .sort()

class InProcessRunner {
  #state
  #tests = new Map()
  #spent = new Map()

  constructor(globalNamespace) {
    this.#state = globalThis[globalNamespace] ??= {}
  }

  /** Code that runs while a module loads is not mutated, so modules need not be loaded again. */
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    process.env.TZ = 'UTC'
    register('./typescript.mjs', import.meta.url)
    fc.configureGlobal(PROPERTIES)
    if (existsSync(TIMES)) this.#spent = new Map(JSON.parse(readFileSync(TIMES, 'utf8')))
    await this.#read('')
  }

  /** Loads the modules of another version. */
  async #read(version) {
    // The address that the tests import, so that both get one module.
    const kit = await import(new URL('in-process.mjs', import.meta.url))
    kit.tests.length = 0
    for (const file of testFiles()) {
      kit.enterFile(file)
      await import(`${pathToFileURL(resolve(file))}${version}`)
    }
    this.#tests = new Map(kit.tests.map((test) => [test.id, test]))
  }

  async dryRun() {
    this.#state.activeMutant = undefined
    const tests = []
    for (const test of this.#tests.values()) tests.push(await this.#measure(test))
    writeFileSync(TIMES, JSON.stringify([...this.#spent]))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#state.mutantCoverage }
  }

  async #measure({ id, name, fileName, run }) {
    this.#state.currentTestId = id
    const begin = performance.now()
    const failure = await failureOf(run)
    const timeSpentMs = performance.now() - begin
    this.#state.currentTestId = undefined
    this.#spent.set(id, timeSpentMs)
    const status = failure === null ? TestStatus.Success : TestStatus.Failed
    return { id, name, fileName, timeSpentMs, status, ...(failure === null ? {} : { failureMessage: failure }) }
  }

  async mutantRun({ testFilter, hitLimit, activeMutant }) {
    if (IS_READ_ANEW) await this.#read(`?${activeMutant.id}`)
    let nrOfTests = 0
    this.#state.hitLimit = hitLimit
    for (const test of this.#quickestFirst(testFilter ?? [...this.#tests.keys()])) {
      nrOfTests += 1
      this.#state.hitCount = 0
      this.#state.activeMutant = activeMutant.id
      const failureMessage = await failureOf(test.run)
      this.#state.activeMutant = undefined
      if (hitLimit !== undefined && this.#state.hitCount > hitLimit) {
        return { status: MutantRunStatus.Timeout, reason: 'hit limit' }
      }
      if (failureMessage === null) continue
      if (!IS_READ_ANEW && (await failureOf(test.run)) !== null) process.exit(1)
      return { status: MutantRunStatus.Killed, killedBy: [test.id], failureMessage, nrOfTests }
    }
    return { status: MutantRunStatus.Survived, nrOfTests }
  }

  #quickestFirst(ids) {
    const spent = (id) => this.#spent.get(id) ?? 0
    return ids
      .filter((id) => spent(id) <= QUICK_MS)
      .sort((a, b) => spent(a) - spent(b))
      .map((id) => this.#tests.get(id))
  }
}

const failureOf = async (run) => {
  try {
    await run()
    return null
  } catch (error) {
    return String(error?.message ?? error).slice(0, 500)
  }
}

const create = () => new InProcessRunner(INSTRUMENTER_CONSTANTS.NAMESPACE)
create.inject = []

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', create)]
