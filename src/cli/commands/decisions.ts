import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { ActReport, ActRequest } from '../../../jobs/act.ts'
import type { WrongRow } from '../../../jobs/import-dispositions.ts'
import type { Targets } from '../../../jobs/steps/query/find-discrepancies.ts'
import { DISPOSITION, REFUSED_SHEET } from '../../../reports/documents/discrepancies.ts'
import { type Act, isDecision, type Payer, TICKET_MAX_CHARACTERS, ticketOf } from '../../core/findings/act.ts'
import { type Discrepancy, type DiscrepancyState, UNRESOLVED } from '../../core/findings/discrepancy.ts'
import { sumOf, ZERO } from '../../core/money.ts'
import { asCycle, asSlotDate, nameOf } from '../../core/slot.ts'
import type { Verdict } from '../../core/verdict.ts'
import { NAME_MAX_CHARACTERS, wordsIn } from '../../core/words-in.ts'
import { date } from '../../input/dates.ts'
import { aSwitch, once } from '../../input/options.ts'
import { idShownBy, optional, orElse, text, words } from '../../input/readers.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { caseId, slotInTable, sumIn } from '../../print/in-table.ts'
import { nameIn, STATE_NAMES, verdictName } from '../../print/names.ts'
import { DISCREPANCY_FILTER, filterOf } from '../../questions/discrepancies.ts'
import { casesInOrder } from '../../rules/account/to-do.ts'
import type { CaseGroup } from '../../rules/assessment/case.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { groupBy } from '../../std/group-by.ts'
import { harmless } from '../../std/harmless.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf, moneyIn } from '../../words/money.ts'
import { messageIn } from '../../words/sentences.ts'
import {
  type Command,
  type CommandAnswer,
  type CommandArguments,
  commandWith,
  DEBUG,
  type Flags,
  flagsOf,
  JSON_FLAG,
  optionsTyped,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import { failureOf } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { fileLines } from '../terminal/report-text.ts'

/** The text of an accept, claim, reopen or note, and its effects. */
const actText = (report: ActReport, files: readonly string[], display: Display): string => {
  const { language } = display
  return [
    [sentence(report, language)],
    discrepancyLines(report, language),
    slotLines(report, language),
    closedLines(report, language),
    fileLines(files, display),
  ]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n')
}

/** The Spanish words are those for one discrepancy; for several they end with an s. */
const DONE: Readonly<Record<Act['kind'], Both<string>>> = {
  accept: { en: 'accepted', es: 'aceptada' },
  claim: { en: 'claimed', es: 'reclamada' },
  settle: { en: 'settled', es: 'saldada' },
  reopen: { en: 'reopened', es: 'reabierta' },
  note: { en: 'noted', es: 'anotada' },
}

const sentence = ({ acts, discrepancies, unchanged }: ActReport, language: Language): string => {
  if (discrepancies.length === 0)
    return { en: 'No discrepancy matches; nothing was done.', es: 'Ninguna novedad coincide; no se hizo nada.' }[
      language
    ]
  const done = [...groupBy(acts, (act) => doneTo(act, 1, language)).values()].flatMap((alike) =>
    alike
      .slice(0, 1)
      .map((act) => `${discrepancyCount(alike.length, language)} ${doneTo(act, alike.length, language)}`),
  )
  const same =
    unchanged === 0
      ? []
      : [
          {
            en: `${unchanged} as ${unchanged === 1 ? 'it was' : 'they were'}: that was done already`,
            es: `${unchanged} como ${unchanged === 1 ? 'estaba: ya se había hecho' : 'estaban: ya se había hecho'}`,
          }[language],
        ]
  const by =
    acts[0] === undefined ? '' : { en: `, by ${harmless(acts[0].by)}`, es: ` por ${harmless(acts[0].by)}` }[language]
  const paid = sumOf(acts.flatMap((act) => (act.kind === 'settle' ? [act.recovery.sum] : [])))
  const sum = paid === ZERO ? '' : { en: ` with ${moneyIn(paid, 'en')}`, es: ` con ${moneyIn(paid, 'es')}` }[language]
  const parts = [`${done.join('; ')}${sum}${by}`, ...same].filter((part) => part !== '')
  return `${parts.join('; ').replace(/^./, (first) => first.toUpperCase())}.`
}

const doneTo = (act: Act, number: number, language: Language): string => {
  const s = number === 1 ? '' : 's'
  if (act.kind === 'settle' && !act.recovery.isAll) return { en: 'paid in part', es: `pagada${s} en parte` }[language]
  const done = { en: DONE[act.kind].en, es: `${DONE[act.kind].es}${s}` }[language]
  if (!isDecision(act)) return done
  const under = ticketOf(act)
  const until =
    act.until === null
      ? ''
      : { en: ` until ${act.until.date}`, es: ` hasta el ${dayIn(act.until.date, 'es')}` }[language]
  return `${done}${under === null ? '' : ` (${harmless(under)})`}${until}`
}

const discrepancyCount = (number: number, language: Language): string =>
  language === 'en'
    ? `${number} ${number === 1 ? 'discrepancy' : 'discrepancies'}`
    : countOf(number, 'finding', language)

/** The most lines on the screen; `discrepancies list` shows all. */
const LINES_MAX = 40

const discrepancyLines = ({ discrepancies }: ActReport, language: Language): readonly string[] => {
  const cases = casesInOrder(discrepancies.map(({ discrepancy }) => discrepancy))
  const rest = cases.length - LINES_MAX
  return [
    ...alignColumns(
      cases.slice(0, LINES_MAX).map((one) => cells(one, language)),
      5,
    ),
    ...(rest > 0 ? [{ en: `and ${rest} more`, es: `y ${rest} más` }[language]] : []),
  ]
}

const cells = ({ first, state, others }: CaseGroup<Discrepancy>, language: Language): readonly string[] => [
  caseId(first.case, others.length),
  slotInTable(first.slot, language),
  first.code,
  nameIn(STATE_NAMES, state, language),
  harmless(messageIn(first, language).text),
]

const closedLines = ({ closedDates }: ActReport, language: Language): readonly string[] =>
  closedDates.map(
    (date) =>
      ({
        en: `${date} is closed: its files stay as they were.`,
        es: `El ${dayIn(date, 'es')} está cerrado: sus archivos quedan como estaban.`,
      })[language],
  )

/** Words for the verdict `accepted`, which also covers claims: they must not say “accepted” to a person who claimed. */
const standing = (verdict: Verdict, language: Language): string =>
  verdict === 'accepted'
    ? { en: 'every error is accepted or claimed', es: 'todos los errores están aceptados o reclamados' }[language]
    : { en: `result: ${verdict}`, es: `resultado: ${verdictName(verdict, language)}` }[language]

/** The verdicts of the settlements of those discrepancies. Other settlements that were assessed with them are in the files. */
const slotLines = ({ discrepancies, report }: ActReport, language: Language): readonly string[] => {
  const concerned = new Set(discrepancies.map(({ discrepancy: { slot } }) => nameOf(slot)))
  const slots = (report?.slots ?? []).filter(({ slot }) => concerned.has(nameOf(slot)))
  return alignColumns(
    slots.map(({ slot, verdict, money: { difference } }) => [
      slotInTable(slot, language),
      standing(verdict, language),
      difference === null || difference === 0n
        ? ''
        : { en: `difference ${sumIn(difference, language)}`, es: `diferencia ${sumIn(difference, language)}` }[
            language
          ],
    ]),
    3,
  )
}

export const REASON: Flags = {
  reason: once({ en: 'Why; it is kept permanently', es: 'Por qué; se guarda para siempre' }, optional(text)),
}
export const BY: Flags = {
  by: once(
    { en: 'Who decided it (the user who is logged in)', es: 'Quién lo decidió (el usuario del sistema)' },
    optional(text),
  ),
}

const ACT_FLAGS: Flags = {
  all: aSwitch({
    en: 'Every discrepancy that the filters select',
    es: 'Todas las novedades que seleccionan los filtros',
  }),
  ...flagsOf(DISCREPANCY_FILTER),
  ...BY,
  ...JSON_FLAG,
  ...SETTINGS,
  ...DEBUG,
}

/**
 * The targets: ids, or a filter with --all. Omitted words never mean everything. `states` apply when the flags name
 * none.
 */
const parseTargets = (
  given: CommandArguments,
  ids: readonly string[],
  states: readonly DiscrepancyState[],
): Targets => {
  const filtered = Object.keys(flagsOf(DISCREPANCY_FILTER)).some((flag) => given.all(flag).length > 0)
  if (ids.length > 0) {
    if (filtered || given.isOn('all'))
      throw usageError(
        { en: 'ids exclude filters and --all', es: 'los ids no se combinan con filtros ni con --all' },
        { en: 'give the ids, or a filter with --all', es: 'dé los ids, o un filtro con --all' },
      )
    return { kind: 'ids', ids: ids.map((id) => idShownBy('discrepancies list')('<id>', id)) }
  }
  if (!filtered && !given.isOn('all'))
    throw usageError(
      { en: 'no discrepancy is named', es: 'no se indica ninguna novedad' },
      {
        en: 'give ids, or a filter with --all: --code COUNT_MISMATCH --all',
        es: 'dé ids, o un filtro con --all: --code COUNT_MISMATCH --all',
      },
    )
  if (!filtered)
    throw usageError(
      { en: '--all needs a filter', es: '--all necesita un filtro' },
      { en: 'say which: --code COUNT_MISMATCH --all', es: 'diga cuáles: --code COUNT_MISMATCH --all' },
    )
  if (!given.isOn('all'))
    throw usageError(
      { en: 'a filter needs --all', es: 'un filtro necesita --all' },
      {
        en: 'check with "cuadre discrepancies list", then add --all',
        es: 'revise con "cuadre discrepancies list" y agregue --all',
      },
    )
  return { kind: 'filter', filter: filterOf(optionsTyped(DISCREPANCY_FILTER, given), states) }
}

/** The person: --by, else the operating system's user. */
export const parseAuthor = ({ text }: CommandArguments): string => {
  const by = text('by')
  if (by !== undefined) return wordsIn('--by', by, NAME_MAX_CHARACTERS)
  try {
    return userInfo().username
  } catch {
    throw usageError(
      { en: 'the logged-in user has no name', es: 'el usuario del sistema no tiene nombre' },
      { en: 'say who: --by NAME', es: 'diga quién: --by NOMBRE' },
    )
  }
}

/** `act` names the act that needs the reason, for the message. */
export const parseReason = ({ text }: CommandArguments, act: Both<string>): string => {
  const reason = text('reason')
  if (reason === undefined)
    throw usageError(
      { en: `${act.en} needs a reason`, es: `${act.es} necesita un motivo` },
      { en: 'add --reason TEXT: it is kept permanently', es: 'agregue --reason TEXTO: se guarda para siempre' },
    )
  return wordsIn('--reason', reason)
}

/** Executes the act, and prints its result. */
const act = async (given: CommandArguments, io: Io, request: ActRequest): Promise<CommandAnswer> => {
  const { actOnDiscrepancies } = await import('../../../jobs/act.ts')
  const context = contextOf(given, io)
  return dispositionAnswer(await actOnDiscrepancies(context, request), context.settings.merchant, io)
}

export const dispositionAnswer = (report: ActReport, merchant: string, io: Io): CommandAnswer => {
  const files = (report.report?.files ?? []).map((path) => fromHere(path, io.cwd))
  return {
    document: () => DISPOSITION.of({ ...report, merchant, files }),
    text: () => actText(report, files, displayOf(io, io.language)),
  }
}

/** The last day of a decision; null where it has none. */
const lastDay = (describe: Both<string>) => ({ until: once(describe, orElse(date, null)) })

export const PROMISED = lastDay({
  en: 'The day the operator promised, YYYY-MM-DD',
  es: 'El día que prometió el operador, AAAA-MM-DD',
})

export const discrepanciesAccept = commandWith({
  name: 'discrepancies accept',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Accept discrepancies as they are, with a reason: a loss, or a difference taken as it is',
    es: 'Acepta novedades como están, con un motivo: una pérdida, o una diferencia que se deja así',
  },
  manual: 'Instead of ids it takes a filter with `--all`; so do the next four.',
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies accept 1f0c9a2b --reason "agreed with the operator"',
      { en: 'until its numbers change', es: 'hasta que cambien sus cifras' },
      'cuadre discrepancies accept 1f0c9a2b --reason "acordado con el operador"',
    ],
    [
      'cuadre discrepancies accept 1f0c9a2b --reason "paid next week" --until 2026-12-31',
      { en: 'or that day is over', es: 'o hasta que termine ese día' },
      'cuadre discrepancies accept 1f0c9a2b --reason "se abona la otra semana" --until 2026-12-31',
    ],
    [
      'cuadre discrepancies accept --all --code ADJUSTMENT --date 2026-03-12 --reason "debit note 7"',
      { en: 'several at once', es: 'varios a la vez' },
      'cuadre discrepancies accept --all --code ADJUSTMENT --date 2026-03-12 --reason "nota débito 7"',
    ],
  ],
  options: lastDay({ en: 'Last day of the acceptance, YYYY-MM-DD', es: 'Último día de la aceptación, AAAA-MM-DD' }),
  flags: { ...REASON, ...ACT_FLAGS },
  execute: async ({ until }, given, io) => {
    const targets = parseTargets(given, given.operands, ['new', 'open'])
    const disposition = {
      kind: 'accept',
      reason: parseReason(given, { en: 'an acceptance', es: 'una aceptación' }),
      until,
    } as const
    return act(given, io, { by: parseAuthor(given), targets, disposition })
  },
})

export const discrepanciesClaim = commandWith({
  name: 'discrepancies claim',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Claim discrepancies from the operator, with a reason: each stays in a total of its own until it is paid',
    es: 'Reclama novedades al operador, con un motivo: cada una queda en un total aparte hasta que se pague',
  },
  inSight: { en: 'ask the operator for the money', es: 'reclama el dinero al operador' },
  manual: '`--until` is the day that the operator promised.',
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies claim 1f0c9a2b --reason "asked the operator" --ticket PQR-4711',
      { en: 'under its ticket', es: 'con su radicado' },
      'cuadre discrepancies claim 1f0c9a2b --reason "se pidió al operador" --ticket PQR-4711',
    ],
    [
      'cuadre discrepancies claim 1f0c9a2b --reason "paid with the next" --until 2026-12-31',
      { en: 'promised for that day', es: 'prometido para ese día' },
      'cuadre discrepancies claim 1f0c9a2b --reason "se abona con la siguiente" --until 2026-12-31',
    ],
    [
      'cuadre discrepancies claim --all --code PAYOUT_MISMATCH --date 2026-03-12 --reason "asked the operator"',
      { en: 'several at once', es: 'varios a la vez' },
      'cuadre discrepancies claim --all --code PAYOUT_MISMATCH --date 2026-03-12 --reason "se pidió al operador"',
    ],
  ],
  options: {
    ticket: once(
      { en: "The operator's number for the claim", es: 'Número que dio el operador a la reclamación' },
      orElse(words(TICKET_MAX_CHARACTERS), null),
    ),
    ...PROMISED,
  },
  flags: { ...REASON, ...ACT_FLAGS },
  execute: async ({ ticket, until }, given, io) => {
    const targets = parseTargets(given, given.operands, ['new', 'open'])
    const disposition = {
      kind: 'claim',
      reason: parseReason(given, { en: 'a claim', es: 'una reclamación' }),
      ticket,
      until,
    } as const
    return act(given, io, { by: parseAuthor(given), targets, disposition })
  },
})

const { by: _, ...FLAGS } = ACT_FLAGS

/** What paid a claim, and why it is said. */
export const PAYER: Flags = {
  by: once(
    {
      en: 'The settlement whose adjustments paid it, DATE/CYCLE',
      es: 'La liquidación cuyos ajustes la pagaron, FECHA/CICLO',
    },
    optional(text),
  ),
  'by-entry': once(
    {
      en: 'The entry of the bank that paid it, as "cuadre bank list" shows it',
      es: 'El movimiento del banco que la pagó, como lo muestra "cuadre bank list"',
    },
    optional(text),
  ),
  ...REASON,
}

export const discrepanciesSettle: Command = {
  name: 'discrepancies settle',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Ends claims that were paid elsewhere: by the adjustments of a later settlement, or by a credit at the bank',
    es: 'Da por pagadas reclamaciones que se pagaron por otra vía: con los ajustes de otra liquidación, o con una consignación en el banco',
  },
  manual: 'See [A claim that was paid](month-end.md#a-claim-that-was-paid).',
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies settle 1f0c9a2b --by 2026-11-12/11',
      { en: 'by the adjustments of that settlement', es: 'con los ajustes de esa liquidación' },
    ],
    [
      'cuadre discrepancies settle 1f0c9a2b --by-entry 9d41c07e --reason "paid by transfer"',
      { en: 'by an entry of the bank', es: 'con un movimiento del banco' },
      'cuadre discrepancies settle 1f0c9a2b --by-entry 9d41c07e --reason "pagado por transferencia"',
    ],
  ],
  flags: {
    ...PAYER,
    ...FLAGS,
  },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['claimed'])
    return settleAnswer(given, io, async () => targets)
  },
}

/** Ends claims by what paid them; `--by` names that, so that the author is the user who is logged in. */
export const settleAnswer = async (
  given: CommandArguments,
  io: Io,
  targetsOf: (context: ReturnType<typeof contextOf>) => Promise<Targets>,
): Promise<CommandAnswer> => {
  const payer = parsePayer(given)
  const context = contextOf(given, io)
  const { settleClaims } = await import('../../../jobs/claims/settle-claims.ts')
  const by = parseAuthor({ ...given, text: () => undefined })
  const targets = await targetsOf(context)
  const report = await settleClaims(context, { by, targets, payer, reason: given.text('reason') ?? '' })
  return dispositionAnswer(report, context.settings.merchant, io)
}

const parsePayer = ({ text }: CommandArguments): Payer => {
  const [by, entry] = [text('by'), text('by-entry')]
  if ((by === undefined) === (entry === undefined))
    throw usageError(
      { en: 'a settle needs --by or --by-entry', es: 'falta --by o --by-entry, uno de los dos' },
      {
        en: 'name what paid it: --by 2026-11-12/11, or --by-entry ENTRY',
        es: 'diga qué la pagó: --by 2026-11-12/11, o --by-entry MOVIMIENTO',
      },
    )
  if (by === undefined) return { kind: 'entry', entry: (entry ?? '').toLowerCase() }
  const [day = '', label = '', ...others] = by.split('/')
  const [date, cycle] = [asSlotDate(day), asCycle(label)]
  if (date === null || cycle === null || others.length > 0)
    throw usageError(
      { en: '--by is not a settlement', es: '--by no es una liquidación' },
      { en: 'write its date and cycle: --by 2026-11-12/11', es: 'escriba su fecha y ciclo: --by 2026-11-12/11' },
    )
  return { kind: 'adjustment', slot: { date, cycle } }
}

export const discrepanciesReopen: Command = {
  name: 'discrepancies reopen',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Undo acceptances and claims, with a reason',
    es: 'Deshace aceptaciones y reclamaciones, con un motivo',
  },
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies reopen 1f0c9a2b --reason "it was not paid after all"',
      { en: 'one', es: 'uno' },
      'cuadre discrepancies reopen 1f0c9a2b --reason "al final no se abonó"',
    ],
    [
      'cuadre discrepancies reopen --all --date 2026-03-12 --reason "asked again"',
      { en: 'all that is accepted or claimed of a day', es: 'todo lo aceptado o reclamado de un día' },
      'cuadre discrepancies reopen --all --date 2026-03-12 --reason "se pidió de nuevo"',
    ],
  ],
  flags: { ...REASON, ...ACT_FLAGS },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['accepted', 'claimed', 'paid'])
    const disposition = {
      kind: 'reopen',
      reason: parseReason(given, { en: 'reopening', es: 'reabrir una novedad' }),
    } as const
    return act(given, io, { by: parseAuthor(given), targets, disposition })
  },
}

export const discrepanciesNote: Command = {
  name: 'discrepancies note',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Add a note to discrepancies; their state stays',
    es: 'Agrega una nota a novedades; su estado no cambia',
  },
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies note 1f0c9a2b "asked Marta on Tuesday"',
      { en: 'the last words are the note', es: 'las últimas palabras son la nota' },
    ],
    [
      'cuadre discrepancies note 1f0c9a2b 77ab01f2 --text "ticket 4711"',
      { en: 'the same of several', es: 'la misma para varios' },
    ],
    [
      'cuadre discrepancies note --all --date 2026-03-12 --text "ticket 4711"',
      { en: 'of all that is not resolved', es: 'para todo lo que no está resuelto' },
    ],
  ],
  flags: {
    text: once({ en: 'The note, when it does not come last', es: 'La nota, cuando no va al final' }, optional(text)),
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const { ids, text } = split(given)
    const targets = parseTargets(given, ids, UNRESOLVED)
    const disposition = { kind: 'note', reason: wordsIn({ en: 'the note', es: 'la nota' }, text) } as const
    return act(given, io, { by: parseAuthor(given), targets, disposition })
  },
}

/**
 * Without --text, the last word is the note. A word that could be an id is not taken as the note, since the note may have been forgotten.
 */
const split = ({ operands, text }: CommandArguments): { readonly ids: readonly string[]; readonly text: string } => {
  const given = text('text')
  if (given !== undefined) return { ids: operands, text: given }
  const last = operands.at(-1)
  if (last === undefined || /^[0-9a-f]{6,16}$/i.test(last))
    throw usageError(
      { en: 'the note is missing', es: 'falta la nota' },
      {
        en: 'write it behind the id, in quotes, or as --text TEXT',
        es: 'escríbala después del id, entre comillas, o con --text TEXTO',
      },
    )
  return { ids: operands.slice(0, -1), text: last }
}

export const discrepanciesImport: Command = {
  name: 'discrepancies import',
  group: 'discrepancies',
  exits: ['locked'],
  describe: {
    en: 'Apply a filled-in sheet of "discrepancies list --csv", all of it or nothing',
    es: 'Aplica una hoja diligenciada de "discrepancies list --csv", toda o nada',
  },
  operand: 'file',
  examples: [
    [
      'cuadre discrepancies list --csv > open.csv',
      {
        en: 'fill in disposition (accept, claim, reopen, note), reason, ticket and until',
        es: 'llene disposition (accept, claim, reopen, note), reason, ticket y until',
      },
    ],
    [
      'cuadre discrepancies import open.csv',
      { en: 'every row is checked before anything is done', es: 'se revisa cada fila antes de hacer nada' },
    ],
  ],
  flags: { ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const file = fromHere(resolve(io.cwd, given.operands[0] ?? ''), io.cwd)
    const by = parseAuthor(given)
    const context = contextOf(given, io)
    const { importDispositions, WrongRowsError } = await import('../../../jobs/import-dispositions.ts')
    try {
      const report = await importDispositions(context, { file: resolve(io.cwd, file), by })
      return dispositionAnswer(report, context.settings.merchant, io)
    } catch (error) {
      if (!(error instanceof WrongRowsError)) throw error
      const { rows } = error
      return {
        document: () => REFUSED_SHEET.of({ rows }),
        text: () => textOf(rows, io.language),
        error: failureOf(error, []),
      }
    }
  },
}

/** Every wrong row, one line each. */
const textOf = (rows: readonly WrongRow[], language: Language): string =>
  rows.map(({ line, why }) => `${LINE[language]} ${line}: ${harmless(why[language])}\n`).join('')

const LINE: Both<string> = { en: 'line', es: 'línea' }
