import { expect, test } from 'vitest'
import { letter, SETTINGS, tell } from './claim-letters.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { type Nights, startNights } from './night.ts'

const withMail = ({ port }: Mailbox) => ({
  ...SETTINGS,
  notifyMail: {
    host: '127.0.0.1',
    port,
    user: null,
    from: 'cuadre@comercio.example',
    to: ['ana@comercio.example', 'luis@comercio.example'],
    at: '07:00',
  },
})

/** A night at this time, whole: nothing is named. */
const night = (nights: Nights, mailbox: Mailbox, time: string, instead = {}) => {
  nights.clock(time)
  return nights.run({}, { ...withMail(mailbox), ...instead })
}

test('one mail a day says the first answer, what to look at, and what changed, without names', async () => {
  const mailbox = await startMailbox()
  const nights = await startNights('2026-03-26 06:00')
  tell(nights, '2026-03-25')
  await night(nights, mailbox, '2026-03-26 06:00')
  expect(mailbox.mails).toEqual([])
  await night(nights, mailbox, '2026-03-26 13:30')
  await night(nights, mailbox, '2026-03-26 22:30')
  expect(mailbox.mails).toHaveLength(1)
  tell(nights, '2026-03-26', { paymentAmount: 1_900_000 })
  await night(nights, mailbox, '2026-03-27 13:30')
  const [, second] = mailbox.mails
  expect(second).toMatchObject({
    from: 'cuadre@comercio.example',
    to: ['ana@comercio.example', 'luis@comercio.example'],
  })
  expect(second?.subject).toBe('Cuadre, default, 2026-03-27')
  expect(second?.text).toContain('COP 99,000')
  expect(second?.text).toMatch(/To look at first:\n- 2026-03-26 11: .*, COP 99,000/)
  expect(second?.text).toMatch(/Since yesterday:\nNew \(1\): 2026-03-26 11/)
  expect(second?.text).toContain('index.html')
  expect(second?.text).not.toMatch(/Inquilino|100001/)
  // The next day nothing is new.
  await night(nights, mailbox, '2026-03-28 13:30')
  expect(mailbox.mails[2]?.text).toContain('Nothing changed since yesterday.')
})

test('Mondays tell claims past their day, and the third what blocks the closing', async () => {
  const mailbox = await startMailbox()
  const nights = await startNights('2026-03-12 13:30')
  tell(nights, '2026-03-11', { paymentAmount: 1_900_000 })
  await night(nights, mailbox, '2026-03-12 13:30')
  await letter(nights, 'letter')
  await night(nights, mailbox, '2026-03-16 13:30', { language: 'es' })
  expect(mailbox.mails.at(-1)?.text).not.toContain('vencidas')
  await night(nights, mailbox, '2026-03-30 13:30', { language: 'es' })
  expect(mailbox.mails.at(-1)?.text).toContain('Reclamaciones vencidas:\n- carta 1: $ 99.000, para el 22/03/2026')
  await night(nights, mailbox, '2026-04-03 13:30', { language: 'es' })
  expect(mailbox.mails.at(-1)?.text).toMatch(
    /Falta de marzo de 2026:\n(- .*\n)*- lo que debe el operador está reclamado\n(- .*\n)*- todo se decidió y el mes se cerró\n(- .*\n)*- el paquete para el auditor/,
  )
})

test('a server that refuses, is slow or is not there is told, and fails no night', async () => {
  const mailbox = await startMailbox()
  const nights = await startNights('2026-03-26 13:30')
  tell(nights, '2026-03-25')
  mailbox.behave = 'refuse'
  expect(await night(nights, mailbox, '2026-03-26 13:30')).toMatchObject({ exitCode: 0 })
  expect(nights.warnings).toEqual(['MAIL_FAILED the mail server 127.0.0.1 refused the mail (550)'])
  mailbox.behave = 'silent'
  const began = Date.now()
  expect(await night(nights, mailbox, '2026-03-27 13:30')).toMatchObject({ exitCode: 0 })
  expect(Date.now() - began).toBeLessThan(20_000)
  expect(nights.warnings[1]).toBe('MAIL_FAILED the mail server 127.0.0.1 did not answer within 5 s')
  const gone = { ...withMail(mailbox).notifyMail, port: 1 }
  expect(await night(nights, mailbox, '2026-03-28 13:30', { notifyMail: gone })).toMatchObject({ exitCode: 0 })
  expect(nights.warnings[2]).toMatch(/MAIL_FAILED the mail could not be sent by 127\.0\.0\.1 \(E[A-Z]+\)/)
  expect(mailbox.mails).toEqual([])
}, 60_000)
