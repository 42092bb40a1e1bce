import { createHash } from 'node:crypto'
import type { Child } from 'hono/jsx'
import type { Zone } from '../src/domain/calendar.ts'
import type { Discrepancy } from '../src/domain/discrepancy.ts'
import { type Centavos, inWords } from '../src/domain/money.ts'
import { byCodeAndSubject } from '../src/domain/order.ts'
import { nameOf } from '../src/domain/slot.ts'
import { STYLE } from './audit-page-style.ts'
import { type Explanation, standing } from './explanation.ts'
import { changedNothing, type PullStep } from './pull-steps.ts'

/** What the readable page of an evidence pack is made from. */
export interface AuditedSlot {
  readonly told: Explanation
  readonly zone: Zone
  readonly masked: boolean
  /** Of the tool that made the pack. */
  readonly version: string
  /** Null when nothing of the slot was ever read whole. */
  readonly judgedBy: { readonly cuadre: string } | null
  /** Files with bytes of answers. */
  readonly answers: number
  /** Steps in the lives of all its discrepancies. */
  readonly steps: number
}

/** Nothing may be fetched, run or framed; the one style is allowed by its digest. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** As many as somebody reads on a page; the files have them all. */
const MOST = 50

/** The page that an auditor opens first: what was found, and what each file of the pack is. Text of the service is escaped. */
export const auditPage = (audited: AuditedSlot): string => `<!doctype html>\n${String(<Page {...audited} />)}\n`

const Page = ({ told, zone, masked, version, judgedBy, answers, steps }: AuditedSlot) => {
  const { report } = told
  const name = nameOf(report.slot)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>{`Evidence of ${name}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>Evidence of {name}</h1>
          <p class="soft">
            Merchant {report.merchant}; times in {zone.name}; made by cuadre {version}
            {judgedBy === null ? '' : `, judged by cuadre ${judgedBy.cuadre} under the settings in policy.json`}
          </p>
          {masked ? <MaskedNote /> : null}
          <Figures told={told} zone={zone} />
          <Found told={told} />
          <Pulls told={told} zone={zone} />
          <Files answers={answers} steps={steps} masked={masked} />
          <Proof />
        </main>
      </body>
    </html>
  )
}

const MaskedNote = () => (
  <p class="note">
    <strong>This is a masked copy for others.</strong> Document numbers and names of customers are shown as ***, also in
    the answers of the service: <strong>those files are not the bytes that came.</strong> Beside each, answers.csv gives
    the SHA-256 of the original, except where only one record hides something, because that number could then be used to
    guess it. Free text of others (descriptions, reasons) may still name people.
  </p>
)

const Figures = ({ told, zone }: Pick<AuditedSlot, 'told' | 'zone'>) => {
  const { report, waterfall } = told
  const { settlement, totals, judged, unexplained, pulledAt, incomplete, verdict } = report
  const stated = settlement?.invoiceCount ?? null
  const counted = totals?.counted ?? null
  return (
    <Part title="What it says">
      <p>
        Verdict: <strong>{verdict}</strong>.{' '}
        {settlement === null ? 'No settlement' : `Settlement ${plain(settlement.status)}`};{' '}
        {pulledAt === null ? 'never read whole' : `read ${zone.clockAt(pulledAt)}`}.
      </p>
      {incomplete === null ? null : <p class="bad">The last attempt could not be read whole: {plain(incomplete)}</p>}
      <Table heads={['COP', '#stated', '#recomputed', '#difference']}>
        <tr>
          <td>invoices</td>
          <Sum>{stated}</Sum>
          <Sum>{counted}</Sum>
          <Sum>{judged.list && stated !== null && counted !== null ? stated - counted : null}</Sum>
        </tr>
        {waterfall.map((step) => (
          <tr>
            <td>{step.name}</td>
            <Sum>{cop(step.stated)}</Sum>
            <Sum>{cop(step.recomputed)}</Sum>
            <Sum>{cop(step.difference)}</Sum>
          </tr>
        ))}
        <tr>
          <td>
            <strong>unexplained</strong>
          </td>
          <Sum>{null}</Sum>
          <Sum>{null}</Sum>
          <Sum>{unexplained === null ? 'not judged' : cop(unexplained)}</Sum>
        </tr>
      </Table>
    </Part>
  )
}

const Found = ({ told }: Pick<AuditedSlot, 'told'>) => {
  const found = told.report.discrepancies.toSorted(byCodeAndSubject)
  const causes = [...new Set(standing(told.report).flatMap((one) => one.causes.map(({ detail }) => detail)))]
  return (
    <Part title="What was found">
      {found.length === 0 ? <p>Nothing.</p> : null}
      {found.length === 0 ? null : (
        <Table heads={['code', 'severity', 'state', 'about', 'what happened']}>
          {found.slice(0, MOST).map(FoundRow)}
        </Table>
      )}
      {found.length > MOST ? <p>And {found.length - MOST} more, in discrepancies.csv.</p> : null}
      {causes.length === 0 ? null : <p>Would close the gap to the centavo, which does not make it true:</p>}
      {causes.length === 0 ? null : (
        <ul>
          {causes.map((detail) => (
            <li>{plain(detail)}</li>
          ))}
        </ul>
      )}
    </Part>
  )
}

const FoundRow = ({ code, severity, state, subject, message }: Discrepancy) => (
  <tr>
    <td class="key">{code}</td>
    <td class={severity === 'error' && state !== 'resolved' ? 'bad' : ''}>{severity}</td>
    <td>{state}</td>
    <td>{plain(subject)}</td>
    <td>{plain(message)}</td>
  </tr>
)

/** The quiet ones between are counted. */
const Pulls = ({ told, zone }: Pick<AuditedSlot, 'told' | 'zone'>) => {
  const { pulls } = told
  const telling = pulls.filter((pull, at) => pull.isFirst || at === pulls.length - 1 || !changedNothing(pull))
  const shown = telling.slice(-MOST)
  return (
    <Part title="When it was read">
      <Table heads={['pull', 'read', 'verdict', 'what changed']}>
        {shown.map((pull) => (
          <tr>
            <td>{pull.number ?? 'attempt'}</td>
            <td class="key">{zone.clockAt(pull.at)}</td>
            <td>{pull.verdict ?? (pull.incomplete === null ? 'not checked' : 'incomplete')}</td>
            <td>{plain(changeOf(pull))}</td>
          </tr>
        ))}
      </Table>
      <p class="soft">
        {pulls.length} in all, in pulls.csv; {pulls.length - shown.length} of them are not shown here.
      </p>
    </Part>
  )
}

const changeOf = ({ incomplete, isFirst, settlement, invoices, ...step }: PullStep): string => {
  if (incomplete !== null) return incomplete.reason
  if (isFirst) return `first read: ${invoices.added} invoices, settlement ${step.status ?? 'absent'}`
  const counts = Object.entries(invoices).filter(([, number]) => number > 0)
  const ofList = counts.map(([how, number]) => `${number} invoices ${how}`)
  const ofSettlement = settlement.map(({ field, before, now }) => `${field} ${shown(before)} -> ${shown(now)}`)
  return [...ofSettlement, ...ofList].join('; ') || 'nothing'
}

const shown = (value: PullStep['settlement'][number]['now']): string => {
  if (value === null) return 'absent'
  return typeof value === 'bigint' ? inWords(value) : String(value)
}

const Files = ({ answers, steps, masked }: Pick<AuditedSlot, 'answers' | 'steps' | 'masked'>) => (
  <Part title="What each file is">
    <Table heads={['file', 'what it is']}>
      <File name="settlement-ledger.csv">the figures of the slot, stated and recomputed</File>
      <File name="invoice-ledger.csv">every invoice its list holds</File>
      <File name="discrepancies.csv">what does not add up, as it stands</File>
      <File name="discrepancy-history.csv">
        what checks saw and people did about it, ever: {steps} steps, with the figures of their time
      </File>
      <File name="pulls.csv">every reading of the slot, and every attempt that could not be read whole</File>
      <File name="answers.csv">every answer of every reading: request, status, SHA-256, and the file that has it</File>
      <File name="answers/">
        {answers} files: the answers of the service, {masked ? 'masked' : 'byte for byte as they came'}; answers that
        are alike share one file
      </File>
      <File name="policy.json">the settings the figures rest on, and the versions of the tool</File>
      <File name="manifest.json">size and SHA-256 of every file above</File>
      <File name="SHA256SUMS">the same for sha256sum, the manifest included</File>
    </Table>
  </Part>
)

const Proof = () => (
  <Part title="How to prove that it is whole">
    <p>Whoever made the pack was given the SHA-256 of its manifest, to be kept apart from it. With that number:</p>
    <pre>cuadre audit --verify FOLDER --digest NUMBER</pre>
    <p>
      tells every file that was altered, added or is missing. It needs no database and no network. Without cuadre, in
      the folder of the pack: <code>sha256sum manifest.json</code> must show that number, and{' '}
      <code>sha256sum -c SHA256SUMS</code> must call every file OK.
    </p>
  </Part>
)

const Part = ({ title, children }: { title: string; children: Child }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)

/** A head that begins with # is one of numbers. */
const Table = ({ heads, children }: { heads: readonly string[]; children: Child }) => (
  <div class="wide">
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" class={head.startsWith('#') ? 'sum' : ''}>
              {head.replace('#', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

const Sum = ({ children }: { children: string | number | null }) => <td class="sum">{children ?? ''}</td>

const File = ({ name, children }: { name: string; children: Child }) => (
  <tr>
    <td class="key">
      <code>{name}</code>
    </td>
    <td>{children}</td>
  </tr>
)

const cop = (sum: Centavos | null): string | null => (sum === null ? null : inWords(sum).replace('COP ', ''))

/** Text of others, on one line and short: no control or format character of it turns the page around. */
const plain = (text: string): string => {
  const letters = [...text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('')
}
const LONGEST = 300
