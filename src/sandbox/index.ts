import { answerApi } from './api.ts'
import { ASSUMED } from './assumptions.ts'
import { fixedClock, realClock } from './clock.ts'
import { makeIndexes, openDatabase } from './database.ts'
import { openDebits } from './debits.ts'
import { identifiersOf } from './identifiers.ts'
import { openInvoices } from './invoices.ts'
import { type MerchantOptions, merchantOf, openMerchants } from './merchants.ts'
import { openNotes } from './notes.ts'
import { demoWeek } from './scenarios/demo-week.ts'
import { send, serve } from './server.ts'
import { openSettlements } from './settlements.ts'
import type { World } from './world.ts'

export { DEMO_WEEK, demoWeekRemarks, demoWeekTroubles } from './scenarios/demo-week.ts'
export type { Trouble } from './scenarios/scenario.ts'
export const SCENARIOS = [demoWeek]

export interface SandboxOptions {
  readonly port?: number
  readonly host?: string
  readonly db?: string
  readonly clock?: string
  readonly webhookUrls?: readonly string[]
  readonly seed?: number
  readonly days?: number
  readonly invoicesPerDay?: number
  readonly scenario?: string
  readonly merchants?: readonly MerchantOptions[]
}

export interface Sandbox {
  readonly baseUrl: string
  readonly controlUrl: string
  readonly apiKey: string
  readonly integrityKey: string
  readonly close: () => Promise<void>
}

export const startSandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const scenario = SCENARIOS.find(({ name }) => name === options.scenario)
  const sqlite = openDatabase(options.db)
  const notes = openNotes(sqlite)
  const start = options.clock ?? scenario?.clock
  const clock = start === undefined ? realClock() : fixedClock(notes, Date.parse(start))
  const merchants = openMerchants(sqlite)
  const world: World = {
    sqlite,
    notes,
    clock,
    seed: options.seed ?? 1,
    identifiers: identifiersOf(options.seed ?? 1),
    merchants,
    invoices: openInvoices(sqlite),
    settlements: openSettlements(sqlite),
    debits: openDebits(sqlite),
    assumed: ASSUMED,
    pageUrl: '',
  }
  for (const [index, one] of (options.merchants ?? [{}]).entries()) {
    merchants.put(merchantOf(index + 1, one, options.webhookUrls ?? []))
  }
  sqlite.transaction(() => scenario?.sow?.(world))()
  makeIndexes(sqlite)
  const server = serve((asked) => answerApi(world, asked), send)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://${options.host ?? '127.0.0.1'}:${address.port}`
  world.pageUrl = `${origin}/pay`
  const merchant = merchants.byNumber(1)
  return {
    baseUrl: `${origin}/v1`,
    controlUrl: `${origin}/sandbox`,
    apiKey: merchant.apiKey,
    integrityKey: merchant.integrityKey,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      sqlite.close()
    },
  }
}
