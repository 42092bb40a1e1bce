import type { Refusal } from '../domain/invoice.ts'

/** A sentence as the books keep it, and how it is said in Spanish: its parts come with sums and slots in Spanish already. */
export type Wording = readonly [pattern: RegExp, spanish: (...parts: readonly string[]) => string]

const FIELDS: Readonly<Record<string, string>> = {
  amount: 'lo cobrado',
  paid: 'lo pagado',
  collected: 'lo recaudado',
  fees: 'las comisiones',
  adjustments: 'los ajustes',
  payout: 'el pago',
  paymentId: 'el id del pago',
  paymentDate: 'la fecha de pago',
  paymentMethod: 'el medio de pago',
  paymentSource: 'el origen del pago',
  reference: 'la referencia',
  contract: 'el contrato',
  customerDocument: 'el documento del cliente',
  feesPostpaid: 'feesPostpaid',
  gateway: 'gateway',
  ownDate: 'la fecha de liquidación',
  ownCycle: 'el ciclo de liquidación',
  record: 'el registro',
  extra: 'lo no documentado',
  createdAt: 'la fecha de creación',
  expirationDate: 'el vencimiento',
  description: 'la descripción',
  customerName: 'el nombre del cliente',
}

const STATUSES: Readonly<Record<string, string>> = {
  paid: 'pagada',
  chargeback: 'contracargo',
  ready: 'lista sin pagar',
  cancelled: 'cancelada',
  processing: 'en proceso',
  credited: 'abonada',
  error: 'error',
  true: 'sí',
  false: 'no',
  absent: 'ausente',
  'not there': 'no está',
}

const RULES: Readonly<Record<string, string>> = {
  prepaid: 'prepago',
  postpaid: 'pospago',
  'gateway-collected': 'todo lo recaudado',
  'gateway-zero': 'cero',
  'gateway-adjustments-less-fees': 'ajustes menos comisiones',
}

/** `a.b` and other names that have no word stay as they are. */
const field = (name = ''): string => {
  const [, ours = name, theirs = ''] = /^(\w+)( \(\w+\))$/.exec(name) ?? []
  return `${FIELDS[ours] ?? ours}${theirs}`
}
const status = (name = ''): string => STATUSES[name] ?? name
const rule = (name = ''): string => RULES[name] ?? name
const plural = (number = '', one = '', many = ''): string => `${number} ${number === '1' ? one : many}`
const invoices = (number = ''): string => plural(number, 'factura', 'facturas')
const records = (number = ''): string => plural(number, 'registro', 'registros')

/** What is told of closed books says at last until when they are closed. */
const OF_CLOSED_BOOKS: readonly Wording[] = (
  [
    [/its settlement is gone/, () => 'su liquidación desapareció'],
    [/a settlement came that was not there then/, () => 'apareció una liquidación que entonces no existía'],
    [
      /the settlement was (\S+) then and is (\S+) now/,
      (a, b) => `la liquidación estaba entonces ${status(a)} y ahora está ${status(b)}`,
    ],
    [
      /the settlement stated (\d+) invoices? then and states (\d+) now/,
      (a, b) => `la liquidación declaraba entonces ${invoices(a)} y ahora ${invoices(b)}`,
    ],
    [/it was (\S+) then and is (\S+) now/, (a, b) => `entonces estaba ${status(a)} y ahora está ${status(b)}`],
    [
      /(\w+) was (COP \S+|\w+) then and is (COP \S+|\w+) now/,
      (name, a, b) => `${field(name)} era entonces ${status(a)} y ahora es ${status(b)}`,
    ],
    [
      /(\d+) invoices? of (COP \S+) counted then, and (\d+) invoices? of (COP \S+) now/,
      (a, sumA, b, sumB) => `contaban entonces ${invoices(a)} por ${sumA}, y ahora ${invoices(b)} por ${sumB}`,
    ],
    [/it was listed then and is not now/, () => 'entonces figuraba en la lista y ahora no'],
    [/it was not listed then/, () => 'entonces no figuraba en la lista'],
    [/(\w+) differs from what it was then/, (name) => `cambió desde entonces ${field(name)}`],
  ] as readonly Wording[]
).map(([pattern, spanish]) => [
  new RegExp(`^${pattern.source}; the books are closed through (\\S+)$`),
  (...parts) => `${spanish(...parts)}; los libros están cerrados hasta el ${parts.at(-1) ?? ''}`,
])

export const MESSAGES_IN_SPANISH: readonly Wording[] = [
  ...OF_CLOSED_BOOKS,
  [
    /^the stated payout \(paymentAmount\) is (COP \S+); by its own amountCollected, fees and adjustments \((\S+)\) it should be (COP \S+)$/,
    (a, by, b) =>
      `el pago declarado (paymentAmount) es ${a}; según amountCollected, comisiones y ajustes (${rule(by)}) debería ser ${b}`,
  ],
  [
    /^stated as collected \(amountCollected\): (COP \S+); the one invoice that counts comes to (COP [^\s;]+)(; .+)?$/s,
    (a, b, rest) =>
      `se declaran recaudados (amountCollected) ${a}; la única factura que cuenta es de ${b}${notCounted(rest)}`,
  ],
  [
    /^stated as collected \(amountCollected\): (COP \S+); the (\d+) invoices that count come to (COP [^\s;]+)(; .+)?$/s,
    (a, n, b, rest) =>
      `se declaran recaudados (amountCollected) ${a}; las ${n} facturas que cuentan suman ${b}${notCounted(rest)}`,
  ],
  [
    /^the settlement states (-?\d+) invoices? \(numberOfInvoices\); (\d+) listed invoices? counts?(; .+)?$/s,
    (a, b, rest) =>
      `la liquidación declara ${invoices(a)} (numberOfInvoices); en la lista ${b === '1' ? 'cuenta 1' : `cuentan ${b}`}${notCounted(rest)}`,
  ],
  [
    /^the settlement states (-?\d+) invoices? \(numberOfInvoices\) and (COP \S+) \(amountCollected\); the list is empty$/,
    (n, sum) =>
      `la liquidación declara ${invoices(n)} (numberOfInvoices) y ${sum} (amountCollected); la lista está vacía`,
  ],
  [
    /^(\w+) is off by (COP \S+), which the setting toleranceCop allows$/,
    (name, sum) => `${field(name)} difiere en ${sum}, lo que permite el parámetro toleranceCop`,
  ],
  [
    /^this gateway payout fits (\S+?)(?:; the previous gateway settlement fitted (\S+))?$/,
    (now, before) =>
      `este pago de pasarela corresponde a: ${rule(now)}${before ? `; la liquidación de pasarela anterior, a: ${rule(before)}` : ''}`,
  ],
  [
    /^adjustments of (COP \S+): exactly (.+?)(; there are too many chargebacks to try every set of them)?$/s,
    (sum, set, more) => `ajustes de ${sum}: exactamente ${chargebackSet(set)}${tooMany(more)}`,
  ],
  [
    /^adjustments of (COP \S+): (.+) come to it, and so does another set: (.+?)(?:; so do (\d+) other sets)?; none is taken as debited(; .+)?$/s,
    (sum, first, second, others, more) =>
      `ajustes de ${sum}: ${chargebackSet(first)} lo suman, y también ${chargebackSet(second)}${others ? ` y ${others} grupos más` : ''}; ninguno se da por debitado${tooMany(more)}`,
  ],
  [
    /^adjustments of (COP \S+): they bring (COP \S+) that nothing explains$/,
    (sum, brought) => `ajustes de ${sum}: aportan ${brought} que nada explica`,
  ],
  [
    /^adjustments of (COP \S+): no chargebacks come to exactly it; (COP \S+) is not explained$/,
    (sum, rest) => `ajustes de ${sum}: ningún grupo de contracargos suma exactamente eso; ${rest} sin explicar`,
  ],
  [
    /^adjustments of (COP \S+): no set of chargebacks that was tried comes to it, and there are too many to try every set; (COP \S+) is not explained$/,
    (sum, rest) =>
      `ajustes de ${sum}: ningún grupo de contracargos de los que se probaron lo suma, y son demasiados para probarlos todos; ${rest} sin explicar`,
  ],
  [
    /^a chargeback of (COP \S+) that no adjustment has debited yet$/,
    (sum) => `un contracargo de ${sum} que ningún ajuste ha debitado aún`,
  ],
  [
    /^(\d+) invoices? of (COP \S+) counts? here and the service has no settlement(?: (\d+) hours after its cycle| yet)$/,
    (n, sum, hours) =>
      `aquí ${n === '1' ? 'cuenta' : 'cuentan'} ${invoices(n)} por ${sum} y el servicio ${hours ? `no tiene liquidación ${hours} horas después del ciclo` : 'aún no tiene liquidación'}`,
  ],
  [
    /^still (.+) (\d+) hours after its cycle$/s,
    (now, hours) => `sigue ${status(now)} ${hours} horas después de su ciclo`,
  ],
  [/^the service states status error$/, () => 'el servicio declara el estado error'],
  [
    /^a settlement that was (.+) with a payout of (COP \S+) is gone$/s,
    (was, sum) => `desapareció una liquidación que estaba ${status(was)} con un pago de ${sum}`,
  ],
  [
    /^the number of invoices \(numberOfInvoices\) is (-?\d+) and was (-?\d+): it differs from the first final reading$/,
    (now, before) =>
      `el número de facturas (numberOfInvoices) es ${now} y era ${before}: difiere de la primera lectura definitiva`,
  ],
  [
    /^(\w+(?: \(\w+\))?) is (COP \S+|true|false) and was (COP \S+|true|false): it differs from the first final reading$/,
    (name, now, before) =>
      `${field(name)}: ahora ${status(now)}, antes ${status(before)}; difiere de la primera lectura definitiva`,
  ],
  [
    /^the settlement was (.+) and is (.+) now$/s,
    (before, now) => `la liquidación estaba ${status(before)} y ahora está ${status(now)}`,
  ],
  [
    /^asked for (.+), the service answered for (.+); its figures are not judged$/s,
    (asked, got) => `se pidió ${asked} y el servicio respondió por ${got}; sus cifras no se evalúan`,
  ],
  [
    /^cycle (.+) answers under the label (.+); if they are the same, set cycleAliases to (.+)$/s,
    (cycle, label, json) =>
      `el ciclo ${cycle} responde con la etiqueta ${label}; si son el mismo, ponga cycleAliases en ${json}`,
  ],
  [
    /^cycle (.+) is in neither cycles nor extraCycles$/s,
    (cycle) => `el ciclo ${cycle} no está en cycles ni en extraCycles`,
  ],
  [/^the stated payout \(paymentAmount\) is (COP \S+)$/, (sum) => `el pago declarado (paymentAmount) es ${sum}`],
  [
    /^fees of (COP \S+) on (COP \S+) collected \(amountCollected\)$/,
    (fees, sum) => `comisiones de ${fees} sobre ${sum} recaudados (amountCollected)`,
  ],
  [
    /^the number of invoices \(numberOfInvoices\) is (-?\d+)$/,
    (n) => `el número de facturas (numberOfInvoices) es ${n}`,
  ],
  [/^(\w+(?: \(\w+\))?) is (COP \S+)$/, (name, sum) => `${field(name)} es ${sum}`],
  [/^paid (COP \S+) of (COP \S+)$/, (paid, amount) => `se pagaron ${paid} de ${amount}`],
  [
    /^a (\w+) invoice (?:without ([\w, ()]+), and )?whose ([\w, ()]+) cannot be read$/,
    (was, absent, unreadable) =>
      `una factura ${status(was)}${absent ? ` sin ${absent.split(', ').map(field).join(', ')}, y` : ''} de la que no se puede leer ${(unreadable ?? '').split(', ').map(field).join(', ')}`,
  ],
  [
    /^a (\w+) invoice without ([\w, ()]+)$/,
    (was, names) => `una factura ${status(was)} sin ${(names ?? '').split(', ').map(field).join(', ')}`,
  ],
  [
    /^a (ready|cancelled) invoice is listed in a settlement; it does not count$/,
    (was) => `se lista una factura ${status(was)} en una liquidación; no cuenta`,
  ],
  [
    /^a chargeback(?: of (COP \S+))?; it was (never )?read as paid (?:before|in this slot)$/,
    (sum, never) =>
      `un contracargo${sum ? ` de ${sum}` : ''}; ${never ? 'nunca se leyó como pagada en este ciclo' : 'antes se leyó como pagada'}`,
  ],
  [/^was a chargeback and is paid again: (COP \S+)$/, (sum) => `era un contracargo y está pagada de nuevo: ${sum}`],
  [
    /^not in the list when the settlement was first final$/,
    () => 'no estaba en la lista cuando la liquidación fue definitiva por primera vez',
  ],
  [
    /^was in the list of (.+) when its settlement was first final and is gone; (?:the service no longer answers for it|(it could not be read by its id))$/s,
    (slot, unread) =>
      `estaba en la lista de ${slot} cuando su liquidación fue definitiva y ya no está; ${unread ? 'no se pudo leer por su id' : 'el servicio ya no responde por ella'}`,
  ],
  [
    /^was in the list of (.+) when its settlement was first final and is gone; read by id it is (\S+), of (.+)$/s,
    (slot, now, other) =>
      `estaba en la lista de ${slot} cuando su liquidación fue definitiva y ya no está; leída por su id está ${status(now)}, de ${other}`,
  ],
  [
    /^left (.+) before its settlement was final, and names (.+) now$/s,
    (slot, other) => `salió de ${slot} antes de que su liquidación fuera definitiva y ahora indica ${other}`,
  ],
  [/^was (\S+) and is (\S+) now$/, (before, now) => `estaba ${status(before)} y ahora está ${status(now)}`],
  [
    /^(\w+(?: \(\w+\))?) is (COP \S+|absent) and was (COP \S+|absent)$/,
    (name, now, before) => `${field(name)}: ahora ${status(now)}, antes ${status(before)}`,
  ],
  [
    /^(\w+(?: \(\w+\))?) differs from the first reading as paid$/,
    (name) => `${field(name)} difiere de la primera lectura como pagada`,
  ],
  [
    /^listed more than once with different contents; the last copy read counts, once$/,
    () => 'se lista más de una vez con contenidos distintos; cuenta la última copia leída, una vez',
  ],
  [/^listed more than once; it counts once$/, () => 'se lista más de una vez; cuenta una vez'],
  [
    /^(\d+) of (\d+) pages state another count than they have items$/,
    (some, all) => `${some} de ${all} páginas declaran otro número de elementos que el que tienen`,
  ],
  [
    /^the last page is short and carries no cursor at all; it was taken as the end of the list$/,
    () => 'la última página es corta y no trae cursor; se tomó como el final de la lista',
  ],
  [
    /^(\S+(?: \(\w+\))?) (.+) \(page (\d+), item (\d+) of the stored answer(?:, and (\d+) more with the same bytes)?\); collected and count are not judged$/s,
    (name, reason, page, item, more) =>
      `${field(name)}: ${refusal(reason)} (página ${page}, elemento ${item} de la respuesta guardada${more ? `, y ${more} más con los mismos bytes` : ''}); lo recaudado y el número no se evalúan`,
  ],
  [
    /^one payment id on (\d+) invoices: (.+?)(?: and (\d+) more)?; (COP \S+) stands beyond the first$/s,
    (n, all, more, sum) =>
      `un mismo id de pago en ${n} facturas: ${(all ?? '').replaceAll(' of ', ' de ')}${more ? ` y ${more} más` : ''}; ${sum} están de más sobre la primera`,
  ],
  [
    /^(\w+(?: \(\w+\))?) is a date-time in (\d+) records?; its date is compared$/,
    (name, n) => `${field(name)} es fecha y hora en ${records(n)}; se compara su fecha`,
  ],
  [
    /^the settlement gives its cycle as the number (-?\d+); it is read as text$/,
    (cycle) => `la liquidación da su ciclo como el número ${cycle}; se lee como texto`,
  ],
  [
    /^(.+) was listed once without a cycle and showed it; it names (.+), and no slot that was read holds it$/s,
    (date, own) =>
      `${date} se listó una vez sin ciclo y apareció en esa lista; la factura indica ${own}, y ningún ciclo leído la contiene`,
  ],
  [
    /^(.+) was listed once without a cycle and showed it before any slot that is asked for held it; it is in (.+), so add cycle (.+) to extraCycles$/s,
    (date, slot, cycle) =>
      `${date} se listó una vez sin ciclo y la mostró antes de que la contuviera un ciclo consultado; está en ${slot}: agregue el ciclo ${cycle} a extraCycles`,
  ],
  [
    /^one reference on paid invoice (\S+) here and on paid invoice (\S+) of (.+)$/s,
    (a, b, slot) => `una misma referencia en la factura pagada ${a} de aquí y en la factura pagada ${b} de ${slot}`,
  ],
  [/^listed here and in (.+) at the same time$/s, (slot) => `se lista aquí y en ${slot} al mismo tiempo`],
  [
    /^names (.+) itself; it counts here, where it is listed$/s,
    (slot) => `la factura indica ${slot}; cuenta aquí, donde está listada`,
  ],
  [
    /^(\d+) more records? of the list cannot be read; collected and count are not judged$/,
    (n) => `${n} registros más de la lista no se pueden leer; lo recaudado y el número no se evalúan`,
  ],
  [
    /^(.+) is absent or unreadable in (\d+) records?$/s,
    (name, n) => `${field(name)} falta o no se puede leer en ${records(n)}`,
  ],
  [
    /^(.+) is not documented; it stands in (\d+) records?$/s,
    (name, n) => `${name} no está documentado; aparece en ${records(n)}`,
  ],
  [
    /^(\w+(?: \(\w+\))?) has centavos in (\d+) records?$/,
    (name, n) => `${field(name)} tiene centavos en ${records(n)}`,
  ],
  [
    /^a notification said (\S+); read afterwards it is (not there|\S+)$/,
    (said, read) => `una notificación dijo ${status(said)}; leída después está: ${status(read)}`,
  ],
  [
    /^the number of invoices is (-?\d+) and a notification said (-?\d+)$/,
    (read, said) => `el número de facturas es ${read} y una notificación dijo ${said}`,
  ],
  [
    /^(\w+) is (COP \S+|absent) and a notification said (COP \S+)$/,
    (name, read, said) => `${field(name)}: ${status(read)}; una notificación dijo ${said}`,
  ],
  [
    /^it was read as (\S+) and no notification of it came within (\d+) hours$/,
    (was, hours) => `se leyó como ${status(was)} y no llegó ninguna notificación en ${hours} horas`,
  ],
  [
    /^notification (\S+) came with (\d+) different bodies; the first is kept$/,
    (id, n) => `la notificación ${id} llegó con ${n} cuerpos distintos; se conserva el primero`,
  ],
]

/** Why a record is in quarantine. */
const REASONS: Readonly<Record<Refusal, string>> = {
  'is absent': 'falta',
  'is empty': 'está vacío',
  'is not text': 'no es texto',
  'is not well-formed text': 'no es texto bien formado',
  'is not a number': 'no es un número',
  'is not a whole number of centavos': 'no es un número entero de centavos',
  'is beyond the exact range': 'está fuera del rango exacto',
  'is not an object': 'no es un objeto',
  'is nested too deep to be kept': 'está anidado demasiado profundo para guardarse',
}
const isRefusal = (reason: string): reason is Refusal => Object.hasOwn(REASONS, reason)
const refusal = (reason = ''): string => (isRefusal(reason) ? REASONS[reason] : reason)

const chargebackSet = (set = ''): string => set.replaceAll(' of ', ' de ').replace(/ and (\d+) more$/, ' y $1 más')
const tooMany = (more = ''): string => (more === '' ? '' : '; hay demasiados contracargos para probar todos los grupos')

/** Invoices that a mismatch leaves out, at its end. */
const notCounted = (rest = ''): string => {
  const [, n = '', statuses = ''] =
    /^; (\d+) invoices? with unknown statuses \((.+)\) w\w+ not counted$/s.exec(rest) ?? []
  return n === ''
    ? rest
    : `; no se ${n === '1' ? 'contó' : 'contaron'} ${invoices(n)} con estados desconocidos (${statuses})`
}

/** What the figures cannot tell, at the end of the detail of a cause. */
const untold = (rest = ''): string =>
  rest
    .replace(
      '; adjustments are 0, which says nothing of their sign',
      '; los ajustes son 0, lo que no dice nada de su signo',
    )
    .replace(
      '; fees are 0, which says nothing of whether postpaid fees are deducted',
      '; las comisiones son 0, lo que no dice si las pospago se descuentan',
    )

const fitting = (rest = ''): string =>
  rest
    .replace(/(\d+) fit, each alone/, 'encajan $1, cada una por sí sola')
    .replace(/1 fits/, 'encaja 1')
    .replaceAll(', and names this slot', ', y nombra este ciclo')
    .replace(/, and (\d+) more/, ', y $1 más')
    .replaceAll(' of ', ' de ')

export const CAUSES_IN_SPANISH: readonly Wording[] = [
  [
    /^adjustments of (COP \S+) went into the payout with the other sign(.*)$/,
    (sum, rest) => `ajustes de ${sum} entraron al pago con el signo contrario${untold(rest)}`,
  ],
  [
    /^fees of (COP \S+) were not deducted from the payout(.*)$/,
    (sum, rest) => `comisiones de ${sum} no se descontaron del pago${untold(rest)}`,
  ],
  [
    /^fees of (COP \S+) are postpaid and were deducted from the payout all the same(.*)$/,
    (sum, rest) => `comisiones de ${sum} son pospago y de todos modos se descontaron del pago${untold(rest)}`,
  ],
  [
    /^adjustments of (COP \S+) did not go into the payout(.*)$/,
    (sum, rest) => `ajustes de ${sum} no entraron al pago${untold(rest)}`,
  ],
  [
    /^fees of (COP \S+) were added to the payout(.*)$/,
    (sum, rest) => `comisiones de ${sum} se sumaron al pago${untold(rest)}`,
  ],
  [
    /^the payout is all that was collected, (COP [^\s,]+(?:,\d+)*), without fees and adjustments(.*)$/,
    (sum, rest) => `el pago es todo lo recaudado, ${sum}, sin comisiones ni ajustes${untold(rest)}`,
  ],
  [
    /^nothing was paid out; by the stated figures it should be (COP \S+)$/,
    (sum) => `no se pagó nada; según lo declarado debería ser ${sum}`,
  ],
  [
    /^the payout comes to (COP \S+), below zero, and was stated as zero instead$/,
    (sum) => `el pago resulta en ${sum}, menor que cero, y se declaró como cero`,
  ],
  [
    /^tax of (\S+) % on the fees, (COP \S+), was deducted from the payout beside them$/,
    (rate, sum) => `un impuesto de ${rate} % sobre las comisiones, ${sum}, se descontó del pago además de ellas`,
  ],
  [
    /^the chargeback of (COP \S+) was (left out of collected|deducted from what the others come to)$/,
    (sum, how) => `el contracargo de ${sum} ${chargedBack(how)}`,
  ],
  [
    /^the (\d+) chargebacks of (COP \S+) were (left out of collected|deducted from what the others come to)$/,
    (n, sum, how) =>
      `los ${n} contracargos por ${sum} ${chargedBack(how).replace('quedó', 'quedaron').replace('descontó', 'descontaron')}`,
  ],
  [
    /^collected is the sum of (\w+), not of (\w+): they differ in (\d+) invoices?, by (COP \S+) in all$/,
    (other, ours, n, sum) =>
      `lo recaudado es la suma de ${field(other)}, no de ${field(ours)}: difieren en ${invoices(n)}, por ${sum} en total`,
  ],
  [
    /^one listed invoice of (COP \S+) does not belong here: (.+)$/,
    (sum, rest) => `una factura listada de ${sum} no corresponde aquí: ${fitting(rest)}`,
  ],
  [
    /^one invoice of (COP \S+) is listed in a neighbouring slot: (.+)$/s,
    (sum, rest) => `una factura de ${sum} está en la lista de un ciclo vecino: ${fitting(rest)}`,
  ],
  [
    /^(\d+) invoices? listed more than once, counted with every copy: (COP \S+) too much$/,
    (n, sum) => `${invoices(n)} en la lista más de una vez, contadas con cada copia: ${sum} de más`,
  ],
  [
    /^one invoice of (COP \S+) that is listed more than once was counted twice: (.+)$/,
    (sum, rest) => `una factura de ${sum} que está más de una vez en la lista se contó dos veces: ${fitting(rest)}`,
  ],
  [
    /^(\d+) invoices? of (COP \S+) listed here, under the label (.+), not in the settlement$/s,
    (n, sum, label) => `${invoices(n)} por ${sum} en esta lista, con la etiqueta ${label}, fuera de la liquidación`,
  ],
  [
    /^the list of cycle (\S+) of the same date \((\d+) invoices?, (COP \S+)\) is part of this settlement$/,
    (cycle, n, sum) =>
      `la lista del ciclo ${cycle} de la misma fecha (${invoices(n)}, ${sum}) es parte de esta liquidación`,
  ],
  [
    /^(.+) is off the other way: its payout by (COP [^\s;]+)(?:; (\d+) later slots fit, each alone)?$/,
    (slot, sum, n) => `${slot} difiere al contrario: su pago en ${sum}${later(n)}`,
  ],
  [
    /^(.+) is off the other way: collected by (COP \S+), its number of invoices by (-?\d+)(?:; (\d+) later slots fit, each alone)?$/,
    (slot, sum, count, n) =>
      `${slot} difiere al contrario: lo recaudado en ${sum}, su número de facturas en ${count}${later(n)}`,
  ],
  [
    /^(COP \S+) is no more than half a peso for each of (\d+) invoices?$/,
    (sum, n) => `${sum} no es más de medio peso por cada una de ${invoices(n)}`,
  ],
]

const chargedBack = (how = ''): string =>
  how.startsWith('left') ? 'quedó fuera de lo recaudado' : 'se descontó de lo que suman las demás'

const later = (number = ''): string =>
  number === '' ? '' : `; encajan ${number} ciclos posteriores, cada uno por sí solo`
