import { UNRESOLVED } from '../../../domain/findings/discrepancy.ts'
import { wordsIn } from '../../../domain/words-in.ts'
import { type Command, type CommandArguments, usageError } from '../../framework/command.ts'
import { ACT_FLAGS, act, parseAuthor, parseTargets } from './disposition-flags.ts'

export const discrepanciesNote: Command = {
  name: 'discrepancies note',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Add a note to discrepancies; their state stays',
    es: 'Agrega una nota a hallazgos; su estado no cambia',
  },
  manual: [
    ['ID... TEXT [--by NAME] [--json]', 'Adds a note to discrepancies (with a filter, give it as `--text TEXT`).'],
  ],
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
    text: {
      kind: 'once',
      describe: { en: 'The note, when it does not come last', es: 'La nota, cuando no va al final' },
    },
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const { ids, text } = split(given)
    const targets = parseTargets(given, ids, UNRESOLVED)
    const disposition = { kind: 'note', reason: wordsIn({ en: 'the note', es: 'la nota' }, text) } as const
    return act('discrepancies note', given, io, { by: parseAuthor(given), targets, disposition })
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
