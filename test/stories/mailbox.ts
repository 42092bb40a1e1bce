import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

export interface Mailbox {
  readonly port: number
  readonly mails: readonly Mail[]
  /** `refuse`: every mail. `silent`: never a word. */
  behave: 'take' | 'refuse' | 'silent'
}

/** A real SMTP server on the loopback interface, as RFC 5321 has it, without encryption. */
export const startMailbox = async (): Promise<Mailbox> => {
  const mails: Mail[] = []
  const mailbox: { port: number; mails: Mail[]; behave: Mailbox['behave'] } = { port: 0, mails, behave: 'take' }
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    if (mailbox.behave !== 'silent') talk(socket, mailbox)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  mailbox.port = (server.address() as { readonly port: number }).port
  return mailbox
}

const talk = (
  socket: Socket,
  { mails, behave }: { readonly mails: Mail[]; readonly behave: Mailbox['behave'] },
): void => {
  let [rest, data, from] = ['', null as string | null, '']
  let to: string[] = []
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const hear = (line: string): void => {
    if (data !== null) {
      if (line !== '.') {
        data += `${line.replace(/^\.\./, '.')}\n`
        return
      }
      mails.push(mailIn(data, from, to))
      data = null
      say('250 kept')
      return
    }
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'EHLO') {
      say('250-mailbox\r\n250 8BITMIME')
      return
    }
    if (word === 'MAIL') {
      from = /<(.*?)>/.exec(line)?.[1] ?? ''
      to = []
      say(behave === 'refuse' ? '550 no' : '250 ok')
      return
    }
    if (word === 'RCPT') {
      to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
      say('250 ok')
      return
    }
    if (word === 'DATA') {
      data = ''
      say('354 go on')
      return
    }
    if (word === 'QUIT') {
      say('221 bye')
      socket.end()
      return
    }
    say('250 ok')
  }
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  say('220 mailbox')
}

const mailIn = (data: string, from: string, to: readonly string[]): Mail => {
  const [head = '', ...body] = data.split('\n\n')
  const subject = /^Subject: (.*)$/m.exec(head)?.[1] ?? ''
  const isQuoted = /quoted-printable/i.test(head)
  const raw = body.join('\n\n')
  const isBase64 = /base64/i.test(head)
  const text = isBase64 ? Buffer.from(raw, 'base64').toString('utf8') : isQuoted ? unquoted(raw) : raw
  return { from, to: [...to], subject, text }
}

const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
