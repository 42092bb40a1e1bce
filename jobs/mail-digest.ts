import { join } from 'node:path'
import { lettersOf } from '../reports/documents/claims.ts'
import { type Digest, digestSubject, digestText } from '../reports/documents/digest.ts'
import { type Days, monthOf } from '../src/core/calendar/calendar.ts'
import { isOpen } from '../src/core/findings/discrepancy.ts'
import { type Changes, changesToNotify } from '../src/core/findings/timeline.ts'
import { addDays, asSlotDate, type SlotDate, weekdayOf } from '../src/core/slot.ts'
import type { MailSetting } from '../src/input/mail-reader.ts'
import { positionAtRest } from '../src/rules/account/at-rest.ts'
import { businessDaysRead } from '../src/rules/account/business-days-read.ts'
import { addPositions } from '../src/rules/account/position.ts'
import { positionOf } from '../src/rules/account/position-of.ts'
import { casesInOrder } from '../src/rules/account/to-do.ts'
import type { Both } from '../src/std/both.ts'
import { CuadreError, codeOf } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { firstSentence } from '../src/words/first-sentence.ts'
import { claimsInStore } from './steps/query/claims-in-store.ts'
import { readMonth } from './steps/query/month-steps.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { settlementsInDatabase } from './steps/report/counted-reports.ts'
import { type JobContext, warning } from './steps/run/context.ts'

/** In ms: a slow server does not hold up a night. */
const MAIL_TIMEOUT_MS = 5000
const DAY_MS = 86_400_000
const CASES_MAX = 5
const MONDAY = 0

/**
 * Sends the mail of the day with the first run that ends after its time. A server that refuses or is slow is told as a warning, and the
 * run is not affected; the next mail is that of the next day.
 */
export const mailDigest = async (job: JobContext, began: number): Promise<void> => {
  const { notifyMail: mail } = job.settings
  if (mail === null) return
  try {
    if (!(await isDue(job, mail, began))) return
    const digest = await readDatabase({ ...job, asOf: null }, (store) => digestOf(job, store))
    if (digest === null) return
    await sendMail(job, mail, digest)
  } catch (error) {
    job.progress(warning({ code: 'MAIL_FAILED', texts: { message: whyOf(error, mail), next: nextOf(error) } }))
  }
}

/** No run of today began after the time before this one. */
const isDue = async (job: JobContext, { at }: MailSetting, began: number): Promise<boolean> => {
  const { zone, now } = job
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const due = zone.instantOf(zone.dateAt(now()), hours * 60 + minutes)
  if (now() < due) return false
  const runs = await readDatabase({ ...job, asOf: null }, (store) =>
    store.runs.list({ job: 'run', failed: false, most: RUNS_MAX }),
  )
  return (runs ?? []).every(({ at: other }) => other >= began || other < due)
}

const RUNS_MAX = 50

const digestOf = async (job: JobContext, store: Store): Promise<Digest> => {
  const { settings, zone, now } = job
  const { language, out } = settings
  const today = zone.dateAt(now())
  const { reports, rest } = await settlementsInDatabase(job, store, now())
  const open = casesInOrder(
    reports.flatMap(({ discrepancies }) => discrepancies.filter((one) => isOpen(one) && one.severity !== 'info')),
  )
  const cases = open.slice(0, CASES_MAX)
  const { claims } = weekdayOf(today) === MONDAY ? await claimsInStore(store) : { claims: null }
  return {
    ...{ language, today, merchant: store.merchant.name },
    sentence: firstSentence(
      addPositions([positionOf(reports), positionAtRest(rest)]),
      language,
      businessDaysRead(reports),
    ).text,
    cases: cases.map(({ first, amount }) => ({ slot: first.slot, code: first.code, amount })),
    others: open.length - cases.length,
    changes: await changesSinceYesterday(job, store),
    late: claims && lettersOf({ claims, today }).filter(({ isPastDay }) => isPastDay),
    closing: today.endsWith('-03') ? await closingOf(job, lastMonth(today)) : null,
    links: [
      join(out, 'index.html'),
      ...[...new Set(cases.map(({ first }) => first.slot.date))].map((date) => join(out, date, 'report.html')),
    ],
  }
}

const NO_CHANGES: Changes = { appeared: [], worse: [], resolved: [] }

const changesSinceYesterday = async (job: JobContext, store: Store): Promise<Changes> => {
  try {
    const at = job.now() - DAY_MS
    const before = await readDatabase({ ...job, asOf: { kind: 'time', at } }, (then) => then.findings.lastSighting())
    return changesToNotify(await store.findings.changesSince(before ?? 0), job.settings.notifyCodes)
  } catch (error) {
    if (error instanceof CuadreError && error.code === 'AS_OF_TOO_EARLY') return NO_CHANGES
    throw error
  }
}

const lastMonth = (today: SlotDate): Days => monthOf(addDays(asSlotDate(`${today.slice(0, 7)}-01`) ?? today, -1))

const closingOf = async (job: JobContext, days: Days): Promise<Digest['closing']> => {
  try {
    const { steps } = await readMonth({ ...job, asOf: null }, days)
    const left = steps.filter(({ state }) => state === 'to-do' || state === 'blocked')
    return { month: days.from, steps: left.map(({ step }) => step) }
  } catch (error) {
    if (error instanceof CuadreError && error.code === 'NEVER_PULLED') return null
    throw error
  }
}

const sendMail = async (job: JobContext, mail: MailSetting, digest: Digest): Promise<void> => {
  const { host, port, user, from, to } = mail
  const { createTransport } = await mailPackage()
  const pass = job.settings.mailPassword
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host)
  const timeouts = {
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  }
  const transport = createTransport({
    ...{ host, port, secure: port === 465, ...timeouts },
    // A password is sent only over an encrypted connection.
    ...(user !== null && pass !== null ? { auth: { user, pass }, requireTLS: !isHere } : {}),
    ...(isHere ? { ignoreTLS: true } : {}),
  })
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new MailTooSlow()), MAIL_TIMEOUT_MS).unref()
  })
  try {
    await Promise.race([
      transport.sendMail({ from, to: [...to], subject: digestSubject(digest), text: digestText(digest) }),
      late,
    ])
  } finally {
    transport.close()
  }
}

class MailTooSlow extends Error {
  override readonly name = 'MailTooSlow'
}

/** Loads the package that only users of `notifyMail` install. */
const mailPackage = async () => {
  try {
    const loaded = await import('nodemailer')
    return 'default' in loaded ? loaded.default : loaded
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CuadreError(
      'NO_MAIL_PACKAGE',
      {
        en: 'notifyMail needs the package nodemailer, and it is not installed',
        es: 'notifyMail necesita el paquete nodemailer, que no está instalado',
      },
      {
        en: 'install it beside cuadre: npm install --global nodemailer, or without --global where cuadre is a dependency of your project',
        es: 'instálelo junto a cuadre: npm install --global nodemailer, o sin --global donde cuadre es una dependencia de su proyecto',
      },
      { cause: error },
    )
  }
}

/** Names the server alone: an answer may repeat what was sent. */
const whyOf = (error: unknown, { host }: MailSetting): Both<string> => {
  if (error instanceof CuadreError) return error.texts.message
  const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string }
  if (error instanceof MailTooSlow || code === 'ETIMEDOUT')
    return {
      en: `the mail server ${host} did not answer within ${MAIL_TIMEOUT_MS / 1000} s`,
      es: `el servidor de correo ${host} no respondió en ${MAIL_TIMEOUT_MS / 1000} s`,
    }
  if (responseCode !== undefined)
    return {
      en: `the mail server ${host} refused the mail (${responseCode})`,
      es: `el servidor de correo ${host} rechazó el correo (${responseCode})`,
    }
  const what = code !== undefined && /^[A-Z_0-9]+$/.test(code) ? code : error instanceof Error ? error.name : 'unknown'
  return {
    en: `the mail could not be sent by ${host} (${what})`,
    es: `no se pudo enviar el correo por ${host} (${what})`,
  }
}

const nextOf = (error: unknown): Both<string> =>
  error instanceof CuadreError
    ? error.texts.next
    : { en: 'the run is not affected; check notifyMail', es: 'la ejecución no se afecta; revise notifyMail' }
