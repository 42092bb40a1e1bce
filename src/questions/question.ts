import type { JobContext, QueryContext } from '../../jobs/steps/run/context.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { AsOf, Moment } from '../core/past-run.ts'
import type { FileSetting } from '../input/file-settings.ts'
import type { Asked, Operands, Options } from '../input/options.ts'
import type { Display } from '../print/display.ts'
import { timeIn } from '../print/in-table.ts'
import { inEach } from '../print/names.ts'
import { type Note, note, type Report } from '../print/report.ts'
import type { Shape } from '../print/shape.ts'
import type { Both } from '../std/both.ts'
import type { Language } from '../words/language.ts'

/** A topic of the help: a group of commands. */
export interface Topic {
  readonly title: Both<string>
  /** What a person wants who uses it: the part of the first screen where its commands in sight stand. */
  readonly want?: Both<string>
  /** What may be typed after `help` for that part. */
  readonly part?: string
  /** The settings that its commands go by. */
  readonly settings: readonly FileSetting[]
}

const WORK: Both<string> = { en: 'Work on what is open', es: 'Resolver lo pendiente' }

/** The topics, in the order of help and manual. */
export const GROUPS = {
  'set-up': {
    title: { en: 'Set-up', es: 'Instalación' },
    want: { en: 'Try it, and set it up', es: 'Probar e instalar' },
    part: 'try',
    settings: ['baseUrl', 'db', 'out', 'language', 'csvProfile', 'timeZone'],
  },
  nightly: {
    title: { en: 'Every night', es: 'Cada noche' },
    want: { en: 'Every night', es: 'Cada noche' },
    settings: [
      'lookbackDays',
      'sweepDays',
      'cycles',
      'extraCycles',
      'graceMinutes',
      'xlsx',
      'notifyUrl',
      'notifyMail',
      'pingUrl',
    ],
  },
  look: {
    title: { en: 'Questions', es: 'Consultas' },
    want: { en: 'Look', es: 'Consultar' },
    settings: ['overdueHours', 'stuckHours', 'quietBusinessDays', 'pinnedReadings'],
  },
  discrepancies: {
    title: { en: 'Discrepancies', es: 'Novedades' },
    want: WORK,
    part: 'work',
    settings: [
      'toleranceCop',
      'adjustments',
      'postpaidFees',
      'gateway',
      'chargebacks',
      'collectedBasis',
      'notifyCodes',
    ],
  },
  bank: {
    title: { en: 'Statements of the bank', es: 'Extractos del banco' },
    want: WORK,
    part: 'work',
    settings: ['bankText', 'bankDays', 'bankNearPercent', 'bankMapping', 'bankKeepAll'],
  },
  receivables: {
    title: { en: 'Receivables: who has not paid', es: 'Cartera: quién no ha pagado' },
    want: WORK,
    settings: ['receivableMapping', 'receivableWindowDays', 'receivableGraceDays', 'receivableToleranceCop'],
  },
  'month-end': {
    title: { en: 'Month-end', es: 'Cierre de mes' },
    want: { en: 'Close a month', es: 'Cerrar el mes' },
    settings: ['tariff', 'tariffFile', 'tariffDate', 'feesToleranceCop', 'taxId'],
  },
  db: { title: { en: 'Care of the database', es: 'Cuidado de la base de datos' }, settings: ['db', 'backupsKept'] },
  platform: {
    title: { en: 'Schedules, the queue, and many merchants', es: 'Horarios, la cola y varios comercios' },
    settings: ['runAt', 'sweepAt', 'backupAt', 'merchantsAtOnce', 'databaseStore'],
  },
  service: {
    title: {
      en: 'Invoices, settlements, and a sandbox of the service',
      es: 'Facturas, liquidaciones y un servicio de prueba',
    },
    settings: ['baseUrl', 'absentStatuses', 'absentBodies', 'invoiceMinCop', 'invoiceMaxCop', 'clock'],
  },
  webhooks: {
    title: { en: 'Notifications of the service (webhooks)', es: 'Notificaciones del servicio (webhooks)' },
    settings: ['webhookFormat', 'webhookPayloadField'],
  },
} as const satisfies Readonly<Record<string, Topic>>

/** What an answer is read from: a merchant's database, now or at a moment of the past. */
export interface QuestionContext extends JobContext {
  readonly asOf: AsOf | null
  /** The databases of the merchants that the settings file lists; empty where it lists none. */
  readonly databases: () => readonly string[]
  /** A path as the reader would type it. */
  readonly pathAsTyped: (path: string) => string
  /** Whether files may be written: those of a past state only into a folder that was named for them. */
  readonly isWritten: boolean
}

/** How a command is called, and what help and manual say of it. */
export interface CommandWords {
  /** The name, of one word or two: `webhooks serve`. */
  readonly name: string
  readonly group: keyof typeof GROUPS
  /** How it is typed where it is part of another command: `status --runs`. Its name is an old one then, which no help shows. */
  readonly foldedInto?: string
  readonly describe: Both<string>
  /** What the first screen of the help says of it, on one line; it is not on that screen without. */
  readonly inSight?: Both<string>
  /** What the manual says of it beyond `describe`, in English. */
  readonly manual?: string
  /** Command lines and their purposes, with the line in Spanish where it holds words. Help shows them first. */
  readonly examples: readonly (readonly [line: string, purpose: Both<string>, inSpanish?: string])[]
}

/**
 * A question about a database, once: its names and words, how its answer is read, and how the answer is seen. The command, its help
 * and its row of the manual, the call of the library, and the JSON Schema are made from it.
 */
export interface Question<Name extends string, P extends Operands, O extends Options, Facts, To> extends CommandWords {
  readonly name: Name
  /** The questions that are part of its command, each asked by a flag. */
  readonly folds?: readonly Pick<AnyQuestion, 'foldedInto' | 'describe' | 'operands'>[]
  readonly operands: P
  /** Whether they may be left out. */
  readonly hasOptionalOperands?: true
  readonly options: O
  /** Whether it can be asked of a past state. */
  readonly isOfPast?: true
  /** Whether the service may be asked: then progress is shown. */
  readonly asksService?: true
  /** Whether it writes files. */
  readonly writes?: true
  /** Whether the answer is one that a script has to notice: the command then ends with 3. */
  readonly isOff?: (facts: NoInfer<Facts>) => boolean
  /** Whether it is about one thing of one merchant, who is named where there are several, or about all of them; else it is asked of each. */
  readonly about?: 'one' | 'all'
  readonly read: (context: QuestionContext, asked: Asked<P, O>) => Promise<NoInfer<Facts>>
  /** What `--csv` prints, which is short for `--format csv`. */
  readonly csv?: Both<string>
  readonly shape: Shape<Facts, To>
  readonly report?: (facts: NoInfer<Facts>, context: QueryContext, asked: Asked<P, O>) => Report
  /** A screen of its own where a report does not say it; there are no other forms then. */
  readonly text?: (facts: NoInfer<Facts>, context: QueryContext, display: Display, asked: Asked<P, O>) => string
}

/** Any question, for those who make the same of all of them. */
// biome-ignore lint/suspicious/noExplicitAny: the facts of one question are nothing to another.
export type AnyQuestion<Facts = any> = Question<string, any, any, Facts, any>

/** Checks the types of a question, and returns it. */
export const question = <const Name extends string, P extends Operands, O extends Options, Facts, To>(
  one: Question<Name, P, O, Facts, To> & ({ readonly report: unknown } | { readonly text: unknown }),
): Question<Name, P, O, Facts, To> => one

/** Says that an answer shows the past. */
export const asOfNotes = (moment: Moment | null, zone: Zone): readonly Note[] =>
  moment === null
    ? []
    : [
        note(
          inEach((language) => {
            const time = timeIn(moment.at, zone, language)
            return {
              en: `As known at number ${moment.number}, ${time} ${zone.name}`,
              es: `Con la información disponible hasta el paso ${moment.number} (${time} ${zone.name})`,
            }[language]
          }),
        ),
      ]

/** The lines that say that a screen shows the past. */
export const asOfLines = (moment: Moment | null, zone: Zone, language: Language): readonly string[] =>
  asOfNotes(moment, zone).map(({ words }) => words[language])
