import type { AuditReport } from '../../../../jobs/audit.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { nameOf, type Slot } from '../../../domain/slot.ts'
import { jsonText } from '../../../publish/json.ts'
import { type PackProof, packDamage } from '../../../publish/pack/proof.ts'
import { harmless } from '../../../std/harmless.ts'
import type { AuditPack } from '../../../storage/evidence/audit-packs.ts'
import type { Given } from '../../framework/command.ts'
import { failureLine, failureOf } from '../../framework/failure.ts'
import type { Io } from '../../framework/io.ts'

export const printMade = async (made: AuditReport, path: string, given: Given, io: Io): Promise<number> => {
  const { slot, merchant, madeAt, masked, manifestSha256, files, bytes } = made
  const pack = { path, merchant, ...slot, madeAt, masked, manifestSha256, files, bytes }
  const lines = [
    `${masked ? 'masked copy of the evidence' : 'evidence'} of ${nameOf(slot)}: ${files} files, ${bytes} bytes, in ${path}`,
    `SHA-256 of its manifest: ${manifestSha256}`,
    '',
    'Keep this number apart from the pack; the database keeps it too. With both, anybody can prove that the pack is complete and unchanged:',
    `  cuadre audit --verify ${/^[\w./:-]+$/.test(path) ? path : JSON.stringify(path)} --digest ${manifestSha256}`,
    ...(masked
      ? ['', 'It is a copy: its answers are not the bytes that came, and what people wrote may name people.']
      : []),
  ]
  const document = answerDocument('audit', 0, { pack })
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
  return 0
}

export const printPacks = async (
  slot: Slot,
  packs: readonly AuditPack[],
  zone: Zone,
  given: Given,
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
  const lines = packs.map(
    ({ at, masked, manifest }) => `${zone.clockAt(at)}  ${masked ? 'masked' : 'whole '}  ${manifest}`,
  )
  const text = lines.length === 0 ? `no pack of ${nameOf(slot)} was ever made\n` : `${lines.join('\n')}\n`
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : text)
  return 0
}

/** As many problems as fit on a screen; the JSON document has them all. */
const MOST = 20

export const printProof = async (
  proof: PackProof,
  path: string,
  digest: string | null,
  given: Given,
  io: Io,
): Promise<number> => {
  const fault = packDamage(path, proof)
  const failure = fault === null ? null : failureOf(fault, [])
  if (failure !== null) io.stderr(failureLine(failure, io.language))
  const exitCode = failure?.exitCode ?? 0
  const { manifestSha256, files, problems, more, about } = proof
  const isProven = failure !== null ? false : digest === null ? null : true
  const found = { path, manifestSha256, isProven, about, files, problems: problems.map((one) => ({ ...one })), more }
  const error = failure
  const document = answerDocument('audit', exitCode, { proof: found }, error)
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : proofText(proof, digest))
  return exitCode
}

const proofText = ({ about, manifestSha256, files, problems, more }: PackProof, digest: string | null): string => {
  const of =
    about === null
      ? []
      : [
          `${about.masked ? 'masked copy of the evidence' : 'evidence'} of ${about.date} cycle ${about.cycle}, merchant ${about.merchant}, made ${about.madeAt}`,
        ]
  const number = manifestSha256 === null ? [] : [`SHA-256 of its manifest: ${manifestSha256}`]
  return `${[...of, ...number, ...verdict(files, problems, more, digest)].map(harmless).join('\n')}\n`
}

const verdict = (
  files: number,
  problems: PackProof['problems'],
  more: boolean,
  digest: string | null,
): readonly string[] => {
  if (problems.length > 0) {
    const rest = problems.length - MOST
    return [
      'NOT WHOLE:',
      ...problems.slice(0, MOST).map(({ file, what, why }) => `${what}: ${file} (${why})`),
      ...(rest > 0 ? [`and ${rest}${more ? ' or more' : ''} others: see --json`] : []),
    ]
  }
  const whole = `All ${files} files that the manifest names are as it says; nothing was added, and nothing is missing.`
  return digest === null
    ? [
        whole,
        'The pack agrees with its own manifest. To prove that the manifest is the original, give its SHA-256 with --digest.',
      ]
    : [whole, 'The manifest has this SHA-256: the pack is complete and unchanged.']
}
