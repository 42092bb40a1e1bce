import type { PayoutRule } from '../domain/assessment/payout.ts'
import type { Verdict } from '../domain/assessment/verdict.ts'
import type { Severity } from '../domain/findings/discrepancy.ts'

const VERDICTS: Readonly<Record<Verdict, string>> = {
  reconciled: 'Reconciled',
  accepted: 'Accepted',
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
  exceptions: 'the figures agree; another error is open',
  failed: 'the settlement ended in error',
  incomplete: 'could not be read whole; figures are those of the last whole reading',
  'not-pulled': 'due, and never read',
  'not-due': 'its hour has not come',
}

const SEVERITIES: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'info' }

const RULES: Readonly<Record<PayoutRule, string>> = {
  net: 'collected − fees + adjustments',
  gross: 'collected + adjustments; fees are billed later',
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
  severities: SEVERITIES,
  states: { new: 'new', open: 'open', accepted: 'accepted', claimed: 'claimed', resolved: 'resolved' },
  rules: RULES,
  statuses: STATUSES,
  settlementStatuses: SETTLEMENT_STATUSES,
  methods: METHODS,

  dayTitle: 'Settlements of',
  merchant: 'Merchant',
  allDays: 'All days',
  skip: 'Skip to the content',
  amountsIn: 'Amounts in Colombian pesos (COP).',
  cycle: 'Cycle',
  verdict: 'Verdict',
  settlement: 'Settlement',
  noSettlement: 'none',
  invoices: 'Invoices',
  collected: 'Collected',
  fees: 'Fees',
  adjustments: 'Adjustments',
  payout: 'Payout',
  expected: 'Expected',
  difference: 'Difference',
  findings: 'Open',
  total: 'Total',
  reported: 'Reported',
  none: 'none',
  notJudged: 'not judged',

  allAddUp: (slots: number) => (slots === 1 ? 'The slot adds up' : `All ${slots} slots add up`),
  addUpOrAccepted: (accepted: number, all: number) =>
    accepted === all
      ? all === 1
        ? 'A person accepted the slot as it is'
        : `A person accepted all ${all} slots as they are`
      : `${all - accepted} of ${all} slots add up; a person accepted ${accepted} as ${accepted === 1 ? 'it is' : 'they are'}`,
  differ: (some: number, all: number) =>
    some === 1 ? `1 of ${all} slots does not add up` : `${some} of ${all} slots do not add up`,
  notRead: (some: number, all: number) =>
    some === 1 ? `1 of ${all} slots could not be read` : `${some} of ${all} slots could not be read`,
  notFinal: (some: number, all: number) =>
    some === 1 ? `1 of ${all} slots is not final yet` : `${some} of ${all} slots are not final yet`,
  nothingDue: 'Nothing is due yet',
  andUnexplained: (sum: string) => `difference ${sum}`,
  nothingUnexplained: 'no difference',

  tilePayout: 'Payout, as reported',
  tileCollected: 'Collected, as reported',
  tileUnexplained: 'Difference',
  tileOpen: 'Open findings',
  errors: (number: number) => `${number} ${number === 1 ? 'error' : 'errors'}`,
  warnings: (number: number) => `${number} ${number === 1 ? 'warning' : 'warnings'}`,
  infos: (number: number) => `${number} info`,

  glance: 'At a glance',
  whatToDo: 'What to do',
  nothingToDo: 'Nothing: no discrepancy is open.',
  actions: {
    'ask-operator': 'Ask the operator',
    'ask-tenant': 'Look into the payment, with the tenant or the bank',
    wait: 'Wait, and read again',
    'mend-reading': 'Look into the settings or the service’s interface',
    note: 'Nothing to do, but good to know',
    accepted: 'Accepted by a person',
    resolved: 'Resolved by the latest reading',
  },
  actionHints: {
    'ask-operator':
      'The service’s own figures do not agree with each other, or changed. Send the operator the lines below.',
    'ask-tenant': 'The settlement may be right; the payment of an invoice is unusual.',
    wait: 'It is still within its normal time. The next run reads it again.',
    'mend-reading': 'The answers are not as documented. No money is missing because of it.',
    note: 'For your information.',
    accepted: 'Somebody gave a reason why this may stay. It opens again when its numbers change.',
    resolved: 'It was open before; the latest reading no longer shows it.',
  },
  andMore: (number: string, file: string) => `and ${number} more, in ${file}`,
  inAll: 'in all',
  what: 'What',
  acceptedBy: (by: string, until: string | null) => `${by}${until === null ? '' : `, until ${until}`}`,
  readAgain: 'Read again',
  runNext: 'Commands that help',
  readWholeAgain: (cycle: string) => `Cycle ${cycle} could not be read whole at the last attempt`,
  neverRead: (cycle: string) => `Cycle ${cycle} is due and was never read`,

  slots: 'Slot by slot',
  slotsHint: 'From what was collected down to the payout. Those with trouble come first.',
  listed: 'Invoices that count',
  collectedReported: 'Collected, reported',
  payoutExpected: 'Payout, expected',
  payoutReported: 'Payout, reported',
  more: 'more',
  less: 'less',
  than: { collected: 'than its invoices', payout: 'than it should be' },
  neverReadWhole: 'Never read whole: there are no figures.',
  asOfLastWhole: 'The figures are those of the last whole reading.',
  rule: 'Payout by',
  causes: 'Causes that fit',
  causesHint: 'They explain the difference to the centavo; that does not prove them.',
  noCause: (tried: number) => `None of the ${tried} causes that are tried closes the gap to the centavo.`,
  closes: 'closes',
  tied: 'the figures cannot tell these apart',
  readAt: 'Read',
  acceptedOf: (number: number) => `${number} accepted`,

  invoicesToLookAt: 'Invoices to look at',
  invoicesHint: 'Named by a discrepancy, or by a cause that fits.',
  noInvoices: 'None.',
  reference: 'Reference',
  contract: 'Contract',
  customer: 'Customer',
  paid: 'Paid',
  asked: 'Asked for',
  status: 'Status',
  why: 'Why',
  slot: 'Slot',

  byMethod: 'By payment method',
  byStatus: 'By status',
  listedInvoices: 'What was listed',
  byMethodHint: 'Invoices that count.',
  byStatusHint: 'All that are listed.',
  method: 'Method',
  number: 'Number',
  others: (number: number) => `${number} others`,

  assumptions: 'What the figures rest on',
  assumptionsHint:
    'The service’s description leaves these open. Each is a setting; another value may give another verdict.',
  setting: 'Setting',
  value: 'Value',
  meaning: 'What it decides',
  meanings: null as Readonly<Record<string, string>> | null,

  proof: 'Where this comes from',
  proofHint:
    'The run that first read the contents shown, and the SHA-256 of what the service answered. The digest of a list is the SHA-256 of the digests of its pages, one to a line.',
  run: 'Run',
  files: 'Files of this day',
  rowsOf: (number: string) => `${number} ${number === '1' ? 'row' : 'rows'}`,
  listOfPages: (number: string) => `List of ${number} ${number === '1' ? 'page' : 'pages'}`,
  file: 'File',
  madeBy: (version: string) => `Made by cuadre ${version}.`,
  timesIn: (zone: string) => `Times are those of ${zone}.`,
  personal: 'This page names customers. Protect it as you protect the ledgers.',

  indexTitle: 'Settlement calendar',
  indexHint: 'One cell for each cycle of a day. Choose a day to open its report.',
  calendar: 'Calendar',
  age: 'Age',
  nothingAtAll: 'nothing',
  newestReading: (when: string) => `Newest reading: ${when}.`,
  andMoreBelow: (number: string) => `and ${number} more, in the calendar`,
  day: 'Day',
  legend: 'What the signs mean',
  payoutPerDay: 'Payout per day',
  payoutPerDayHint: 'As reported by the service.',
  unexplainedOverTime: 'Difference per day',
  unexplainedHint: 'What nobody has accounted for yet, on the day it belongs to.',
  ages: 'Age of what is open',
  agesHint: (when: string) => `As of the newest reading, ${when}.`,
  today: 'under a day',
  week: '1 to 6 days',
  month: '7 to 30 days',
  older: '31 days or more',
  troubledSlots: 'Slots in trouble',
  notPulledYet: (number: string) => `Due and never read: ${number}. The next night reads them.`,
  noDays: 'Nothing has been read yet. Run “cuadre run”.',
  earlier: 'Earlier months',
  highest: 'highest',
  monthTotals: (payout: string, unexplained: string) => `payout reported ${payout} · difference ${unexplained}`,
}
