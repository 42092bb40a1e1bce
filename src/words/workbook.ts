import type { Language } from './language.ts'

const ENGLISH = {
  sheets: {
    toDo: 'To do',
    account: 'Account',
    settlements: 'Settlements',
    invoices: 'Invoices',
    discrepancies: 'Discrepancies',
    chargebacks: 'Chargebacks',
    inTransit: 'In transit',
  },
  total: 'Total',
  totalOfShown: 'Total of the rows shown',
  comparedOfShown: 'Compared, of the rows shown',
  notComparedOfShown: 'Not compared, of the rows shown',
  toDo: { since: 'Found on', case: 'Case', says: 'What it says' },
  results: 'Settlements by result',
  chargebacks: {
    date: 'Settlement date',
    cycle: 'Cycle',
    invoice: 'Invoice charged back',
    paid: 'Charged back, COP',
    notDebited: 'Not debited yet, COP',
    adjustment: 'Adjustment, COP',
    withoutChargeback: { taken: 'Taken off, not explained, COP', brought: 'Added, not explained, COP' },
    fits: 'Chargebacks that come to the adjustment',
    leftOut: (sum: string) => `${sum}, not part of this payout`,
  },
  title: (merchant: string, days: string) => `Account with the operator: ${merchant}, settlements of ${days}`,
  titleAsTheyStand: (merchant: string, days: string) =>
    `Account with the operator as it stands: ${merchant}, settlements of ${days}`,
  overTime:
    'A settlement counts as paid out from the reading that first showed it final, or from its arrival at the bank where that was earlier. The sheet of settlements shows each as it was last read.',
  asTheyStand:
    'Each settlement counts as it was last read, on whatever day it was paid out. "cuadre statement" gives the account from day to day, with its opening.',
  closedDays:
    'Closed days stand on the sheets of settlements, invoices and discrepancies as of their closing. This sheet and that of chargebacks show all days as known at one moment: the closing of the last day, or now where it is open.',
  closedDaysAsTheyStand:
    'Closed days stand here as of their closing, and open days as known now. Chargebacks are as known at the closing of the last day, or now where it is open.',
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  subtitle: (zone: string) => `Sums are in COP, by settlement date; deductions are negative. Times are in ${zone}.`,
  paidBetween: (from: string, to: string) =>
    `Invoices paid ${from === to ? `on ${from}` : `from ${from} to ${to}`}. The settlements are those with at least one of these invoices; their sums cover all of their invoices.`,
  continued: (first: string, others: string) => `${first} is full and goes on in ${others}.`,
  cut: (sheet: string, texts: string) =>
    `${sheet}: ${texts} longer than 32,767 characters, the limit of a cell, and cut at […]; the CSV file has the full text.`,
  replaced: (sheet: string, texts: string) =>
    `${sheet}: ${texts} with characters that a workbook cannot hold; each is shown as \ufffd.`,
  asText: (sheet: string, sums: string) =>
    `${sheet}: ${sums} of more than 15 digits, which a spreadsheet would round; they are stored as text and left out of every sum.`,
  cells: (number: number) => (number === 1 ? '1 cell is' : `${number} cells are`),
  assumptions: 'Assumptions behind the figures:',
}

const SPANISH: typeof ENGLISH = {
  sheets: {
    toDo: 'Por resolver',
    account: 'Cuenta',
    settlements: 'Liquidaciones',
    invoices: 'Facturas',
    discrepancies: 'Novedades',
    chargebacks: 'Contracargos',
    inTransit: 'En tránsito',
  },
  total: 'Total',
  totalOfShown: 'Total de las filas visibles',
  comparedOfShown: 'Comparadas, de las filas visibles',
  notComparedOfShown: 'Sin comparar, de las filas visibles',
  toDo: { since: 'Visto el', case: 'Caso', says: 'Qué dice' },
  results: 'Liquidaciones por resultado',
  chargebacks: {
    date: 'Fecha de liquidación',
    cycle: 'Ciclo',
    invoice: 'Factura del contracargo',
    paid: 'Contracargo, COP',
    notDebited: 'Aún no debitado, COP',
    adjustment: 'Ajuste, COP',
    withoutChargeback: { taken: 'Descontado sin explicar, COP', brought: 'Sumado sin explicar, COP' },
    fits: 'Contracargos que suman el ajuste',
    leftOut: (sum: string) => `${sum}, no hace parte de este abono`,
  },
  title: (merchant, days) => `Cuenta con el operador: ${merchant}, liquidaciones ${days}`,
  titleAsTheyStand: (merchant, days) => `Cuenta con el operador según su estado: ${merchant}, liquidaciones ${days}`,
  overTime:
    'Una liquidación cuenta como abonada desde la lectura que la mostró definitiva por primera vez, o desde su llegada al banco si fue antes. La hoja de liquidaciones muestra cada una según su última lectura.',
  asTheyStand:
    'Cada liquidación cuenta según su última lectura, sin importar el día en que se abonó. «cuadre statement» da la cuenta día a día, con su saldo inicial.',
  closedDays:
    'Los días cerrados están en las hojas de liquidaciones, facturas y novedades según su cierre. Esta hoja y la de contracargos muestran todos los días según lo conocido en un solo momento: el cierre del último día, o ahora si sigue abierto.',
  closedDaysAsTheyStand:
    'Los días cerrados están aquí según su cierre, y los abiertos según lo conocido ahora. Los contracargos son los conocidos en el cierre del último día, o ahora si sigue abierto.',
  days: (from, to) => (from === to ? `del ${from}` : `del ${from} al ${to}`),
  subtitle: (zone) =>
    `Las sumas son COP, por fecha de liquidación; lo que se resta es negativo. Las horas son las de ${zone}.`,
  paidBetween: (from, to) =>
    `Facturas pagadas ${from === to ? `el ${from}` : `del ${from} al ${to}`}. Las liquidaciones son las que contienen alguna de ellas; sus sumas son de todas sus facturas.`,
  continued: (first, others) => `${first} está llena y sigue en ${others}.`,
  cut: (sheet, cells) =>
    `${sheet}: ${cells} de más de 32.767 caracteres, los que caben en una celda, y se cortan en […]. El archivo CSV los tiene enteros.`,
  replaced: (sheet, cells) =>
    `${sheet}: ${cells} con caracteres que un libro no admite; cada uno de ellos aparece como \ufffd.`,
  asText: (sheet, cells) =>
    `${sheet}: ${cells} de más de 15 dígitos, que una hoja de cálculo redondearía: son texto y no entran en ninguna suma.`,
  cells: (number) => (number === 1 ? '1 celda es' : `${number} celdas son`),
  assumptions: 'Las cifras parten de estos supuestos:',
}

export type WorkbookWords = typeof ENGLISH

/** The words of a workbook, without the column headings. */
const WORDS: Readonly<Record<Language, WorkbookWords>> = { en: ENGLISH, es: SPANISH }

export const workbookWords = (language: Language): WorkbookWords => WORDS[language]
