import { countOf } from './counts.ts'
/** The words of the page of a day. */
export const dayInEnglish = {
  title: 'Settlements of',
  allDays: 'All days',
  previous: 'Previous day',
  next: 'Next day',
  asOf: (when: string) =>
    `As of ${when}, the latest reading that changed anything; decisions and bank statements that came later are included, until the day is closed.`,
  neverRead: 'No settlement of this day was ever read.',

  problems: 'What to look at',
  problemsHint: 'Most serious first, then by amount (COP).',
  noProblem: 'No discrepancy is open.',
  states: {
    open: 'Open',
    claimed: 'Claimed from the operator',
    info: 'Good to know',
    accepted: 'Accepted by a person',
    paid: 'Claimed, and paid elsewhere',
    resolved: 'Resolved by the latest reading',
  },
  amount: 'COP',
  what: 'What',
  who: 'Who acts',
  since: 'Since',
  id: 'Id',
  acts: {
    'ask-operator': 'Operator',
    'ask-tenant': 'Tenant or bank',
    'mend-bank': 'Whoever imports bank statements',
    wait: 'Nobody yet: wait',
    'mend-reading': 'Whoever runs Cuadre',
    note: 'Nobody',
  },
  tag: { error: 'error', warning: 'warning', info: 'info' },
  moreProblems: (number: string, code: string, sum: string | null) =>
    `and ${number} more of ${code}${sum === null ? '' : `, ${sum} in all`}: see discrepancies.csv`,
  decided: (by: string, until: string | null, ticket: string | null) =>
    `${by}${ticket === null ? '' : `, ticket ${ticket}`}${until === null ? '' : `, until ${until}`}`,
  decide: 'How to accept or claim one',
  decideHint:
    'A claimed sum no longer counts as owed and stands on a line of its own, as claimed, until it is paid; an acceptance takes the difference as it is. Both need a reason, and the id of the line (its first digits are enough).',
  reason: 'WHY',
  ticket: 'NUMBER',
  letter: 'Text for the operator',
  letterHint: 'It uses the field names of the operator’s interface. Copy it into a message.',
  letterStart: (merchant: string, date: string) => `Merchant ${merchant}, settlement date ${date} (settlementDate)`,
  letterSlot: (cycle: string, status: string) => `Cycle ${cycle} (settlementCycle), status ${status}:`,
  letterNone: 'none',
  letterPayout: (reported: string, expected: string, difference: string) =>
    `paymentAmount: reported ${reported}; ${expected} according to the listed invoices, fees and adjustments; difference ${difference}`,
  letterMore: (number: string) => `and ${number} more of the same kind`,
  letterEnd: 'Please tell us how and when this will be corrected.',
  commands: 'Commands that help',

  glance: 'The day at a glance',
  glanceHint:
    'COP. Each line and each total adds up: listed, fees deducted, adjustments, expected payout; what was paid out less what was expected is the difference. Negative: the operator owes it. Paid out is what the operator says.',
  notAtBank: 'Not checked against the bank.',
  someAtBank: (arrived: number, number: number, unlike: number) => {
    const sums = unlike === 0 ? '' : number === 1 ? ' with another sum' : `, ${unlike} of them with another sum`
    if (number === 1)
      return `The payout of the day ${arrived === 1 ? 'arrived' : 'has not arrived'} at the bank${sums}.`
    if (arrived === number) return `The ${number} payouts of the day arrived at the bank${sums}.`
    return `${arrived === 0 ? 'None' : arrived} of the ${number} payouts of the day arrived at the bank${sums}.`
  },
  bank: {
    paidOut: 'Paid out',
    banked: 'At the bank',
    left: 'Paid out, not at the bank',
    on: 'Arrived on',
    total: (number: number) => (number === 1 ? '1 payout' : `${number} payouts`),
  },
  arrived: (sum: string, day: string, isConfirmed: boolean) =>
    `at the bank ${sum}, ${day}${isConfirmed ? '' : ', to be confirmed'}`,
  columns: {
    listed: 'Listed',
    feesDeducted: 'Fees deducted',
    adjustments: 'Adjustments',
    keptByGateway: 'Kept by the gateway',
    expected: 'Expected payout',
    paidOut: 'Paid out',
    inProcess: 'In process',
    failed: 'Failed',
    difference: 'Difference',
  },
  groupTotals: {
    compared: (number: number) => (number === 1 ? 'Compared: 1' : `Compared: ${number}`),
    awaited: (number: number) => `Not compared, failed or in process: ${number}`,
    'without-expected': (number: number) => `Not compared, no expected payout: ${number}`,
  },
  reportedSum: (sum: string) => `reported ${sum}`,
  settlements: (number: number) => countOf(number, 'settlement', 'en'),
  feesApart: (sum: string, cycles: readonly string[]) =>
    `Fees not deducted from the payout: ${sum} (${cycles.length === 1 ? 'cycle' : 'cycles'} ${cycles.join(', ')}).`,

  bridge: 'From the invoices to what was paid out',
  bridgeHint: (number: number) =>
    `COP, over ${number === 1 ? 'the settlement' : `the ${number} settlements`} with an expected payout. Outlined bars: not paid out.`,
  bridgeNames: {
    listed: 'Listed invoices',
    feesDeducted: 'Fees deducted',
    adjustments: 'Adjustments',
    keptByGateway: 'Kept by the gateway',
    expected: 'Expected payout',
    inProcess: 'In process',
    failed: 'Failed',
    owed: 'Paid too little',
    overpaid: 'Paid too much',
    paidOut: 'Paid out',
  },
  differences: 'Differences, on a scale of their own',

  slots: 'Settlements to look at',
  slotsHint: 'COP. The payout by its parts, reported and expected; every column adds up.',
  parts: {
    collected: 'Collected',
    feesDeducted: 'Fees deducted',
    adjustments: 'Adjustments',
    keptByGateway: 'Kept by the gateway',
    unexplained: 'Not explained by its parts',
    payout: 'Payout',
  },
  invoiceCount: (reported: string, listed: string) =>
    `Invoices: ${reported} reported; ${listed} of those listed count.`,
  notCompared: {
    unread: 'Not compared: the last reading was not whole.',
    'no-settlement': 'Not compared: there is no settlement.',
    'not-final': 'Not compared: the settlement is not final yet.',
    failed: 'Not compared: the settlement failed.',
    malformed: 'Not compared: a record of its list cannot be read.',
    echo: 'Not compared: the answer is about another settlement.',
  },
  waterfall: {
    listed: 'Listed invoices',
    collected: 'Collected, reported',
    fees: 'Fees deducted',
    adjustments: 'Adjustments',
    expected: 'Payout, expected',
    payout: 'Payout, reported',
  },
  lastReadNotWhole: (cycle: string) => `Cycle ${cycle} could not be read whole at the last attempt`,
  asOfLastWhole: 'The figures are those of the last whole reading.',
  neverReadWhole: 'Never read whole: there are no figures.',
  rule: 'Payout by',
  causes: 'Causes that fit',
  causesHint: 'They explain the difference to the centavo; that does not prove them.',
  noCause: 'No known cause explains the difference to the centavo.',
  closes: 'explains',
  tied: 'the figures cannot tell these apart',
  readAt: 'Read',
  decidedOf: (number: number) => `${number} accepted or claimed`,

  invoices: 'Invoices to look at',
  invoicesHint: 'Named by a discrepancy, or by a cause that fits. COP.',
  noInvoices: 'None.',
  reference: 'Reference',
  contract: 'Contract',
  customer: 'Customer',
  asked: 'Asked for',
  paid: 'Paid',
  status: 'Status',
  why: 'Why',
  andMore: (number: string, file: string) => `and ${number} more, in ${file}`,

  listed: 'What was listed',
  byMethod: 'By payment method',
  byStatus: 'By status',
  byMethodHint: 'Invoices that count, COP paid.',
  byStatusHint: 'All that are listed, COP paid.',
  method: 'Method',
  number: 'Number',
  others: (number: number) => `${number} others`,

  assumptions: 'Assumptions behind the figures',
  assumptionsHint:
    'The service’s description leaves these open. Each is a setting; another value may give another verdict.',
  setting: 'Setting',
  value: 'Value',
  meaning: 'What it decides',

  proof: 'Where this comes from: runs and digests',
  proofHint:
    'The run that first read the contents shown, and the SHA-256 of what the service answered. The digest of a list is the SHA-256 of the digests of its pages, one to a line.',
  run: 'Run',
  rowsOf: (number: string) => `${number} ${number === '1' ? 'row' : 'rows'}`,
  listOfPages: (number: string) => `List of ${number} ${number === '1' ? 'page' : 'pages'}`,
  personal: 'This page names customers. Protect it as you protect the ledgers.',
}
