import type { Language } from './language.ts'
import { countOf } from './money.ts'

/** The words of the page of a day. */
const dayInEnglish = {
  title: 'Settlements of',
  allDays: 'All days',
  workbook: 'Workbook',
  previous: 'Previous day',
  next: 'Next day',
  asOf: (when: string) => `Read ${when}. Includes later decisions and bank statements.`,
  neverRead: 'No settlement of this day was ever read.',

  problems: 'To do',
  problemsHint: 'Most serious first, then by amount (COP).',
  states: {
    open: 'Open',
    claimed: 'Claimed from the operator',
    info: 'For information',
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
    'tie-rents': 'Whoever keeps the list of rents',
    'own-check': 'Whoever wrote the check',
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
    title: 'Arrivals at the bank',
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

  sameKind: (number: string) => `${number} of the same kind`,
  slots: 'Settlements',
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
  /** `unread`, `absent`: null for none. */
  invoiceParts: (reported: string, read: string, unread: string | null, absent: string | null) =>
    `Invoices: ${[`${reported} reported = ${read} read`, ...(unread === null ? [] : [`${unread} unreadable`]), ...(absent === null ? [] : [`${absent} not in the list`])].join(' + ')}.`,
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
  lastReadNotWhole: (cycle: string) => `The settlement of ${cycle} could not be read whole at the last attempt`,
  asOfLastWhole: 'The figures are those of the last whole reading.',
  neverReadWhole: 'Never read whole: there are no figures.',
  rule: 'Payout by',
  causes: 'Causes that fit',
  causesHint: 'Each would explain the difference exactly; none is proven.',
  noCause: 'No known cause explains the difference to the centavo.',
  closes: 'explains',
  tied: 'the figures cannot tell these apart',
  readAt: 'Read',
  decidedOf: (number: number) => `${number} accepted or claimed`,

  invoices: 'Invoices',
  invoicesHint: 'Named by a discrepancy, or by a cause that fits. COP.',
  reference: 'Reference',
  contract: 'Contract',
  customer: 'Customer',
  asked: 'Asked for',
  paid: 'Paid',
  status: 'Status',
  why: 'Why',
  andMore: (number: string) => `and ${number} more, in discrepancies.csv`,

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

  proof: 'Sources: runs and digests',
  proofHint:
    'The run that first read the contents shown, and the SHA-256 of what the service answered. The digest of a list is the SHA-256 of the digests of its pages, one to a line.',
  run: 'Run',
  rowsOf: (number: string) => `${number} ${number === '1' ? 'row' : 'rows'}`,
  listOfPages: (number: string) => `List of ${number} ${number === '1' ? 'page' : 'pages'}`,
  personal: 'This page names customers. Protect it as you protect the ledgers.',
}

const dayInSpanish: typeof dayInEnglish = {
  title: 'Liquidaciones del',
  allDays: 'Todos los días',
  workbook: 'Libro de Excel',
  previous: 'Día anterior',
  next: 'Día siguiente',
  asOf: (when) => `Leído el ${when}. Incluye decisiones y extractos del banco posteriores.`,
  neverRead: 'Nunca se leyó una liquidación de este día.',

  problems: 'Por hacer',
  problemsHint: 'Primero lo más grave; luego, por valor (COP).',
  states: {
    open: 'Por conciliar',
    claimed: 'Reclamado al operador',
    info: 'Avisos',
    accepted: 'Aceptado por una persona',
    paid: 'Reclamado, y pagado por otra vía',
    resolved: 'Resuelto en la última lectura',
  },
  amount: 'COP',
  what: 'Qué pasa',
  who: 'Quién responde',
  since: 'Desde',
  id: 'Id',
  acts: {
    'ask-operator': 'Operador',
    'ask-tenant': 'Inquilino o banco',
    'mend-bank': 'Quien importa los extractos',
    'tie-rents': 'Quien lleva la lista de cánones',
    'own-check': 'Quien escribió la verificación',
    wait: 'Nadie aún: esperar',
    'mend-reading': 'Quien administra Cuadre',
    note: 'Nadie',
  },
  tag: { error: 'error', warning: 'advertencia', info: 'aviso' },
  moreProblems: (number, code, sum) =>
    `y ${number} más de ${code}${sum === null ? '' : `, por ${sum} en total`}: están en discrepancies.csv`,
  decided: (by, until, ticket) =>
    `${by}${ticket === null ? '' : `, radicado ${ticket}`}${until === null ? '' : `, hasta el ${until}`}`,
  decide: 'Cómo aceptar o reclamar una novedad',
  decideHint:
    'Lo reclamado ya no cuenta como adeudado y queda en una línea propia, como reclamado, hasta que se abone; lo aceptado se deja como está. En ambos casos se indica el motivo y el id de la línea (bastan sus primeros dígitos).',
  letter: 'Texto para el operador',
  letterHint: 'Con los nombres que los campos tienen en la interfaz del operador. Cópielo en un mensaje.',
  letterStart: (merchant, date) => `Comercio ${merchant}, fecha de liquidación ${date} (settlementDate)`,
  letterSlot: (cycle, status) => `Ciclo ${cycle} (settlementCycle), estado ${status}:`,
  letterNone: 'ninguno',
  letterPayout: (reported, expected, difference) =>
    `paymentAmount: reportado ${reported}; según las facturas listadas, las comisiones y los ajustes, ${expected}; diferencia ${difference}`,
  letterMore: (number) => `y ${number} más del mismo tipo`,
  letterEnd: 'Agradecemos indicarnos cómo y cuándo se corrige.',
  commands: 'Comandos útiles',

  glance: 'Resumen del día',
  glanceHint:
    'COP. Cada fila y cada total suman: recaudo listado, comisiones descontadas y ajustes dan el abono esperado; lo abonado menos lo esperado es la diferencia. Si es negativa, la debe el operador. Lo abonado es lo que dice el operador.',
  notAtBank: 'No se ha cotejado con el banco.',
  someAtBank: (arrived, number, unlike) => {
    const sums = unlike === 0 ? '' : number === 1 ? ' con otra suma' : `, ${unlike} de ellos con otra suma`
    if (number === 1) return `El abono del día ${arrived === 1 ? 'llegó' : 'no ha llegado'} al banco${sums}.`
    if (arrived === number) return `Los ${number} abonos del día llegaron al banco${sums}.`
    if (arrived === 0) return `Ninguno de los ${number} abonos del día ha llegado al banco.`
    return `Al banco ${arrived === 1 ? 'llegó' : 'llegaron'} ${arrived} de los ${number} abonos del día${sums}.`
  },
  bank: {
    title: 'Llegadas al banco',
    paidOut: 'Abonado',
    banked: 'En el banco',
    left: 'Abonado y no en el banco',
    on: 'Llegó el',
    total: (number) => (number === 1 ? '1 abono' : `${number} abonos`),
  },
  arrived: (sum, day, isConfirmed) => `en el banco ${sum}, ${day}${isConfirmed ? '' : ', por confirmar'}`,
  columns: {
    listed: 'Recaudo listado',
    feesDeducted: 'Comisiones descontadas',
    adjustments: 'Ajustes',
    keptByGateway: 'No girado por la pasarela',
    expected: 'Abono esperado',
    paidOut: 'Abonado',
    inProcess: 'En proceso',
    failed: 'Fallido',
    difference: 'Diferencia',
  },
  groupTotals: {
    compared: (number) => (number === 1 ? 'Comparadas: 1' : `Comparadas: ${number}`),
    awaited: (number) => `Sin comparar, fallidas o en proceso: ${number}`,
    'without-expected': (number) => `Sin comparar, sin abono esperado: ${number}`,
  },
  reportedSum: (sum) => `reportado ${sum}`,
  settlements: (number) => countOf(number, 'settlement', 'es'),
  feesApart: (sum, cycles) =>
    `Comisiones que no se descuentan del abono: ${sum} (${cycles.length === 1 ? 'ciclo' : 'ciclos'} ${cycles.join(', ')}).`,

  bridge: 'De las facturas a lo abonado',
  bridgeHint: (number) =>
    `COP, de ${number === 1 ? 'la liquidación' : `las ${number} liquidaciones`} con abono esperado. Borde punteado: sin abonar.`,
  bridgeNames: {
    listed: 'Facturas listadas',
    feesDeducted: 'Comisiones descontadas',
    adjustments: 'Ajustes',
    keptByGateway: 'No girado por la pasarela',
    expected: 'Abono esperado',
    inProcess: 'En proceso',
    failed: 'Fallido',
    owed: 'Abonado de menos',
    overpaid: 'Abonado de más',
    paidOut: 'Abonado',
  },
  differences: 'Diferencias, con escala propia',

  sameKind: (number) => `${number} del mismo tipo`,
  slots: 'Liquidaciones',
  slotsHint: 'COP. El abono por sus partes, lo reportado junto a lo esperado; cada columna suma.',
  parts: {
    collected: 'Recaudo',
    feesDeducted: 'Comisiones descontadas',
    adjustments: 'Ajustes',
    keptByGateway: 'No girado por la pasarela',
    unexplained: 'Sin explicación en sus partes',
    payout: 'Abono',
  },
  invoiceCount: (reported, listed) => `Facturas: ${reported} reportadas, ${listed} listadas que cuentan.`,
  invoiceParts: (reported, read, unread, absent) =>
    `Facturas: ${[`${reported} reportadas = ${read} leídas`, ...(unread === null ? [] : [`${unread} ilegibles`]), ...(absent === null ? [] : [`${absent} que no están en la lista`])].join(' + ')}.`,
  notCompared: {
    unread: 'Sin comparar: la última lectura no quedó completa.',
    'no-settlement': 'Sin comparar: no hay liquidación.',
    'not-final': 'Sin comparar: la liquidación aún no es definitiva.',
    failed: 'Sin comparar: la liquidación falló.',
    malformed: 'Sin comparar: un registro de su lista no se puede leer.',
    echo: 'Sin comparar: la respuesta es de otra liquidación.',
  },
  waterfall: {
    listed: 'Facturas listadas',
    collected: 'Recaudo reportado',
    fees: 'Comisiones descontadas',
    adjustments: 'Ajustes',
    expected: 'Abono esperado',
    payout: 'Abono reportado',
  },
  lastReadNotWhole: (cycle) => `La liquidación de las ${cycle} no se pudo leer completa en el último intento`,
  asOfLastWhole: 'Las cifras son de la última lectura completa.',
  neverReadWhole: 'Nunca se leyó completo: no hay cifras.',
  rule: 'Abono según',
  causes: 'Causas posibles',
  causesHint: 'Cada una explicaría la diferencia con exactitud; ninguna está probada.',
  noCause: 'Ninguna causa conocida explica la diferencia al centavo.',
  closes: 'explica',
  tied: 'las cifras no permiten distinguirlas',
  readAt: 'Leído el',
  decidedOf: (number) => (number === 1 ? '1 aceptado o reclamado' : `${number} aceptados o reclamados`),

  invoices: 'Facturas',
  invoicesHint: 'Las menciona una novedad o una causa posible. COP.',
  reference: 'Referencia',
  contract: 'Contrato',
  customer: 'Cliente',
  asked: 'Facturado',
  paid: 'Pagado',
  status: 'Estado',
  why: 'Por qué',
  andMore: (number) => `y ${number} más, en discrepancies.csv`,

  listed: 'Facturas listadas',
  byMethod: 'Por medio de pago',
  byStatus: 'Por estado',
  byMethodHint: 'Facturas que cuentan, COP pagados.',
  byStatusHint: 'Todas las listadas, COP pagados.',
  method: 'Medio',
  number: 'Número',
  others: (number) => (number === 1 ? '1 otro' : `${number} otros`),

  assumptions: 'Supuestos de las cifras',
  assumptionsHint:
    'La documentación del servicio no define estos puntos. Cada línea es un parámetro; con otro valor, el resultado puede cambiar.',
  setting: 'Parámetro',
  value: 'Valor',
  meaning: 'Qué decide',

  proof: 'Soporte: ejecuciones y huellas de los archivos',
  proofHint:
    'La ejecución que leyó por primera vez el contenido mostrado y el SHA-256 de lo que respondió el servicio. El de una lista es el SHA-256 de los de sus páginas, uno por línea.',
  run: 'Ejecución',
  rowsOf: (number) => `${number} ${number === '1' ? 'fila' : 'filas'}`,
  listOfPages: (number) => `Lista de ${number} ${number === '1' ? 'página' : 'páginas'}`,
  personal: 'Esta página contiene nombres de clientes. Protéjala como protege los libros auxiliares.',
}

export type DayWords = typeof dayInEnglish

const WORDS: Readonly<Record<Language, DayWords>> = { en: dayInEnglish, es: dayInSpanish }

/** The words of the page of a day. */
export const dayWords = (language: Language): DayWords => WORDS[language]
