import type { BankMapping } from '../core/bank/bank-mapping.ts'
import { CSV_PROFILES } from '../core/cell.ts'
import { TARIFF_DATES } from '../core/fees/tariff.ts'
import type { JournalSettings } from '../core/journal.ts'
import { type Centavos, fromCentavos, ZERO } from '../core/money.ts'
import { WEBHOOK_FORMATS } from '../core/notifications/notification.ts'
import { DEFAULT_POLICY } from '../core/policy.ts'
import type { ReceivableMapping } from '../core/receivables.ts'
import { codesWith } from '../rules/registry.ts'
import { LANGUAGES } from '../words/language.ts'
import { bankMappingReader } from './bank/bank-mapping-reader.ts'
import { receivableMappingReader, windowDaysReader } from './bank/receivable-mapping-reader.ts'
import { type ClaimsSetting, claimsReader } from './claims-reader.ts'
import { journalReader } from './journal/journal-reader.ts'
import { type MailSetting, mailReader } from './mail-reader.ts'
import { type DatabaseStoreSetting, databaseStoreReader } from './queue/database-store-reader.ts'
import { type PlaceNames, place, type SettingDefinition, setting } from './setting-definition.ts'
import {
  absentBodies,
  absentStatuses,
  aliases,
  baseUrl,
  codes,
  cycles,
  matching,
  moment,
  nullOr,
  oneOf,
  operatorTexts,
  payloadField,
  percent,
  pinnedReadings,
  plainText,
  statuses,
  taxId,
  times,
  timeZone,
  tolerance,
  truth,
  watchUrl,
  wholeNumber,
  wholePesos,
} from './setting-readers.ts'
import { KEY_SOURCES, MERCHANT_NAME } from './sources/config-file.ts'
import { tariffReader } from './tariff/tariff-reader.ts'

/** Findings that are not errors but still need a person. */
const DEFAULT_NOTIFY_CODES = codesWith(({ isTold }) => isTold === true)

/** The longest time, in minutes, hours or days: far beyond any sensible wait, and far within the range of a date. */
const DURATION_MAX = 100_000

/** Settings for paths, services and the merchant. */
const PLACES = {
  baseUrl: place(
    { flag: '--base-url', variable: 'CUADRE_BASE_URL' },
    setting<string | null>(
      baseUrl,
      null,
      'Address of the service, with /v1. CUADRE_BASE_URL and --base-url win over it.',
      'Dirección del servicio, con /v1. CUADRE_BASE_URL y --base-url prevalecen.',
    ),
  ),
  db: place(
    { flag: '--db', variable: 'CUADRE_DB' },
    setting(
      plainText({ en: 'a path', es: 'una ruta' }),
      './data/cuadre.db',
      'The database: a SQLite file on a local disk; {merchant} stands for the name of the merchant, so that each has its own. CUADRE_DB and --db win over it.',
      'La base de datos: un archivo SQLite en un disco local; {merchant} es el nombre del comercio, para que cada uno tenga la suya. CUADRE_DB y --db prevalecen.',
    ),
  ),
  out: place(
    { flag: '--out', variable: 'CUADRE_OUT' },
    setting(
      plainText({ en: 'a path', es: 'una ruta' }),
      './out',
      'Folder of the reports. CUADRE_OUT and --out win over it.',
      'Carpeta de los informes. CUADRE_OUT y --out prevalecen.',
    ),
  ),
  merchant: place(
    { flag: '--merchant', variable: 'CUADRE_MERCHANT' },
    setting(
      matching(MERCHANT_NAME, {
        en: '1 to 32 letters, digits, "_" or "-"',
        es: 'de 1 a 32 letras, dígitos, "_" o "-"',
      }),
      'default',
      'Name of the merchant in database and reports. CUADRE_MERCHANT and --merchant win over it.',
      'Nombre del comercio en la base de datos y en los informes. CUADRE_MERCHANT y --merchant prevalecen.',
    ),
  ),
}

/** Settings that decide how settlements are judged. The tolerance is in COP. */
const JUDGEMENT = {
  adjustments: setting(
    oneOf('add', 'subtract'),
    DEFAULT_POLICY.adjustments,
    'Whether adjustments are added to the payout or subtracted from it.',
    'Si los ajustes se suman al abono o se restan de él.',
  ),
  postpaidFees: setting(
    oneOf('not-deducted', 'deducted'),
    DEFAULT_POLICY.postpaidFees,
    'Whether fees that are billed later reduce the payout.',
    'Si las comisiones que se facturan después reducen el abono.',
  ),
  gateway: setting(
    oneOf('candidates', 'same', 'unchecked'),
    DEFAULT_POLICY.gateway,
    'Which equation a gateway payout must fit: the first that fits of the usual one, collected, zero, and adjustments less fees (candidates); the usual one (same); none (unchecked).',
    'La ecuación que debe cumplir el abono de una pasarela: la primera que se cumpla entre la usual, lo recaudado, cero y ajustes menos comisiones (candidates); la usual (same); ninguna (unchecked).',
  ),
  chargebacks: setting(
    oneOf('counted', 'excluded'),
    DEFAULT_POLICY.chargebacks,
    'Whether a charged-back invoice is part of collected.',
    'Si una factura con contracargo hace parte del recaudo.',
  ),
  collectedBasis: setting(
    oneOf('paid', 'amount'),
    DEFAULT_POLICY.collectedBasis,
    'Collected is the sum of what was paid, or of the amounts that were asked for.',
    'El recaudo es la suma de lo pagado (paid) o de lo facturado (amount).',
  ),
  toleranceCop: setting(
    tolerance,
    DEFAULT_POLICY.tolerance,
    'COP by which payout and collected may be off, per settlement.',
    'Pesos en que pueden diferir el abono y el recaudo de una liquidación.',
  ),
  taxOnFeesRate: setting(
    percent,
    DEFAULT_POLICY.taxOnFeesRate,
    'Percent of tax on fees, tried as the cause of a payout that is too small; null is none.',
    'Porcentaje de impuesto sobre la comisión que se prueba como causa de un abono menor; null es ninguno.',
  ),
  tariff: setting(
    tariffReader,
    DEFAULT_POLICY.tariff,
    'What the operator charges by payment method, as a list of dated schedules; see the chapter on fees. Empty asserts nothing.',
    'Lo que cobra el operador por medio de pago, como lista de tarifas con fecha; véase el capítulo de comisiones. Vacía no afirma nada.',
  ),
  tariffDate: setting(
    oneOf(...TARIFF_DATES),
    DEFAULT_POLICY.tariffDate,
    'The date that chooses the schedule of the tariff for a payment: its own (payment), or its settlement’s (settlement).',
    'La fecha que elige la tarifa de un pago: la del pago (payment) o la de su liquidación (settlement).',
  ),
  feesToleranceCop: setting<Centavos | null>(
    nullOr(tolerance),
    DEFAULT_POLICY.feesTolerance,
    'COP by which the fees of a settlement may differ from the tariff; null is half a peso for each invoice.',
    'Pesos en que las comisiones de una liquidación pueden diferir de la tarifa; null es medio peso por factura.',
  ),
  pinnedReadings: setting(
    pinnedReadings,
    DEFAULT_POLICY.pinnedReadings,
    'Interpretations of the description that a person settled by history, with name and day; written by "cuadre readings --pin".',
    'Interpretaciones de la descripción que una persona dio por ciertas con el historial, con nombre y fecha; las escribe "cuadre readings --pin".',
  ),
  finalStatuses: setting(
    statuses,
    DEFAULT_POLICY.finalStatuses,
    'Settlement statuses that will not change.',
    'Estados de una liquidación que ya no cambian.',
  ),
  cycles: setting(cycles(1), DEFAULT_POLICY.cycles, 'Cycles asked for every day.', 'Ciclos que se consultan cada día.'),
  extraCycles: setting(
    cycles(0),
    DEFAULT_POLICY.extraCycles,
    'Further cycles asked for every day.',
    'Otros ciclos que se consultan cada día.',
  ),
  cycleAliases: setting(
    aliases,
    DEFAULT_POLICY.cycleAliases,
    'Other labels of a cycle, used for comparing only: {"11:00": "11"}.',
    'Otros nombres de un ciclo, solo para comparar: {"11:00": "11"}.',
  ),
  timeZone: setting(
    timeZone,
    DEFAULT_POLICY.timeZone,
    'IANA name of the time zone of the cycles’ hours and of the times shown.',
    'Nombre IANA de la zona horaria de los ciclos y de las horas que se muestran.',
  ),
  graceMinutes: setting(
    wholeNumber(0, DURATION_MAX),
    DEFAULT_POLICY.graceMinutes,
    'Minutes after its hour before which a settlement is not asked for.',
    'Minutos después de su hora antes de los cuales no se consulta una liquidación.',
  ),
  overdueHours: setting(
    wholeNumber(0, DURATION_MAX),
    DEFAULT_POLICY.overdueHours,
    'Hours until a missing or unfinished settlement is overdue.',
    'Horas hasta que una liquidación que falta o no termina está atrasada.',
  ),
  stuckHours: setting(
    wholeNumber(0, DURATION_MAX),
    DEFAULT_POLICY.stuckHours,
    'Hours until an overdue settlement is an error.',
    'Horas hasta que una liquidación atrasada es un error.',
  ),
  bankText: setting(
    operatorTexts,
    DEFAULT_POLICY.bankText,
    'The name of the operator as the bank writes it next to a credit, or a list of such names; see the chapter on the bank.',
    'El nombre del operador como lo escribe el banco junto a una consignación, o una lista de tales nombres; véase el capítulo del banco.',
  ),
  bankDays: setting(
    wholeNumber(0, 30),
    DEFAULT_POLICY.bankDays,
    'Business days after a settlement within which its payout arrives at the bank.',
    'Días hábiles después de una liquidación en los que su abono llega al banco.',
  ),
  bankNearPercent: setting(
    wholeNumber(0, 50),
    DEFAULT_POLICY.bankNearPercent,
    'Percent by which the only credit near a payout may differ from it and be proposed as it, to be confirmed by a person; 0 proposes none.',
    'Porcentaje en que puede diferir de un abono la única consignación cercana y proponerse como ese abono, para que una persona lo confirme; 0 no propone ninguna.',
  ),
  taxId: setting<string | null>(
    nullOr(taxId),
    DEFAULT_POLICY.taxId,
    'The tax id of the merchant (NIT, without its check digit). Invoices of the operator are for it, and one that is missing is told; null is neither.',
    'El NIT del comercio, sin dígito de verificación. Las facturas del operador son para él, y se avisa de la que falte; con null, ninguna de las dos cosas.',
  ),
}

/** All other settings. */
const OTHERS = {
  tariffFile: setting<string | null>(
    nullOr(plainText({ en: 'a path', es: 'una ruta' })),
    null,
    'A JSON file that holds the tariff, instead of the setting tariff; relative to the settings file.',
    'Un archivo JSON con la tarifa, en lugar del parámetro tariff; relativo al archivo de parámetros.',
  ),
  bankKeepAll: setting(
    truth,
    false,
    'Whether the texts of all entries of a bank statement are kept, and the file itself, or only those of the operator.',
    'Si se guardan los textos de todos los movimientos de un extracto, y el archivo mismo, o solo los del operador.',
  ),
  bankMapping: setting<BankMapping | null>(
    bankMappingReader,
    null,
    'The columns of a bank statement in CSV or XLSX that has none of the known forms; "cuadre bank import --guess" proposes them.',
    'Las columnas de un extracto en CSV o XLSX que no tiene ninguna de las formas conocidas; "cuadre bank import --guess" las propone.',
  ),
  journal: setting<JournalSettings | null>(
    journalReader,
    null,
    'How the journal is booked: the accounts of your ledger by their role, third parties, type of voucher, cost center, first day, basis, and the heads of your own sheet; see the chapter on the journal. Null is no journal.',
    'Cómo se registran los comprobantes contables: las cuentas de su contabilidad por su función, terceros, tipo de comprobante, centro de costo, primer día, base, y los encabezados de su propia hoja; véase el capítulo de los comprobantes. Con null no hay.',
  ),
  claims: setting<ClaimsSetting>(
    claimsReader,
    { from: [], to: [], daysToAnswer: 10 },
    'Who writes and who gets a claim letter, in lines as they stand on paper (an e-mail address among them is used), and the days to answer it.',
    'Quién escribe y quién recibe la carta de reclamación, en líneas como van en el papel (si hay un correo electrónico, se usa), y los días para responderla.',
  ),
  receivableMapping: setting<ReceivableMapping | null>(
    receivableMappingReader,
    null,
    'The columns of the list of what tenants owe; "cuadre receivables import --guess" proposes them.',
    'Las columnas de la lista de lo que deben los inquilinos; "cuadre receivables import --guess" las propone.',
  ),
  receivableWindowDays: setting(
    windowDaysReader,
    { before: 20, after: 60 },
    'Days before and after the due date within which a payment may be of a due.',
    'Días antes y después del vencimiento en los que un pago puede ser de un cobro.',
  ),
  receivableGraceDays: setting(
    wholeNumber(0, 366),
    5,
    'Days after its due date before a due is overdue.',
    'Días después del vencimiento antes de que un cobro esté en mora.',
  ),
  receivableToleranceCop: setting(
    tolerance,
    ZERO,
    'COP by which a payment may differ from a due and count as the whole of it.',
    'Pesos en que un pago puede diferir de un cobro y contar como el cobro completo.',
  ),
  databaseStore: setting<DatabaseStoreSetting | null>(
    databaseStoreReader,
    null,
    'Where the workers of a queue fetch the databases of merchants and give them back: a folder, or two commands; null where all of them see the databases.',
    'De dónde toman los procesos de una cola las bases de datos de los comercios y a dónde las devuelven: una carpeta, o dos comandos; null donde todos ven las bases.',
  ),
  lookbackDays: setting(
    wholeNumber(0, 3660),
    7,
    'Days before today that an ordinary night reads again.',
    'Días anteriores a hoy que una noche ordinaria vuelve a leer.',
  ),
  sweepDays: setting(
    wholeNumber(0, 3660),
    180,
    'Days before today that a sweep looks back.',
    'Días anteriores a hoy que alcanza un barrido.',
  ),
  pageLimit: setting(wholeNumber(1, 100), 100, 'Invoices asked for per page.', 'Facturas que se piden por página.'),
  merchantsAtOnce: setting(
    wholeNumber(1, 64),
    4,
    'Merchants with a database of their own that a job works on side by side.',
    'Comercios con base de datos propia en los que un proceso trabaja al mismo tiempo.',
  ),
  concurrency: setting(
    wholeNumber(1, 64),
    4,
    'Settlements read side by side.',
    'Liquidaciones que se leen al mismo tiempo.',
  ),
  absentStatuses: setting(
    absentStatuses,
    [404],
    'HTTP statuses whose JSON answers mean "no such settlement": from 200 to 299 and from 400 to 599, without 401, 403, 408, 425 and 429. Of a 200 only {"error": "..."} does; a 204 needs no body.',
    'Estados HTTP cuya respuesta JSON significa "no hay tal liquidación": de 200 a 299 y de 400 a 599, sin 401, 403, 408, 425 y 429. De un 200 solo {"error": "..."}; un 204 no necesita cuerpo.',
  ),
  absentBodies: setting(
    absentBodies,
    [],
    'Bodies that mean the same under these statuses: empty (or blank), null, {}, html or text (plain). A settlement that is incomplete for such an answer names the setting.',
    'Cuerpos que significan lo mismo con esos estados: empty (o en blanco), null, {}, html o text (plano). Una liquidación incompleta por tal respuesta nombra el parámetro.',
  ),
  csvProfile: setting(
    oneOf(...CSV_PROFILES),
    'standard',
    'Form of CSV files: standard (comma, dot), excel-co (semicolon, decimal comma), excel-us (comma, dot), raw (standard without the guard against formulas).',
    'Forma de los archivos CSV: standard (coma, punto), excel-co (punto y coma, coma decimal), excel-us (coma, punto), raw (standard sin la protección contra fórmulas).',
  ),
  language: setting(
    oneOf(...LANGUAGES),
    'en',
    'Language of pages, workbook headings, help, the terminal and its log; codes, CSV columns and JSON stay English.',
    'Idioma de las páginas, los encabezados de los libros, la ayuda, la terminal y su registro; los códigos, las columnas CSV y el JSON siguen en inglés.',
  ),
  xlsx: setting(
    truth,
    true,
    'Whether a night writes the workbook ledger.xlsx of each day; 100,000 invoices take it about two seconds.',
    'Si cada noche se escribe el libro ledger.xlsx de cada día; con 100.000 facturas toma unos dos segundos.',
  ),
  clock: setting<string | null>(
    nullOr(moment),
    null,
    'The moment that counts as now, for a sandbox on this machine whose clock stands still; "cuadre init" writes it. Null is the clock of the machine.',
    'El momento que cuenta como ahora, para un servicio de prueba en este equipo cuyo reloj está detenido; lo escribe "cuadre init". Con null es el reloj del equipo.',
  ),
  allowPlainHttp: setting(
    truth,
    false,
    'Whether the key may be sent over plain http to another machine, where anybody on the way can read it.',
    'Si la clave puede enviarse por http sin cifrar a otro equipo, donde cualquiera en el camino puede leerla.',
  ),
  allowUnverifiedTls: setting(
    truth,
    false,
    'Whether the key may be sent while NODE_TLS_REJECT_UNAUTHORIZED=0 is set, to whoever answers.',
    'Si la clave puede enviarse a quien responda mientras NODE_TLS_REJECT_UNAUTHORIZED=0.',
  ),
  webhookFormat: setting(
    oneOf(...WEBHOOK_FORMATS),
    'signed-body',
    'How notifications are signed: over the body, or over an encoded header.',
    'Cómo se firman las notificaciones: sobre el cuerpo o sobre un encabezado codificado.',
  ),
  webhookPayloadField: setting<string | null>(
    payloadField,
    null,
    'Member of a notification that holds its payload, in the format signed-body; null takes data, else payload, else the only member that is an object.',
    'Miembro de una notificación que lleva su contenido, en el formato signed-body; null toma data, si no payload, si no el único miembro que sea un objeto.',
  ),
  backupsKept: setting(
    wholeNumber(1, 10_000),
    7,
    'How many backups "cuadre db backup" keeps beside the database.',
    'Cuántas copias de seguridad deja "cuadre db backup" junto a la base de datos.',
  ),
  runAt: setting<readonly string[] | null>(
    times,
    null,
    'Times at which "cuadre schedule" starts a run, in the five fields of cron and in timeZone; half an hour after each cycle’s grace unless given.',
    'Horas a las que "cuadre schedule" inicia una conciliación, en los cinco campos de cron y en timeZone; si no se dan, media hora después de la gracia de cada ciclo.',
  ),
  sweepAt: setting(
    times,
    ['15 3 * * *'],
    'Times at which "cuadre schedule" starts a sweep; [] is never.',
    'Horas a las que "cuadre schedule" inicia un barrido; [] es nunca.',
  ),
  backupAt: setting(
    times,
    ['45 3 * * *'],
    'Times at which "cuadre schedule" makes a backup; [] is never.',
    'Horas a las que "cuadre schedule" hace una copia de seguridad; [] es nunca.',
  ),
  pingUrl: setting<string | null>(
    watchUrl,
    null,
    'Address that is called when a run begins and ends, for example healthchecks.io; messages show its host only.',
    'Dirección que se llama cuando una ejecución empieza y termina, por ejemplo healthchecks.io; los mensajes muestran solo el servidor.',
  ),
  notifyUrl: setting<string | null>(
    watchUrl,
    null,
    'Address that is sent JSON when something changes; messages show its host only.',
    'Dirección a la que se envía JSON cuando algo cambia; los mensajes muestran solo el servidor.',
  ),
  notifyMail: setting<MailSetting | null>(
    mailReader,
    null,
    'A daily mail with the first answer, what to do first and what changed, with the first run after a time of day: {"host", "port", "user", "from", "to", "at"}; the password is CUADRE_MAIL_PASSWORD. It needs the package nodemailer. It has no name of a customer.',
    'Un correo diario con la respuesta, lo primero por hacer y lo que cambió, con la primera conciliación después de una hora: {"host", "port", "user", "from", "to", "at"}; la clave es CUADRE_MAIL_PASSWORD. Necesita el paquete nodemailer. No lleva nombres de clientes.',
  ),
  notifyCodes: setting(
    codes,
    DEFAULT_NOTIFY_CODES,
    'Codes that are reported like errors, whatever their severity.',
    'Códigos que se informan como errores, sea cual sea su gravedad.',
  ),
  quietBusinessDays: setting(
    wholeNumber(1, 100),
    3,
    'Business days without an invoice after which "cuadre status" warns.',
    'Días hábiles sin facturas después de los cuales "cuadre status" advierte.',
  ),
  invoiceMinCop: setting(
    wholePesos,
    fromCentavos(300_000),
    'Smallest invoice that "cuadre invoice create" sends, in whole pesos; the operator can arrange another limit.',
    'La menor factura que envía "cuadre invoice create", en pesos enteros; con el operador puede acordarse otro límite.',
  ),
  invoiceMaxCop: setting(
    wholePesos,
    fromCentavos(55_000_000_000),
    'Largest invoice that "cuadre invoice create" sends, in whole pesos.',
    'La mayor factura que envía "cuadre invoice create", en pesos enteros.',
  ),
}

/** The settings that are also allowed under `policy`, in the file and in each merchant's entry. */
const POLICY = { ...JUDGEMENT, ...OTHERS }

const ALL = { ...PLACES, ...POLICY }

export type FileSetting = keyof typeof ALL

type ValueOf<Definition> = Definition extends SettingDefinition<infer Value> ? Value : never
export type FileValues = { readonly [Name in FileSetting]: ValueOf<(typeof ALL)[Name]> }

/** Every setting of the file. The settings, the schema of the file and the manual are made from this list. */
export const FILE_SETTINGS: { readonly [Name in FileSetting]: SettingDefinition<FileValues[Name]> } = ALL

export const isFileSetting = (name: string): name is FileSetting => Object.hasOwn(ALL, name)

const namesIn = <Name extends string>(group: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(group).filter((name): name is Name => Object.hasOwn(group, name))

export type PlaceSetting = keyof typeof PLACES
export const PLACE_NAMES: { readonly [Name in PlaceSetting]: PlaceNames } = PLACES

/** Reads the settings of these names. */
export const readSettings = <Name extends FileSetting>(
  names: readonly Name[],
  read: <One extends Name>(name: One) => FileValues[One],
): Pick<FileValues, Name> => Object.fromEntries(names.map((name) => [name, read(name)])) as Pick<FileValues, Name>

/**
 * The names of all settings. One of several merchants has a base URL, a folder, keys and a policy of its own, and may have a database of
 * its own.
 */
export const NAMES = {
  all: [...Object.keys(ALL), 'envFile', ...KEY_SOURCES],
  policy: Object.keys(POLICY),
  merchant: ['baseUrl', 'db', 'out', ...Object.keys(POLICY), ...KEY_SOURCES],
  judgement: namesIn(JUDGEMENT),
  others: namesIn(OTHERS),
} as const
