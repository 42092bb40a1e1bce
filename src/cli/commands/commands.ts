import { readFileSync } from 'node:fs'
import type { AnyQuestion } from '../../questions/question.ts'
import type { Command, Flag } from '../framework/command.ts'

/**
 * All commands, group by group, in the order of help and manual. Only the one asked for is loaded: all of them take twice as long to start.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demo.ts')).demo,
  init: async () => (await import('./init.ts')).init,
  doctor: async () => (await import('./doctor.ts')).doctor,
  config: async () => (await import('./config.ts')).config,
  'completion bash': async () => (await import('./completion.ts')).completionFor('bash', allCommands),
  'completion zsh': async () => (await import('./completion.ts')).completionFor('zsh', allCommands),
  run: async () => (await import('./run.ts')).run,
  check: async () => (await import('./run.ts')).check,
  sweep: async () => (await import('./sweep.ts')).sweep,
  status: async () => (await import('./status.ts')).status,
  ui: async () => (await import('./ui.ts')).ui,
  'runs list': async () => ask((await import('../../questions/runs.ts')).RUNS_LIST),
  'runs show': async () => ask((await import('../../questions/runs.ts')).RUNS_SHOW),
  explain: async () => ask((await import('../../questions/explain.ts')).EXPLAIN),
  find: async () => ask((await import('../../questions/find.ts')).FIND),
  history: async () => ask((await import('../../questions/history.ts')).SLOT_HISTORY),
  readings: async () => (await import('./readings.ts')).readings,
  audit: async () => (await import('./audit.ts')).audit,
  'discrepancies list': async () => ask((await import('../../questions/discrepancies.ts')).DISCREPANCIES),
  'discrepancies show': async () => ask((await import('../../questions/discrepancies.ts')).DISCREPANCY_SHOWN),
  'discrepancies accept': async () => (await import('./decisions.ts')).discrepanciesAccept,
  'discrepancies claim': async () => (await import('./decisions.ts')).discrepanciesClaim,
  'discrepancies settle': async () => (await import('./decisions.ts')).discrepanciesSettle,
  'discrepancies reopen': async () => (await import('./decisions.ts')).discrepanciesReopen,
  'discrepancies note': async () => (await import('./decisions.ts')).discrepanciesNote,
  'discrepancies import': async () => (await import('./decisions.ts')).discrepanciesImport,
  'claims letter': async () => (await import('./claims.ts')).claimsLetter,
  'claims list': async () => ask((await import('../../questions/claims.ts')).CLAIMS),
  'claims settle': async () => (await import('./claims.ts')).claimsSettle,
  'claims ticket': async () => (await import('./claims.ts')).claimsTicket,
  'bank import': async () => (await import('./bank.ts')).bankImport,
  'bank list': async () => ask((await import('../../questions/bank-list.ts')).BANK_LIST),
  'bank tie': async () => (await import('./bank.ts')).bankTie,
  'bank untie': async () => (await import('./bank.ts')).bankUntie,
  'bank files': async () => ask((await import('../../questions/bank.ts')).BANK_FILES),
  'bank accounts': async () => ask((await import('../../questions/bank.ts')).BANK_ACCOUNTS),
  'bank void': async () => (await import('./bank.ts')).bankVoid,
  'receivables import': async () => (await import('./receivables.ts')).receivablesImport,
  'receivables list': async () => ask((await import('../../questions/receivables.ts')).RECEIVABLES_LIST),
  'receivables tie': async () => (await import('./receivables.ts')).receivablesTie,
  'receivables untie': async () => (await import('./receivables.ts')).receivablesUntie,
  'receivables files': async () => ask((await import('../../questions/receivables.ts')).RECEIVABLES_FILES),
  'receivables void': async () => (await import('./receivables.ts')).receivablesVoid,
  month: async () => ask((await import('../../questions/month.ts')).MONTH_END),
  statement: async () => (await import('./statement.ts')).statement,
  'in-transit': async () => ask((await import('../../questions/in-transit.ts')).IN_TRANSIT),
  journal: async () => (await import('./journal.ts')).journal,
  'journal check': async () => ask((await import('../../questions/journal.ts')).JOURNAL_CHECK),
  fees: async () => (await import('./fees.ts')).fees,
  'fees fit': async () => (await import('./fees-fit.ts')).feesFit,
  'fees invoice import': async () => (await import('./fees-invoice.ts')).feesInvoiceImport,
  'fees invoice list': async () => ask((await import('../../questions/fees-invoices.ts')).FEES_INVOICE_LIST),
  'fees invoice void': async () => (await import('./fees-invoice.ts')).feesInvoiceVoid,
  'chargebacks list': async () => ask((await import('../../questions/chargebacks.ts')).CHARGEBACKS),
  'chargebacks tie': async () => (await import('./chargebacks.ts')).chargebacksTie,
  'chargebacks untie': async () => (await import('./chargebacks.ts')).chargebacksUntie,
  close: async () => (await import('./close.ts')).close,
  pack: async () => (await import('./pack.ts')).pack,
  export: async () => (await import('./export.ts')).exportCommand,
  'db backup': async () => (await import('./database.ts')).dbBackup,
  'db verify': async () => (await import('./database.ts')).dbVerify,
  'db restore': async () => (await import('./database.ts')).dbRestore,
  'db split': async () => (await import('./database.ts')).dbSplit,
  schedule: async () => (await import('./schedule.ts')).schedule,
  enqueue: async () => (await import('./queue.ts')).enqueue,
  worker: async () => (await import('./worker.ts')).worker,
  'queue status': async () => (await import('./queue.ts')).queueStatus,
  'queue fetch': async () => (await import('./queue.ts')).queueFetch,
  'queue give': async () => (await import('./queue.ts')).queueGive,
  'merchants list': async () => ask((await import('../../questions/merchants.ts')).MERCHANTS_LIST),
  'merchants rename': async () => (await import('./merchants.ts')).merchantsRename,
  'invoice create': async () => (await import('./invoice.ts')).invoiceCreate,
  'invoice get': async () => (await import('./invoice.ts')).invoiceGet,
  'invoice list': async () => (await import('./invoice.ts')).invoiceList,
  'settlement get': async () => (await import('./settlement-get.ts')).settlementGet,
  sandbox: async () => (await import('./sandbox.ts')).sandbox,
  'webhooks serve': async () => (await import('./webhooks-serve.ts')).webhooksServe,
  inbox: async () => (await import('./webhooks.ts')).inbox,
  'webhooks list': async () => (await import('./webhooks.ts')).webhooksList,
  'webhooks show': async () => (await import('./webhooks.ts')).webhooksShow,
  'webhooks replay': async () => (await import('./webhooks.ts')).webhooksReplay,
}

const ask = async <Facts>(question: AnyQuestion<Facts>): Promise<Command> =>
  (await import('../framework/question-command.ts')).commandOf(question)

export const allCommands = (): Promise<readonly Command[]> => Promise.all(Object.keys(COMMANDS).map(commandNamed))

export const commandNamed = async (name: string): Promise<Command> => {
  const command = await COMMANDS[name]?.()
  if (command?.name !== name) throw new Error(`${name} is not the name of a command`)
  return command
}

/** What of a command is needed to find it among words that were typed. */
export interface CommandOutline extends Pick<Command, 'name' | 'foldedInto'> {
  readonly flags: Readonly<Record<string, Pick<Flag, 'kind' | 'isWithoutSettings'>>>
}

/** The build stores them beside the help; a checkout that is not built loads all commands. */
export const commandOutlines = async (): Promise<readonly CommandOutline[]> => {
  try {
    return JSON.parse(readFileSync(new URL('../../../help.words.json', import.meta.url), 'utf8'))
  } catch {
    return allCommands()
  }
}
