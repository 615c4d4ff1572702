import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailbox } from '#test/support/mailbox.ts'
import type { Mailbox } from '#test/support/mailbox.ts'
import { createMail } from './smtp.ts'
import type { Mail, Message } from './smtp.ts'

let mailbox: Mailbox
let mail: Mail

beforeAll(async () => {
  mailbox = await openMailbox()
  mail = createMail({ smtpUrl: mailbox.url, mailFrom: 'Onside <bookings@onside.example>' }) as Mail
})
afterAll(() => mailbox.close())
beforeEach(() => {
  mailbox.messages.length = 0
  mailbox.refuse(false)
  mailbox.answerAddresses(null)
})

const message: Message = {
  id: 'notice-7',
  to: 'ann@example.test',
  subject: 'You are booked – £8.45',
  text: 'Hello Ann',
  html: '<p>Hello Ann</p>',
  attachments: [
    {
      name: 'ONS-7K2Q9X.ics',
      mediaType: 'text/calendar; charset=utf-8',
      content: Buffer.from('BEGIN:VCALENDAR'),
    },
  ],
}

describe('a message', () => {
  it('goes out as text and as HTML, with what is attached and a name of its own', async () => {
    await mail.send(message)
    const { to, raw } = mailbox.messages[0] ?? { to: [], raw: '' }
    expect(to).toEqual(['ann@example.test'])
    expect(raw).toContain('From: Onside <bookings@onside.example>')
    expect(raw).toContain('Message-ID: <notice-7@onside.example>')
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*Hello Ann/)
    expect(raw).toMatch(/Content-Type: text\/html[\s\S]*<p>Hello Ann<\/p>/)
    expect(raw).toContain('filename=ONS-7K2Q9X.ics')
    expect(raw).toContain(Buffer.from('BEGIN:VCALENDAR').toString('base64'))
  })

  it('brings the pictures of its HTML, each beside it and named by it', async () => {
    const html = '<p>Hello Ann <img src="cid:7K2M9X.png@picture"></p>'
    const content = Buffer.from('the code')
    const picture = { name: '7K2M9X.png', mediaType: 'image/png', content, contentId: '7K2M9X.png@picture' }
    await mail.send({ ...message, html, attachments: [picture, ...message.attachments] })
    const { raw } = mailbox.messages[0] ?? { raw: '' }
    const [, boundary = ''] = /Content-Type: multipart\/related;[\s\S]*?boundary="([^"]+)"/.exec(raw) ?? []
    const related = raw.split(`--${boundary}`)
    expect(related.filter((part) => part.includes('Content-Type: text/html'))).toHaveLength(1)
    const [file = '', ...others] = related.filter((part) => part.includes('Content-Type: image/png'))
    expect(others).toEqual([])
    expect(file).toContain('Content-ID: <7K2M9X.png@picture>')
    expect(file).toContain('Content-Disposition: inline')
    expect(file).toContain(content.toString('base64'))
    // What is to be saved is no part of the HTML.
    expect(related.slice(0, -1).join('')).not.toContain('text/calendar')
  })

  it('goes to one address, whatever stands in it', async () => {
    await mail.send({ ...message, to: 'ann@example.test, eve@example.test' }).catch(() => undefined)
    expect(mailbox.messages.flatMap(({ to }) => to)).not.toContain('eve@example.test')
  })

  it('can carry no further headers in its subject', async () => {
    await mail.send({ ...message, subject: 'Hello\r\nBcc: eve@example.test' })
    expect(mailbox.messages[0]?.to).toEqual(['ann@example.test'])
    expect(mailbox.messages[0]?.raw).not.toMatch(/^Bcc:/m)
  })

  it('goes to an address with letters of any language', async () => {
    await mail.send({ ...message, to: 'jörg@xn--exmple-cua.test' })
    const [{ to, raw } = { to: [], raw: '' }] = mailbox.messages
    expect(to.map((address) => address.normalize('NFC'))).toEqual([
      expect.stringMatching(/^jörg@(?:exämple|xn--exmple-cua)\.test$/),
    ])
    expect(raw).toMatch(/^To: .*jörg@/m)
  })

  it('of news says where one request ends it', async () => {
    const unsubscribeAt =
      'https://account.onside.example/news-links/501.aGVsbG8taGVsbG8taGVsbG8taGVsbG8taGVsbG8taGU'
    await mail.send({ ...message, unsubscribeAt })
    await mail.send(message)
    const [news, service] = mailbox.messages.map(({ raw }) => raw.replaceAll(/\r\n[ \t]+/g, ' '))
    expect(news).toContain(`List-Unsubscribe: <${unsubscribeAt}>`)
    expect(news).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(service).not.toContain('List-Unsubscribe')
  })

  it('that is not taken is a throw', async () => {
    mailbox.refuse(true)
    await expect(mail.send(message)).rejects.toThrow()
  })

  it.each(['550 5.1.1 No such user', '553 5.1.3 Bad address', '550 5.2.1 Mailbox disabled'])(
    'to an address that is refused for good ("%s") says so',
    async (answer) => {
      mailbox.answerAddresses(answer)
      expect(await mail.send(message)).toBe('no_such_address')
    },
  )

  it.each(['450 4.2.1 Try later', '550 5.7.1 Relaying denied', '554 Rejected', '452 4.1.1 Not now'])(
    'to an address that is refused for another reason ("%s") is a throw',
    async (answer) => {
      mailbox.answerAddresses(answer)
      await expect(mail.send(message)).rejects.toThrow()
    },
  )
})

it('without a mail server there is none', () => {
  expect(createMail({ smtpUrl: undefined, mailFrom: 'a@b.example' })).toBeNull()
})
