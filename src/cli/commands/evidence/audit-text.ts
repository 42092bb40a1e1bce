import type { AuditReport } from '../../../../jobs/audit.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { type Slot, slotInWords } from '../../../domain/slot.ts'
import { countOf } from '../../../i18n/counts.ts'
import type { Language } from '../../../i18n/language.ts'
import { timeIn } from '../../../print/in-table.ts'
import { jsonText } from '../../../publish/json.ts'
import { type PackProof, packDamage } from '../../../publish/pack/proof.ts'
import { harmless } from '../../../std/harmless.ts'
import { quoteForShell } from '../../../std/quote-for-shell.ts'
import type { AuditPack } from '../../../storage/evidence/evidence-repository.ts'
import type { CommandArguments } from '../../framework/command.ts'
import { failureLine, failureOf } from '../../framework/failure.ts'
import type { Io } from '../../framework/io.ts'
import { auditWords } from './audit-words.ts'

export const printMade = async (made: AuditReport, path: string, given: CommandArguments, io: Io): Promise<number> => {
  const { slot, merchant, madeAt, masked, manifestSha256, files, bytes } = made
  const pack = { path, merchant, ...slot, madeAt, masked, manifestSha256, files, bytes }
  const words = auditWords(io.language)
  const lines = [
    words.made(masked, slotInWords(slot)[io.language], countOf(files, 'file', io.language), bytes, harmless(path)),
    words.sha256(manifestSha256),
    '',
    words.keep,
    `  cuadre audit --verify ${harmless(quoteForShell(path))} --digest ${manifestSha256}`,
    ...(masked ? ['', words.copy] : []),
  ]
  const document = answerDocument('audit', 0, { pack })
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
  return 0
}

export const printPacks = async (
  slot: Slot,
  packs: readonly AuditPack[],
  zone: Zone,
  given: CommandArguments,
  io: Io,
): Promise<number> => {
  const document = answerDocument('audit', 0, {
    ...slot,
    packs: packs.map(({ at, masked, manifest }) => ({
      madeAt: new Date(at).toISOString(),
      masked,
      manifestSha256: manifest,
    })),
  })
  const words = auditWords(io.language)
  const lines = packs.map(
    ({ at, masked, manifest }) =>
      `${timeIn(at, zone, io.language)}  ${masked ? words.masked : words.whole}  ${manifest}`,
  )
  const text = `${lines.length === 0 ? words.noPack(slotInWords(slot)[io.language]) : lines.join('\n')}\n`
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : text)
  return 0
}

/** As many problems as fit on a screen; the JSON document has all. */
const PROBLEMS_MAX = 20

export const printProof = async (
  proof: PackProof,
  path: string,
  digest: string | null,
  given: CommandArguments,
  io: Io,
): Promise<number> => {
  const fault = packDamage(path, proof)
  const failure = fault === null ? null : failureOf(fault, [])
  if (failure !== null) io.stderr(failureLine(failure, io.language))
  const exitCode = failure?.exitCode ?? 0
  const { manifestSha256, files, problems, more, about } = proof
  const isProven = failure !== null ? false : digest === null ? null : true
  const found = {
    path,
    manifestSha256,
    isProven,
    about,
    files,
    problems: problems.map((one) => ({ ...one, why: one.why.en })),
    more,
  }
  const error = failure
  const document = answerDocument('audit', exitCode, { proof: found }, error)
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : proofText(proof, digest, io.language))
  return exitCode
}

const proofText = (
  { about, manifestSha256, files, problems, more }: PackProof,
  digest: string | null,
  language: Language,
): string => {
  const words = auditWords(language)
  const of = about === null ? [] : [words.about(about)]
  const number = manifestSha256 === null ? [] : [words.sha256(manifestSha256)]
  const found =
    problems.length > 0
      ? problemLines(problems, more, language)
      : [words.allWhole(files), digest === null ? words.agrees : words.proven]
  return `${[...of, ...number, ...found].map(harmless).join('\n')}\n`
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
