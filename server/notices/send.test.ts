import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { welcome } from '#server/customers/register.ts'
import { jobHandlers } from '#server/jobs.ts'
import * as messages from '#server/messages/en/sessions.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { transact } from '#server/platform/transact.ts'
import type { Mail, Message } from '#server/providers/mail/smtp.ts'
import { passwordChanged, passwordReset } from '#server/sessions/messages.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { completeWith, payWith } from '#test/support/payments.ts'
import { openShop } from '#test/support/shop.ts'
import { retryOverdueNotices, sendNotice } from './send.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
})

/** A mail server that records its messages and can be made to fail. */
const mailServer = () => {
  const sent: Message[] = []
  const state = { isDown: false }
  const mail: Mail = {
    send: async (message) => {
      if (state.isDown) throw new Error('The mail server is down.')
      sent.push(message)
    },
  }
  return { sent, state, mail }
}

const work = (mail: Mail | null, options?: { afterCallsDueBy: Date }) =>
  runDueJobs(
    db,
    jobHandlers({
      db,
      clock: app.clock,
      log: quiet,
      services: { ...app.services, mail },
    }),
    app.clock.now(),
    quiet,
    options,
  )
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined }

const anOrder = async () => {
  const shop = await openShop(db, {
    now,
    classes: [{ price: 845, vatRate: 2000, printReceipt: true }, { price: 300 }],
  })
  const actor = await shop.buyer({ of: [0, 1] })
  const { transactionUuid } = await payWith(shop, actor)
  return { shop, actor, transactionUuid, placed: await completeWith(shop, actor, transactionUuid) }
}

it('E14: a message begins with the logo of the operator, which its address serves', async () => {
  const { shop } = await anOrder()
  const logo = readFileSync(new URL('../../demo/assets/quillmoor-mail.png', import.meta.url))
  const theme = await db
    .insertInto('theme')
    .values({
      operatorId: shop.operatorId,
      slug: 'own',
      appLogo: 'data:image/svg+xml,<svg/>',
      mailLogo: `data:image/png;base64,${logo.toString('base64')}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('operator').set({ themeId: theme.id }).execute()
  const { sent, mail } = mailServer()
  await work(mail)
  const { name } = await db.selectFrom('operator').select('name').executeTakeFirstOrThrow()
  const [, path = ''] =
    /<img src="http:\/\/bookings\.onside\.localhost:3000(\/mail-logos\/[^"]+)" alt="([^"]+)" width="198" height="40"/.exec(
      sent[0]?.html ?? '',
    ) ?? []
  expect(sent[0]?.html).toContain(`alt="${name}"`)
  const served = await app.browser().fetch(path)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('cache-control')).toContain('max-age=31536000')
  expect(Buffer.from(await served.arrayBuffer())).toEqual(logo)
  expect((await app.browser().fetch('/mail-logos/999-000000000000.png')).status).toBe(404)
})

describe('E14: the confirmation', () => {
  it('is stored with the order and says what, when, where and how to get in', async () => {
    const { placed } = await anOrder()
    await db.updateTable('activity').set({ whatToBring: 'A mat, if you have one.' }).execute()
    const { sent, mail } = mailServer()
    await work(mail)
    const [message] = sent
    const bookings = await db.selectFrom('booking').select('accessCode').orderBy('position').execute()
    expect(message).toMatchObject({
      to: 'visitor@example.test',
      subject: "You're booked: class-0, Mon 1 Mar, 10:00, and 1 more",
    })
    for (const body of [message?.text, message?.html]) {
      expect(body).toContain(placed.reference)
      expect(body).toContain('class-0')
      expect(body).toContain('Mon 1 March 2027, 10:00 to 11:00')
      expect(body).toContain('class-1')
      expect(body).toContain('Bring: A mat, if you have one.')
      expect(body).toContain('£11.45')
      for (const { accessCode } of bookings) expect(body).toContain(`Access code ${accessCode}`)
      expect(body).toMatch(/http:\/\/bookings\.onside\.localhost:3000\/order-links\/[\w-]{32}/)
    }
    // The codes come with the message: a program for mail loads no picture from elsewhere before it is told to.
    for (const { accessCode } of bookings) {
      expect(message?.html).toContain(
        `<img src="cid:${accessCode}.png@picture" alt="Access code ${accessCode}"`,
      )
      const [picture] = message?.attachments.filter(({ name }) => name === `${accessCode}.png`) ?? []
      expect(picture).toMatchObject({ mediaType: 'image/png', contentId: `${accessCode}.png@picture` })
      expect(picture?.content.subarray(1, 4).toString()).toBe('PNG')
    }
    expect(message?.html).not.toContain('/codes/')
    const files = message?.attachments.filter(({ contentId }) => contentId === undefined) ?? []
    expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      [`${placed.reference}.ics`, 'text/calendar; charset=utf-8; method=PUBLISH'],
      [`${placed.reference}.pdf`, 'application/pdf'],
    ])
    expect(files[0]?.content.toString()).toContain('BEGIN:VTIMEZONE')
    // A pass is made when somebody asks for it: few do.
    expect(message?.text).toContain("add it to your phone's wallet")
  })

  it("goes after customers' calls in a rush, and no other message does", async () => {
    const { shop } = await anOrder()
    const { operatorId } = shop
    const [to, customerId, changedAt] = ['visitor@example.test', 1, now.toISOString()]
    await sendNotice(
      db,
      passwordChanged,
      { operatorId, to },
      { customerId, firstName: 'Ravi', changedAt },
      now,
    )
    const { sent, mail } = mailServer()
    const subjects = () => sent.map(({ subject }) => subject)
    await work(mail, { afterCallsDueBy: new Date(now.getTime() - 30_000) })
    expect(subjects()).toEqual([messages.passwordChanged])
    await work(mail)
    expect(subjects()).toEqual([messages.passwordChanged, expect.stringContaining("You're booked")])
  })

  it('is sent once, however often the order is completed', async () => {
    const { shop, actor, transactionUuid } = await anOrder()
    await completeWith(shop, actor, transactionUuid)
    const { sent, mail } = mailServer()
    await work(mail)
    await work(mail)
    expect(sent).toHaveLength(1)
  })

  it('is not sent for an order that was not made', async () => {
    const shop = await openShop(db, { now })
    await expect(
      transact(db, async (tx) => {
        await sendNotice(
          tx,
          welcome,
          { operatorId: shop.operatorId, to: 'a@example.test' },
          { customerId: 1, firstName: 'A', reference: 'R' },
          now,
        )
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const { sent, mail } = mailServer()
    await work(mail)
    expect(sent).toEqual([])
  })
})

describe('a mail server', () => {
  it('that is down is tried again, with the same message id', async () => {
    await anOrder()
    const { sent, state, mail } = mailServer()
    state.isDown = true
    await work(mail)
    expect(sent).toEqual([])
    state.isDown = false
    app.clock.forward(5000)
    await work(mail)
    const { id } = await db.selectFrom('notice').select('id').executeTakeFirstOrThrow()
    expect(sent.map((message) => message.id)).toEqual([`notice-${id}`])
  })

  it('that was down for a day is tried again when it is back', async () => {
    await anOrder()
    const { sent, mail } = mailServer()
    await db.updateTable('job').set({ failedAt: now }).execute()
    app.clock.forward(86_400_000)
    await retryOverdueNotices(db, app.clock.now())
    await retryOverdueNotices(db, app.clock.now())
    await work(mail)
    expect(sent).toHaveLength(1)
  })

  it('has accepted a message: its contents are deleted', async () => {
    const operator = await anOperator(db)
    const link = 'http://bookings.onside.localhost:3000/reset?token=secret'
    await sendNotice(
      db,
      passwordReset,
      { operatorId: operator.id, to: 'ann@example.test' },
      { customerId: 501, request: 'one', firstName: 'Ann', link, minutes: 60 },
      now,
    )
    const { sent, mail } = mailServer()
    await work(mail)
    expect(sent[0]?.text).toContain(link)
    const row = await db.selectFrom('notice').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'sent', data: {}, textBody: null, htmlBody: null })
    expect(JSON.stringify(row)).not.toContain('secret')
  })

  it('that is not configured leaves the message in the outbox', async () => {
    await anOrder()
    await work(null)
    expect(await db.selectFrom('notice').select(['kind', 'state']).execute()).toEqual([
      { kind: 'booking_confirmed', state: 'stored' },
    ])
    expect(await db.selectFrom('noticeAttachment').select('fileName').execute()).toHaveLength(2)
  })
})

it('text that a person wrote is escaped in HTML', async () => {
  const operator = await anOperator(db)
  await sendNotice(
    db,
    welcome,
    { operatorId: operator.id, to: 'a@example.test' },
    { customerId: 7, firstName: '<img src=x onerror=alert(1)>', reference: 'DL-1' },
    now,
  )
  const { sent, mail } = mailServer()
  await work(mail)
  expect(sent[0]?.html).not.toContain('<img')
  expect(sent[0]?.html).toContain('&#60;img')
})

describe('the outbox page', () => {
  const outboxBrowser = async () => {
    const browser = app.browser()
    const response = await browser.fetch(`/dev/mail?key=${app.services.outboxAccess.linkKey}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/dev/mail'])
    expect(response.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/)
    return browser
  }
  const operatorId = async () => (await db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id

  it('shows stored messages: the list, the message, and its attachments', async () => {
    const { placed } = await anOrder()
    await work(null)
    const { id } = await db.selectFrom('notice').select('id').executeTakeFirstOrThrow()
    const browser = await outboxBrowser()
    const list = await browser.fetch('/dev/mail')
    expect(list.status).toBe(200)
    expect(await list.text()).toContain(`<a href="mail/${id}">You&#39;re booked: class-0`)
    const entry = await (await browser.fetch(`/dev/mail/${id}`)).text()
    expect(entry).toContain(`<iframe title="The message" src="${id}/html" sandbox="allow-popups">`)
    const alone = await browser.fetch(`/dev/mail/${id}/html`)
    const policy = alone.headers.get('content-security-policy')
    expect(policy).toContain('sandbox')
    expect(policy).toContain("img-src 'self' data:")
    const body = await alone.text()
    expect(body).toContain(`Your order number is ${placed.reference}.`)
    const { accessCode } = await db.selectFrom('booking').select('accessCode').executeTakeFirstOrThrow()
    expect(body).toMatch(
      new RegExp(`<img src="data:image/png;base64,[\\w+/=]{200,}" alt="Access code ${accessCode}"`),
    )
    expect(body).not.toContain('cid:')
    const calendar = await browser.fetch(`/dev/mail/${id}/attachments/0`)
    expect(calendar.headers.get('content-type')).toMatch(/^text\/calendar/)
    for (const path of ['/dev/mail/999999', '/dev/mail/x', `/dev/mail/${id}/attachments/9`]) {
      expect((await browser.fetch(path)).status).toBe(404)
    }
  })

  it('shows staff what their own operator wrote to customers, and no secret; none is stored', async () => {
    const { shop } = await anOrder()
    const { id: otherId } = await anOperator(db, { slug: 'other' })
    const colleague = await aCustomer(db, shop.operatorId, { role: 'staff', email: 'sue@example.test' })
    const staff = await aCustomer(db, shop.operatorId, { role: 'staff', email: 'dan@example.test' })
    const link = 'http://bookings.onside.localhost:3000/new-password?code=secret-reset-code'
    const reset = (operatorId: number, customerId: number, to: string) =>
      sendNotice(
        db,
        passwordReset,
        { operatorId, to },
        { customerId, request: to, firstName: 'Ann', link, minutes: 60 },
        now,
      )
    await reset(shop.operatorId, 501, 'ann@example.test')
    await reset(shop.operatorId, colleague.id, 'Sue@example.test')
    await reset(shop.operatorId, staff.id, 'dan@example.test')
    await reset(otherId, 502, 'eve@example.test')
    await work(null)

    const rows = await db.selectFrom('notice').selectAll().orderBy('id').execute()
    expect(JSON.stringify(rows)).not.toMatch(/secret-reset-code|order-links\/[\w-]/)
    expect(rows.map(({ data }) => data)).toEqual(rows.map(() => ({})))
    const idOf = (to: string) => rows.find(({ recipient }) => recipient === to)?.id ?? 0

    const browser = app.browser()
    await browser.logIn(staff.id)
    const list = await (await browser.fetch('/dev/mail')).text()
    for (const to of ['visitor@example.test', 'ann@example.test', 'dan@example.test']) {
      expect(list).toContain(to)
      for (const path of [`/dev/mail/${idOf(to)}`, `/dev/mail/${idOf(to)}/html`]) {
        const page = await (await browser.fetch(path)).text()
        expect(page).toContain('[Only the recipient can see this part.]')
        expect(page).not.toMatch(/secret-reset-code|order-links\/[\w-]/)
      }
    }
    for (const to of ['Sue@example.test', 'eve@example.test']) {
      expect(list).not.toContain(to)
      for (const rest of ['', '/html', '/attachments/0'])
        expect((await browser.fetch(`/dev/mail/${idOf(to)}${rest}`)).status).toBe(404)
    }

    const own = await outboxBrowser()
    expect(await (await own.fetch(`/dev/mail/${idOf('eve@example.test')}/html`)).text()).toContain(link)
    expect(await (await own.fetch(`/dev/mail/${idOf('visitor@example.test')}`)).text()).toMatch(
      /order-links\/[\w-]{32}/,
    )
  })

  it('opens once with the printed link, and to staff, and to no one else', async () => {
    await anOperator(db)
    expect((await app.browser().fetch('/dev/mail')).status).toBe(403)
    const browser = await outboxBrowser()
    expect(await (await browser.fetch('/dev/mail')).text()).toContain('No messages yet.')
    expect((await app.browser().fetch(`/dev/mail?key=${app.services.outboxAccess.linkKey}`)).status).toBe(403)
    expect((await app.browser().fetch('/dev/mail?key=guessed')).status).toBe(403)

    const { id } = await aCustomer(db, await operatorId(), { role: 'staff' })
    const staff = app.browser()
    await staff.logIn(id)
    expect((await staff.fetch('/dev/mail')).status).toBe(200)
    const { id: customerId } = await aCustomer(db, await operatorId())
    const customer = app.browser()
    await customer.logIn(customerId)
    expect((await customer.fetch('/dev/mail')).status).toBe(403)
  })

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a foreign name that leads to this machine', { host: 'evil.example:3000' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy that names itself', { via: '1.1 proxy' }],
  ])('does not exist for %s, and no other origin may read the answer', async (_, headers) => {
    await anOperator(db)
    for (const settings of [{}, { DEV_PAGES: 'true' }]) {
      const other = testApp(db, { now, settings })
      const browser = other.browser({ headers })
      const response = await browser.fetch(`/dev/mail?key=${other.services.outboxAccess.linkKey}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('does not exist where it is switched off', async () => {
    const live = testApp(db, { now, settings: { DEV_PAGES: 'false' } })
    expect((await live.browser().fetch('/dev/mail')).status).toBe(404)
  })
})
