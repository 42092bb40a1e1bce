import { resolve } from 'node:path'
import type { AuditReport } from '../../../jobs/audit.ts'
import { AUDIT_PACK, AUDIT_PACKS, AUDIT_PROOF } from '../../../reports/documents/audit.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import type { Slot } from '../../core/slot.ts'
import { slotInWords } from '../../core/slot.ts'
import { aSwitch, once } from '../../input/options.ts'
import { filled, optional, refuseValue, text } from '../../input/readers.ts'
import { timeIn } from '../../print/in-table.ts'
import type { PackAbout } from '../../print/pack/manifest.ts'
import type { PackProblem, PackProof } from '../../print/pack/proof.ts'
import type { Both } from '../../std/both.ts'
import type { CuadreError } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { AuditPack } from '../../store/evidence/evidence-repository.ts'
import { clockIn, dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import type { Command, CommandAnswer, CommandArguments, Flags } from '../framework/command.ts'
import { DATABASE_SETTINGS, DEBUG, JSON_FLAG, optionsTyped, usageError } from '../framework/command.ts'
import { parseSlot } from '../framework/dates.ts'
import { failureOf } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'

/** A time from a manifest, which anybody may have written. A pack is read without settings, so there is no time zone. */
const momentIn = (text: string, language: Language): string => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return text
  return `${clockIn(new Date(at).toISOString().slice(0, 19).replace('T', ' '), language)} UTC`
}

const ENGLISH = {
  made: (masked: boolean, slot: string, files: string, bytes: number, path: string) =>
    `${masked ? 'masked copy of the evidence' : 'evidence'} of ${slot}: ${files} with its manifest and SHA256SUMS, ${bytes} bytes, in ${path}`,
  sha256: (digest: string) => `SHA-256 of its manifest: ${digest}`,
  keep: 'Keep this number apart from the pack; the database keeps it too. With both, anybody can prove that the pack is complete and unchanged:',
  copy: 'It is a copy: its answers are not the bytes that came, and what people wrote may name people.',
  masked: 'masked',
  whole: 'whole ',
  noPack: (slot: string) => `no pack of ${slot} was ever made`,
  about: ({ masked, isDraft, date = '', cycle, letter, month, merchant, madeAt }: PackAbout) => {
    const of =
      letter !== undefined
        ? `claim letter ${letter}`
        : month !== undefined
          ? `month ${month}${isDraft === true ? ' (draft)' : ''}`
          : null
    const what = of ?? `evidence of ${date} cycle ${cycle}`
    return `${masked ? `masked copy of the ${what}` : what}, merchant ${merchant}, made ${momentIn(madeAt, 'en')}`
  },
  notWhole: 'NOT WHOLE:',
  problem: { altered: 'altered', added: 'added', missing: 'missing' } satisfies Record<PackProblem['what'], string>,
  others: (rest: number, more: boolean) =>
    `and ${rest}${more ? ' or more' : ''} ${rest === 1 && !more ? 'other' : 'others'}: see --json`,
  allWhole: (files: number) =>
    `All ${files} files that the manifest names are as it says; nothing was added, and nothing is missing.`,
  agrees:
    'The pack agrees with its own manifest. To prove that the manifest is the original, give its SHA-256 with --digest.',
  proven: 'The manifest has this SHA-256: the pack is complete and unchanged.',
}

const SPANISH: typeof ENGLISH = {
  made: (masked, slot, files, bytes, path) =>
    `${masked ? 'copia enmascarada del soporte' : 'soporte'} de ${slot}: ${files} con su manifiesto y SHA256SUMS, ${bytes} bytes, en ${path}`,
  sha256: (digest) => `SHA-256 de su manifiesto: ${digest}`,
  keep: 'Guarde este número aparte del paquete; también queda en la base de datos. Con los dos, cualquiera puede probar que el paquete está completo y sin cambios:',
  copy: 'Es una copia: sus respuestas no son los bytes que llegaron, y lo que escribieron las personas puede nombrar a alguien.',
  masked: 'enmascarado',
  whole: 'completo   ',
  noPack: (slot) => `nunca se hizo un paquete de ${slot}`,
  about: ({ masked, isDraft, date = '', cycle, letter, month, merchant, madeAt }) => {
    const of =
      letter !== undefined
        ? `carta de reclamación ${letter}`
        : month !== undefined
          ? `mes ${month}${isDraft === true ? ' (borrador)' : ''}`
          : null
    const what = of ?? `soporte del ${dayIn(date, 'es')}, ciclo ${cycle}`
    const made = masked || letter !== undefined ? 'hecha' : 'hecho'
    return `${masked ? `copia enmascarada ${letter === undefined ? 'del' : 'de la'} ${what}` : what}, comercio ${merchant}, ${made} el ${momentIn(madeAt, 'es')}`
  },
  notWhole: 'NO ESTÁ COMPLETO:',
  problem: { altered: 'alterado', added: 'agregado', missing: 'falta' },
  others: (rest, more) => `y ${rest}${more ? ' o más' : ''} más: véalos con --json`,
  allWhole: (files) =>
    `Los ${files} archivos que nombra el manifiesto están como él dice; no se agregó nada, y no falta nada.`,
  agrees:
    'El paquete coincide con su propio manifiesto. Para probar que el manifiesto es el original, dé su SHA-256 con --digest.',
  proven: 'El manifiesto tiene este SHA-256: el paquete está completo y sin cambios.',
}

const WORDS: Both<typeof ENGLISH> = { en: ENGLISH, es: SPANISH }

const auditWords = (language: Language): typeof ENGLISH => WORDS[language]

const madeAnswer = (made: AuditReport, path: string, { language }: Io): CommandAnswer => {
  const { slot, masked, manifestSha256, files, bytes } = made
  const words = auditWords(language)
  return {
    document: () => AUDIT_PACK.of({ pack: { ...made, path } }),
    text: () => [
      words.made(masked, slotInWords(slot)[language], countOf(files, 'file', language), bytes, harmless(path)),
      words.sha256(manifestSha256),
      '',
      words.keep,
      `  cuadre audit --verify ${harmless(quoteForShell(path))} --digest ${manifestSha256}`,
      ...(masked ? ['', words.copy] : []),
    ],
  }
}

const packsAnswer = (slot: Slot, packs: readonly AuditPack[], zone: Zone, { language }: Io): CommandAnswer => {
  const words = auditWords(language)
  const lines = packs.map(
    ({ at, masked, manifest }) => `${timeIn(at, zone, language)}  ${masked ? words.masked : words.whole}  ${manifest}`,
  )
  return {
    document: () => AUDIT_PACKS.of({ slot, packs }),
    text: () => (lines.length === 0 ? [words.noPack(slotInWords(slot)[language])] : lines),
  }
}

/** As many problems as fit on a screen; the JSON document has all. */
const PROBLEMS_MAX = 20

const proofAnswer = (
  proof: PackProof,
  fault: CuadreError | null,
  path: string,
  digest: string | null,
  { language }: Io,
): CommandAnswer => {
  const isProven = fault !== null ? false : digest === null ? null : true
  return {
    document: () => AUDIT_PROOF.of({ proof: { ...proof, path, isProven } }),
    text: () => proofLines(proof, digest, language),
    error: fault === null ? null : failureOf(fault, []),
  }
}

const proofLines = (
  { about, manifestSha256, files, problems, more }: PackProof,
  digest: string | null,
  language: Language,
): readonly string[] => {
  const words = auditWords(language)
  const of = about === null ? [] : [words.about(about)]
  const number = manifestSha256 === null ? [] : [words.sha256(manifestSha256)]
  const found =
    problems.length > 0
      ? problemLines(problems, more, language)
      : [words.allWhole(files), digest === null ? words.agrees : words.proven]
  return [...of, ...number, ...found].map(harmless)
}

const problemLines = (problems: PackProof['problems'], more: boolean, language: Language): readonly string[] => {
  const words = auditWords(language)
  const rest = problems.length - PROBLEMS_MAX
  return [
    words.notWhole,
    ...problems
      .slice(0, PROBLEMS_MAX)
      .map(({ file, what, why }) => `${words.problem[what]}: ${file} (${why[language]})`),
    ...(rest > 0 ? [words.others(rest, more)] : []),
  ]
}

/** Where a pack goes. */
export const PACK_PLACE = {
  out: once(
    {
      en: 'Where it goes: a folder that is new or empty, or a new file that ends in .zip',
      es: 'Dónde queda: una carpeta nueva o vacía, o un archivo nuevo que termine en .zip',
    },
    filled,
  ),
}

export const NAMES = {
  names: aSwitch({
    en: 'With names and document numbers of customers',
    es: 'Con nombres y números de documento de los clientes',
  }),
}

const MAKING: Flags = {
  ...PACK_PLACE,
  mask: aSwitch({
    en: 'A copy for others: no document numbers, no names of customers',
    es: 'Una copia para otros: sin números de documento ni nombres de clientes',
  }),
}

export const audit: Command = {
  name: 'audit',
  group: 'look',
  exits: ['locked'],
  describe: {
    en: 'Evidence of one settlement: every answer of the service, ledgers, history; and its proof, offline',
    es: 'Soporte de una liquidación: cada respuesta del servicio, auxiliares, historia; y su prueba, sin conexión',
  },
  manual:
    '`--out` makes a pack, `--made` lists those that were made, `--verify` proves one: see [Evidence for an auditor](evidence.md).',
  operand: '[date] [cycle]',
  examples: [
    [
      'cuadre audit 2026-03-12 11 --out evidence',
      {
        en: 'make the pack; it prints the number that proves it',
        es: 'hace el paquete; imprime el número que lo prueba',
      },
      'cuadre audit 2026-03-12 11 --out soporte',
    ],
    [
      'cuadre audit 2026-03-12 11 --out evidence.zip --mask',
      { en: 'a copy for others, in one file', es: 'una copia para otros, en un solo archivo' },
      'cuadre audit 2026-03-12 11 --out soporte.zip --mask',
    ],
    [
      'cuadre audit --verify evidence --digest 4f0c...',
      {
        en: 'prove that it is complete and unchanged, without database and network',
        es: 'prueba que está completo y sin cambios, sin base de datos ni red',
      },
      'cuadre audit --verify soporte --digest 4f0c...',
    ],
    [
      'cuadre audit 2026-03-12 11 --made',
      {
        en: 'the packs made of this settlement, with their numbers',
        es: 'los paquetes hechos de esta liquidación, con sus números',
      },
    ],
  ],
  flags: {
    ...MAKING,
    made: aSwitch({
      en: 'List the packs that were made of the settlement, and make none',
      es: 'Enumera los paquetes que se hicieron de la liquidación, y no hace ninguno',
    }),
    verify: {
      kind: 'once',
      isWithoutSettings: true,
      describe: {
        en: 'Verify this pack, a folder or a .zip; nothing else is read',
        es: 'Verifica este paquete, una carpeta o un .zip; no se lee nada más',
      },
    },
    digest: once(
      {
        en: 'SHA-256 of its manifest as it was printed; only with --verify',
        es: 'SHA-256 de su manifiesto, como se imprimió; solo con --verify',
      },
      optional(text),
    ),
    ...JSON_FLAG,
    ...DATABASE_SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    if (given.text('verify') !== undefined) return verify(given, io)
    if (given.text('digest') !== undefined)
      throw usageError(
        { en: '--digest needs --verify', es: '--digest necesita --verify' },
        { en: 'name the pack to prove', es: 'indique el paquete que se va a probar' },
      )
    if (given.operands.length < 2) {
      throw usageError(
        {
          en: '"cuadre audit" needs a date and a cycle, or --verify',
          es: '"cuadre audit" necesita una fecha y un ciclo, o --verify',
        },
        { en: 'see "cuadre audit --help"', es: 'vea "cuadre audit --help"' },
      )
    }
    return given.isOn('made') ? list(given, io) : make(given, io)
  },
}

/** `--out` is that of the pack. */
const NO_REPORTS = { out: undefined, baseUrl: undefined }

const make = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const slot = parseSlot(given)
  const { out } = optionsTyped(PACK_PLACE, given)
  const context = contextOf(given, io, NO_REPORTS)
  const { auditSlot } = await import('../../../jobs/audit.ts')
  const made = await auditSlot({ ...context, masked: given.isOn('mask') }, slot, resolve(io.cwd, out))
  return madeAnswer(made, out, io)
}

const list = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  refuse(given, Object.keys(MAKING), { en: '--made makes no pack', es: '--made no hace ningún paquete' })
  const slot = parseSlot(given)
  const context = contextOf(given, io, NO_REPORTS)
  const { auditPacksOf } = await import('../../../jobs/audit.ts')
  return packsAnswer(slot, await auditPacksOf(context, slot), context.zone, io)
}

/** Verifies the pack alone: it reads no settings, no database and no network. */
const verify = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  if (given.operands.length > 0) {
    throw usageError(
      { en: '--verify takes no date and no cycle', es: '--verify no lleva fecha ni ciclo' },
      { en: 'the pack itself names its settlement', es: 'el paquete mismo nombra su liquidación' },
    )
  }
  refuse(given, [...Object.keys(MAKING), 'made', ...Object.keys(DATABASE_SETTINGS)], {
    en: '--verify reads the pack and nothing else',
    es: '--verify lee el paquete y nada más',
  })
  const pack = filled('--verify', given.text('verify'))
  const { packDamage, provePack } = await import('../../print/pack/proof.ts')
  const digest = parseDigest(given)
  const proof = await provePack(resolve(io.cwd, pack), digest, io.signal)
  return proofAnswer(proof, packDamage(pack, proof), pack, digest, io)
}

const refuse = (given: CommandArguments, flags: readonly string[], why: Both<string>): void => {
  const odd = flags.find((flag) => given.isOn(flag) || given.text(flag) !== undefined)
  if (odd !== undefined)
    throw usageError(
      { en: `${why.en}; --${odd} cannot be used with it`, es: `${why.es}; --${odd} no se puede usar con ella` },
      { en: 'leave it out', es: 'omítala' },
    )
}

const parseDigest = ({ text }: CommandArguments): string | null => {
  const digest = text('digest')?.trim().toLowerCase()
  if (digest === undefined) return null
  if (/^[0-9a-f]{64}$/.test(digest)) return digest
  return refuseValue('--digest', digest, {
    en: 'a SHA-256: all 64 hex digits, as they were printed when the pack was made',
    es: 'un SHA-256: los 64 dígitos hexadecimales, como se mostraron al hacer el paquete',
  })
}
