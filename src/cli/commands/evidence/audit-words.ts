import { clockIn, dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import type { PackAbout } from '../../../publish/pack/manifest.ts'
import type { PackProblem } from '../../../publish/pack/proof.ts'
import type { Both } from '../../../std/both.ts'

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
  about: ({ masked, date, cycle, merchant, madeAt }: PackAbout) =>
    `${masked ? 'masked copy of the evidence' : 'evidence'} of ${date} cycle ${cycle}, merchant ${merchant}, made ${momentIn(madeAt, 'en')}`,
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
  about: ({ masked, date, cycle, merchant, madeAt }) =>
    `${masked ? 'copia enmascarada del soporte' : 'soporte'} del ${dayIn(date, 'es')}, ciclo ${cycle}, comercio ${merchant}, hecho el ${momentIn(madeAt, 'es')}`,
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

export const auditWords = (language: Language): typeof ENGLISH => WORDS[language]
