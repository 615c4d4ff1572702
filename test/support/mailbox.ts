import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Mailbox = {
  url: string
  messages: { to: string[]; raw: string }[]
  /** Says no to what comes next. */
  refuse: (isRefusing: boolean) => void
  /** What it answers about the next addresses; null: it takes them. */
  answerAddresses: (refusal: string | null) => void
  close: () => Promise<void>
}

/** A mail server on a port of this machine that keeps what it is given. */
export const openMailbox = async (): Promise<Mailbox> => {
  const messages: Mailbox['messages'] = []
  let isRefusing = false
  let addressRefusal: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (addressRefusal === null) return done()
      const [, code = '550', text = ''] = /^(\d+) (.*)$/.exec(addressRefusal) ?? []
      done(Object.assign(new Error(text), { responseCode: Number(code) }))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (isRefusing) return done(new Error('Not today.'))
        messages.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    messages,
    refuse: (next) => {
      isRefusing = next
    },
    answerAddresses: (next) => {
      addressRefusal = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
