import type { PayoutRule } from '../domain/assessment/payout.ts'
import type { Verdict } from '../domain/assessment/verdict.ts'
import type { Severity } from '../domain/findings/discrepancy.ts'

const VERDICTS: Readonly<Record<Verdict, string>> = {
  reconciled: 'Reconciled',
  accepted: 'Accepted or claimed',
  empty: 'Empty',
  provisional: 'Provisional',
  discrepant: 'Discrepant',
  exceptions: 'Exceptions',
  failed: 'Failed',
  incomplete: 'Incomplete',
  'not-pulled': 'Not pulled',
  'not-due': 'Not due',
}

const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  reconciled: 'final, read whole, no error',
  accepted: 'has errors, and a person accepted or claimed each',
  empty: 'nothing that counts, and no settlement',
  provisional: 'not final yet: sums are shown, nothing is judged',
  discrepant: 'the figures disagree, or could not be compared',
  exceptions: 'no figure that was compared disagrees; another error is open',
  failed: 'the settlement ended in error',
  incomplete: 'could not be read whole; figures are those of the last whole reading',
  'not-pulled': 'due, and never read',
  'not-due': 'its time has not come yet',
}

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'info' }

const RULES: Readonly<Record<PayoutRule, string>> = {
  net: 'collected − fees + adjustments',
  gross: 'collected + adjustments; fees are billed apart',
  'gateway-collected': 'all that was collected (gateway)',
  'gateway-zero': 'nothing (gateway)',
  'gateway-adjustments-less-fees': 'adjustments − fees (gateway)',
  unchecked: 'not checked: the setting gateway says so',
}

const STATUSES: Readonly<Record<string, string>> = {
  paid: 'Paid',
  chargeback: 'Chargeback',
  ready: 'Ready, not paid',
  cancelled: 'Cancelled',
  gone: 'No longer listed',
}

const SETTLEMENT_STATUSES: Readonly<Record<string, string>> = {
  processing: 'processing',
  paid: 'paid',
  credited: 'credited',
  error: 'error',
}

const METHODS: Readonly<Record<string, string>> = {
  pse: 'PSE',
  nequiButton: 'Nequi',
  bancolombiaButton: 'Bancolombia',
  breb: 'Bre-B',
  card: 'Card',
  '': 'Not reported',
}

export const ENGLISH = {
  verdicts: VERDICTS,
  verdictMeanings: VERDICT_MEANINGS,
  results: { claimed: 'Claimed', 'as-it-is': 'Accepted', late: 'Late', 'not-compared': 'Not compared' },
  resultMeanings: {
    claimed: 'a person claimed at least one of its errors, and decided about the others (verdict accepted)',
    'as-it-is': 'a person accepted each of its errors (verdict accepted)',
    late: 'it should be paid out by now (verdict provisional or discrepant)',
    'not-compared': 'its figures could not be held against its invoices (verdict discrepant)',
  },
  severities: SEVERITIES,
  states: {
    new: 'new',
    open: 'open',
    accepted: 'accepted',
    claimed: 'claimed',
    paid: 'paid elsewhere',
    resolved: 'resolved',
  },
  rules: RULES,
  statuses: STATUSES,
  settlementStatuses: SETTLEMENT_STATUSES,
  methods: METHODS,

  merchant: 'Merchant',
  skip: 'Skip to the content',
  amountsIn: 'Amounts in Colombian pesos (COP).',
  cycle: 'Cycle',
  verdict: 'Result',
  settlement: 'Settlement',
  noSettlement: 'none',
  expected: 'Expected',
  difference: 'Difference',
  findings: 'Open',
  total: 'Total',
  reported: 'Reported',
  none: 'none',
  errors: (number: number) => `${number} ${number === 1 ? 'error' : 'errors'}`,
  warnings: (number: number) => `${number} ${number === 1 ? 'warning' : 'warnings'}`,
  infos: (number: number) => `${number} info`,
  /** The advice about a finding, by who acts. */
  actions: {
    'ask-operator': 'Ask the operator',
    'ask-tenant': 'Look into the payment, with the tenant or the bank',
    'mend-bank': 'Complete or match the bank statements',
    wait: 'Wait, and read again',
    'mend-reading': 'Look into the settings or the service’s interface',
    note: 'Nothing to do, but good to know',
  },
  /** What each setting decides. Null in English, where the texts of the policy are used. */
  meanings: null as Readonly<Record<string, string>> | null,
  madeBy: (version: string) => `Made by cuadre ${version}.`,
  timesIn: (zone: string) => `Times are in ${zone}.`,
}
