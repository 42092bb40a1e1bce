import { countOf } from './counts.ts'
import type { dayInEnglish } from './day-in-english.ts'

export const dayInSpanish: typeof dayInEnglish = {
  title: 'Liquidaciones del',
  allDays: 'Todos los días',
  previous: 'Día anterior',
  next: 'Día siguiente',
  asOf: (when) =>
    `Con corte al ${when}, la última lectura que trajo novedades; se incluyen decisiones y extractos del banco posteriores, hasta el cierre del día.`,
  neverRead: 'Nunca se leyó una liquidación de este día.',

  problems: 'Qué hay por revisar',
  problemsHint: 'Primero lo más grave; luego, por valor (COP).',
  noProblem: 'No hay hallazgos abiertos.',
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
    wait: 'Nadie aún: esperar',
    'mend-reading': 'Quien administra Cuadre',
    note: 'Nadie',
  },
  tag: { error: 'error', warning: 'advertencia', info: 'aviso' },
  moreProblems: (number, code, sum) =>
    `y ${number} más de ${code}${sum === null ? '' : `, por ${sum} en total`}: están en discrepancies.csv`,
  decided: (by, until, ticket) =>
    `${by}${ticket === null ? '' : `, radicado ${ticket}`}${until === null ? '' : `, hasta el ${until}`}`,
  decide: 'Cómo aceptar o reclamar un hallazgo',
  decideHint:
    'Lo reclamado ya no cuenta como adeudado y queda en una línea propia, como reclamado, hasta que se abone; lo aceptado se deja como está. En ambos casos se indica el motivo y el id de la línea (bastan sus primeros dígitos).',
  reason: 'MOTIVO',
  ticket: 'RADICADO',
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
    `COP, de ${number === 1 ? 'la liquidación' : `las ${number} liquidaciones`} con abono esperado. Sin relleno: no se ha abonado.`,
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

  slots: 'Liquidaciones por revisar',
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
  lastReadNotWhole: (cycle) => `El ciclo ${cycle} no se pudo leer completo en el último intento`,
  asOfLastWhole: 'Las cifras son de la última lectura completa.',
  neverReadWhole: 'Nunca se leyó completo: no hay cifras.',
  rule: 'Abono según',
  causes: 'Causas posibles',
  causesHint: 'Explican la diferencia al centavo; eso no prueba que sean la causa.',
  noCause: 'Ninguna causa conocida explica la diferencia al centavo.',
  closes: 'explica',
  tied: 'las cifras no permiten distinguirlas',
  readAt: 'Leído el',
  decidedOf: (number) => (number === 1 ? '1 aceptado o reclamado' : `${number} aceptados o reclamados`),

  invoices: 'Facturas por revisar',
  invoicesHint: 'Las menciona un hallazgo o una causa posible. COP.',
  noInvoices: 'Ninguna.',
  reference: 'Referencia',
  contract: 'Contrato',
  customer: 'Cliente',
  asked: 'Facturado',
  paid: 'Pagado',
  status: 'Estado',
  why: 'Por qué',
  andMore: (number, file) => `y ${number} más, en ${file}`,

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
