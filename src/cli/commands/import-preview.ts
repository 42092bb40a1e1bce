import { basename, resolve } from 'node:path'
import type { BankStatement } from '../../core/bank/bank-statement.ts'
import type { Json } from '../../core/cell.ts'
import type { Centavos } from '../../core/money.ts'
import { aSwitch } from '../../input/options.ts'
import { jsonText } from '../../print/json.ts'
import { column, note, type Report, table } from '../../print/report.ts'
import type { Both } from '../../std/both.ts'
import { type Command, type CommandArguments, usageError } from '../framework/command.ts'
import type { Io } from '../framework/io.ts'

export const GUESS = {
  guess: aSwitch({
    en: 'Propose how the columns are read, and import nothing',
    es: 'Propone cómo leer las columnas, y no importa nada',
  }),
} as const satisfies Command['flags']

/** The one file that is looked at: its path, and its name. */
export const fileToGuess = ({ operands: [typed, ...others] }: CommandArguments, { cwd }: Io) => {
  if (typed !== undefined && others.length === 0) return { path: resolve(cwd, typed), name: basename(typed) }
  throw usageError(
    { en: '--guess looks at one file', es: '--guess mira un solo archivo' },
    { en: 'name one file', es: 'indique un archivo' },
  )
}

/** A file as it would be imported. */
interface Preview {
  readonly name: string
  readonly format: string
  /** What a person has to write into the settings; null where nothing is missing there. */
  readonly proposed: { readonly [setting: string]: Json } | null
  readonly rows: readonly { readonly on: string; readonly value: Centavos; readonly text: string }[]
  readonly count: number
  readonly statements?: readonly BankStatement[]
  readonly refusal: Both<string> | null
}

export const previewReport = ({ name, format, proposed, rows, count, statements = [], refusal }: Preview): Report => ({
  merchant: null,
  title: { en: `${name}, as it would be imported`, es: `${name}, como se importaría` },
  sections: [
    refusal === null
      ? note(
          proposed === null
            ? {
                en: `It can be imported as it is (${format}).`,
                es: `Se puede importar tal como está (${format}).`,
              }
            : {
                en: 'Its columns are proposed below: look at them, and put them into the settings file.',
                es: 'Abajo se proponen sus columnas: revíselas y póngalas en el archivo de parámetros.',
              },
          { isStrong: true, tone: proposed === null ? 'good' : 'warning' },
        )
      : note(
          {
            en: `It would be refused: ${refusal.en}`,
            es: `Se rechazaría: ${refusal.es}`,
          },
          { isStrong: true, tone: 'bad' },
        ),
    ...(proposed === null
      ? []
      : [note({ en: 'Settings:', es: 'Parámetros:' }, { command: jsonText(proposed).replaceAll(/\n */g, ' ') })]),
    table({
      ...{ name: 'statements', rows: statements, columns: STATEMENTS },
      title: { en: 'Days and balances', es: 'Días y saldos' },
    }),
    table({
      ...{ name: 'rows', rows, columns: ROWS },
      title:
        count > rows.length
          ? {
              en: `The first rows of ${count}, as they would be read`,
              es: `Las primeras filas de ${count}, como se leerían`,
            }
          : { en: 'Its rows, as they would be read', es: 'Sus filas, como se leerían' },
    }),
  ],
})

type Row = Preview['rows'][number]

const ROWS = [
  column('date', 'date', { en: 'Date', es: 'Fecha' }, ({ on }: Row) => on),
  column('value', 'change', { en: 'COP', es: '$' }, ({ value }: Row) => value),
  column('text', 'text', { en: 'Text', es: 'Texto' }, ({ text }: Row) => text, { least: 20 }),
]

const STATEMENTS = [
  column('account', 'text', { en: 'Account', es: 'Cuenta' }, ({ account }: BankStatement) => account),
  column('from', 'date', { en: 'From', es: 'Desde' }, ({ from }: BankStatement) => from),
  column('to', 'date', { en: 'To', es: 'Hasta' }, ({ to }: BankStatement) => to),
  column('entries', 'count', { en: 'Entries', es: 'Movimientos' }, ({ entries }: BankStatement) => entries.length),
  column('opening', 'money', { en: 'Opening, COP', es: 'Saldo inicial, $' }, ({ opening }: BankStatement) => opening),
  column('closing', 'money', { en: 'Closing, COP', es: 'Saldo final, $' }, ({ closing }: BankStatement) => closing),
]
