import type { Severity } from '../core/findings/discrepancy.ts'
import type { PayoutRule } from '../core/payout.ts'
import type { Verdict } from '../core/verdict.ts'
import type { AnswerKind } from '../rules/account/position.ts'
import type { Language } from './language.ts'

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
  /** The advice about a finding, by who acts. */
  actions: {
    'ask-operator': 'Ask the operator',
    'ask-tenant': 'Look into the payment, with the tenant or the bank',
    'mend-bank': 'Complete or match the bank statements',
    'tie-rents': 'Tie payments to their rents',
    'own-check': 'See what your own check says',
    wait: 'Wait, and read again',
    'mend-reading': 'Look into the settings or the service’s interface',
    note: 'Nothing to do, but good to know',
  },
  answer: {
    tiles: {
      notArrived: 'Has not arrived',
      tooLittle: 'Kept or paid too much',
      tooMuch: 'Kept or paid too much',
      notJudged: 'Could not be judged',
      notRead: 'Could not be judged',
    } satisfies Record<AnswerKind, string>,
    /** What the operator did with the money of a tile of two kinds. */
    ways: { notArrived: '', tooLittle: 'kept', tooMuch: 'paid', notJudged: '', notRead: '' } satisfies Record<
      AnswerKind,
      string
    >,
    /** Why the sum of a tile is more than its cases come to. */
    counted: 'Counted whole: how much of it is wrong is not known.',
    since: (settlements: string, day: string, isOne: boolean) => `${settlements} ${isOne ? 'of' : 'since'} ${day}`,
    nothing: 'Nothing',
    more: (number: number) => `${number === 1 ? '1 other error needs' : `${number} other errors need`} attention.`,
  },
  /** What each setting decides. Null in English, where the texts of the policy are used. */
  meanings: null as Readonly<Record<string, string>> | null,
  madeBy: (version: string) => `Made by cuadre ${version}.`,
  timesIn: (zone: string) => `Times are in ${zone}.`,
}

export const SPANISH: typeof ENGLISH = {
  verdicts: {
    reconciled: 'Cuadra',
    accepted: 'Aceptada o reclamada',
    empty: 'Sin movimiento',
    provisional: 'Provisional',
    discrepant: 'No cuadra',
    exceptions: 'Con novedades',
    failed: 'Fallida',
    incomplete: 'Incompleta',
    'not-pulled': 'Sin consultar',
    'not-due': 'Pendiente de hora',
  },
  verdictMeanings: {
    reconciled: 'definitiva, leída completa, sin errores',
    accepted: 'tiene errores, y una persona aceptó o reclamó cada uno',
    empty: 'nada que cuente y sin liquidación',
    provisional: 'aún no es definitiva: se muestran las sumas, sin compararlas',
    discrepant: 'las cifras no coinciden o no se pudieron comparar',
    exceptions: 'ninguna cifra comparada discrepa; hay otro error abierto',
    failed: 'la liquidación terminó en error',
    incomplete: 'no se pudo leer completa; las cifras son de la última lectura completa',
    'not-pulled': 'ya correspondía leerla y nunca se leyó',
    'not-due': 'aún no llega su hora',
  },
  results: { claimed: 'Reclamada', 'as-it-is': 'Aceptada', late: 'Atrasada', 'not-compared': 'Sin comparar' },
  resultMeanings: {
    claimed:
      'una persona reclamó al menos uno de sus errores y decidió sobre los demás (resultado Aceptada o reclamada)',
    'as-it-is': 'una persona aceptó cada uno de sus errores (resultado Aceptada o reclamada)',
    late: 'ya debería estar abonada (resultado Provisional o No cuadra)',
    'not-compared': 'sus cifras no se pudieron comparar con sus facturas (resultado No cuadra)',
  },
  severities: { error: 'error', warning: 'advertencia', info: 'aviso' },
  states: {
    new: 'nuevo',
    open: 'abierto',
    accepted: 'aceptado',
    claimed: 'reclamado',
    paid: 'pagado por otra vía',
    resolved: 'resuelto',
  },
  rules: {
    net: 'recaudo − comisiones + ajustes',
    gross: 'recaudo + ajustes; las comisiones se facturan aparte',
    'gateway-collected': 'todo lo recaudado (pasarela)',
    'gateway-zero': 'nada (pasarela)',
    'gateway-adjustments-less-fees': 'ajustes − comisiones (pasarela)',
    unchecked: 'no se verifica: así lo indica el parámetro gateway',
  },
  statuses: {
    paid: 'Pagada',
    chargeback: 'Contracargo',
    ready: 'Por pagar',
    cancelled: 'Cancelada',
    gone: 'Ya no se lista',
  },
  settlementStatuses: { processing: 'en proceso', paid: 'pagada', credited: 'abonada', error: 'error' },
  methods: {
    pse: 'PSE',
    nequiButton: 'Nequi',
    bancolombiaButton: 'Bancolombia',
    breb: 'Bre-B',
    card: 'Tarjeta',
    '': 'Sin indicar',
  },

  merchant: 'Comercio',
  skip: 'Ir al contenido',
  amountsIn: 'Valores en pesos colombianos (COP).',
  cycle: 'Ciclo',
  verdict: 'Resultado',
  settlement: 'Liquidación',
  noSettlement: 'no hay',
  expected: 'Esperado',
  difference: 'Diferencia',
  findings: 'Por conciliar',
  total: 'Total',
  reported: 'Reportado',
  none: 'ninguno',
  actions: {
    'ask-operator': 'Preguntar al operador',
    'ask-tenant': 'Revisar el pago, con el inquilino o el banco',
    'mend-bank': 'Completar o cruzar los extractos del banco',
    'tie-rents': 'Cruzar pagos con sus cánones',
    'own-check': 'Ver qué dice su propia verificación',
    wait: 'Esperar y volver a leer',
    'mend-reading': 'Revisar los parámetros de Cuadre o la interfaz del servicio',
    note: 'No requiere acción, pero conviene saberlo',
  },
  answer: {
    tiles: {
      notArrived: 'No ha llegado',
      tooLittle: 'Retenido o abonado de más',
      tooMuch: 'Retenido o abonado de más',
      notJudged: 'No se pudo verificar',
      notRead: 'No se pudo verificar',
    },
    ways: { notArrived: '', tooLittle: 'retenido', tooMuch: 'abonado', notJudged: '', notRead: '' },
    counted: 'Cuenta completo: no se sabe cuánto está mal.',
    since: (settlements, day, isOne) => `${settlements} ${isOne ? 'del' : 'desde el'} ${day}`,
    nothing: 'Nada',
    more: (number) => `Además, ${number === 1 ? '1 novedad' : `${number} novedades`} por revisar.`,
  },
  meanings: {
    adjustments: 'signo de los ajustes en el abono',
    postpaidFees: 'si las comisiones que se facturan aparte reducen el abono',
    gateway: 'cómo se interpreta el abono de una liquidación de pasarela',
    chargebacks: 'si una factura con contracargo cuenta como recaudo',
    collectedBasis: 'si el recaudo es la suma de lo pagado o de lo facturado',
    toleranceCop: 'pesos (COP) en que pueden diferir el abono o el recaudo',
    taxOnFeesRate: 'porcentaje de IVA sobre la comisión que se prueba como causa',
    tariff: 'lo que cobra el operador por medio de pago',
    tariffDate: 'la fecha que define la vigencia de la tarifa',
    feesToleranceCop: 'pesos (COP) en que pueden diferir las comisiones',
    pinnedReadings: 'interpretaciones que una persona dio por ciertas con el historial',
    finalStatuses: 'estados de liquidación que ya no cambian',
    cycles: 'ciclos que se consultan cada día',
    extraCycles: 'otros ciclos que se consultan cada día',
    cycleAliases: 'otras etiquetas de un ciclo conocido',
    timeZone: 'zona horaria de los ciclos',
    graceMinutes: 'minutos que se esperan después de la hora de un ciclo para consultarlo',
    overdueHours: 'horas hasta que una liquidación está atrasada',
    stuckHours: 'horas hasta que una liquidación atrasada es un error',
    bankText: 'el operador como lo escribe el banco',
    bankDays: 'días hábiles hasta que un abono llega al banco',
    bankNearPercent: 'porcentaje en que una consignación puede diferir de un abono para proponerla como ese abono',
    taxId: 'de quién son las facturas del operador que se esperan',
    lookbackDays: 'días anteriores que una noche normal lee de nuevo',
    pageLimit: 'facturas que se piden por página',
    concurrency: 'ciclos que se leen a la vez',
    absentStatuses: 'estados cuyas respuestas JSON significan que no hay liquidación',
    absentBodies: 'contenidos que significan lo mismo con esos estados',
    csvProfile: 'cómo se escriben los archivos CSV',
  },
  madeBy: (version) => `Generado por cuadre ${version}.`,
  timesIn: (zone) => `Las horas son de ${zone}.`,
}

/** Every word of a page in one language. Values of the service, codes and commands are not translated. */
export type Words = typeof ENGLISH

const WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, es: SPANISH }

export const wordsIn = (language: Language): Words => WORDS[language]
