import { beforeEach, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { textOfPdf } from '#test/support/pdf.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/* Who takes part, by name, in everything that is sent about an order. */

/** A job that fails is tried again later: its error is the reason why a message is missing. */
const errors: unknown[][] = []
const log = {
  info: () => {},
  warn: () => {},
  error: (...details: unknown[]) => void errors.push(details),
  debug: () => {},
}
const people = ['Ravi Pendale', 'Anya Pendale', 'Kit Pendale']

let centre: Centre
let parent: Awaited<ReturnType<Centre['customer']>>

beforeEach(async () => {
  errors.length = 0
  centre = await aCentre((await testDatabase()).db)
  parent = await centre.customer({ firstName: 'Ravi', lastName: 'Pendale' })
})

/** The message of a kind, after the due jobs have run. */
const sent = async (kind: string) => {
  const { app, db } = centre
  const services = { ...app.services, mail: null }
  await runDueJobs(db, jobHandlers({ db, clock: app.clock, log, services }), app.clock.now(), log)
  expect(errors).toEqual([])
  return db
    .selectFrom('notice')
    .select(['id', 'textBody', 'htmlBody'])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}

/** Books a class for the parent and, of these first names, children. */
const book = async (...children: string[]) => {
  const { db, operatorId } = centre
  const session = await centre.aClassOf(await centre.yoga(), '10:00')
  await db.updateTable('activity').set({ printReceipt: true }).execute()
  const ids: number[] = []
  for (const firstName of children) {
    const { id } = await aChildOf(db, operatorId, parent.id, { firstName })
    await db.updateTable('customer').set({ lastName: 'Pendale' }).where('id', '=', id).execute()
    ids.push(id)
  }
  const basket = await parent.browser.send(api.baskets.add, {
    items: [
      { id: session.publicId },
      ...ids.map((purchasedForUserId) => ({ id: session.publicId, purchasedForUserId })),
    ],
  })
  const { transactionUuid } = await authorise(parent.browser)
  const { completeOrderId } = await complete(parent.browser, transactionUuid)
  const mail = await sent('booking_confirmed')
  const files = await db
    .selectFrom('noticeAttachment')
    .select(['mediaType', 'content'])
    .where('noticeId', '=', mail.id)
    .execute()
  const file = (type: string) =>
    Buffer.from(files.find(({ mediaType }) => mediaType.startsWith(type))?.content ?? '')
  return { basket, session, completeOrderId, mail, file }
}

it('E14: names each person in the basket, the confirmation, the mail, calendar, receipt and at the desk', async () => {
  const { basket, session, completeOrderId, mail, file } = await book('Anya', 'Kit')
  const order = await parent.browser.send(api.bookings.order, { completeOrderId })
  const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `${firstName} ${lastName}`
  expect(basket.items.map(({ attendee }) => attendee && nameOf(attendee))).toEqual(people)
  expect(order.bookings.map(({ bookedFor }) => nameOf(bookedFor))).toEqual(people)

  for (const name of people) {
    expect(mail.textBody).toContain(`For ${name}`)
    expect(mail.htmlBody).toContain(`For ${name}`)
    expect(textOfPdf(file('application/pdf')).replaceAll('\n', ' ')).toContain(name)
  }
  const calendar = file('text/calendar').toString()
  expect(calendar).toContain('SUMMARY:Yoga –')
  expect(calendar).toContain('SUMMARY:Yoga (Anya) –')
  expect(calendar).toContain('SUMMARY:Yoga (Kit) –')

  const staff = await aMemberOfStaff(centre.db, centre.operatorId)
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  const { expected } = await desk.send(api.attendance.register, { sessionId: session.id })
  expect(expected.map(nameOf).toSorted()).toEqual(people.toSorted())
})

it('E14: names no one where the buyer alone takes part, and offers the same again', async () => {
  const { mail } = await book()
  expect(mail.textBody).not.toContain('For Ravi')
  expect(mail.textBody).toMatch(/Yoga, \w{3} 10:00: same again\?/)
  expect(mail.textBody).toContain('?login=1&redirect=%2F')
})

it('says that proof of age is to be shown where a price is for an age that nobody has given', async () => {
  const { db, operatorId } = centre
  const place = await centre.yoga()
  const junior = await aPricingOption(db, place.activity.id, { slug: 'junior', price: 250, ageMax: 15 })
  const session = await centre.aClassOf(place, '10:00')
  const staff = await aMemberOfStaff(db, operatorId)
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  const [child, unknown] = [
    await centre.customer({ firstName: 'May', dateOfBirth: '2015-01-01' }),
    await centre.customer({ firstName: 'Una', dateOfBirth: null }),
  ]
  const proofs: Record<string, unknown[]> = {}
  for (const [name, browser, pricingOptionId] of [
    ['child', child.browser, junior.id],
    ['unknown', unknown.browser, junior.id],
    ['visitor', centre.app.browser(), junior.id],
    ['standard', centre.app.browser(), place.activity.pricingOptionId],
  ] as const) {
    await db.deleteFrom('notice').execute()
    const { items } = await browser.send(api.baskets.add, {
      items: [{ id: session.publicId, pricingOptionId }],
    })
    const { transactionUuid } = await authorise(browser)
    const { completeOrderId } = await complete(browser, transactionUuid)
    const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
    const { expected } = await desk.send(api.attendance.register, { sessionId: session.id })
    proofs[name] = [
      items[0]?.proofOfAge,
      bookings[0]?.proofOfAge,
      (await sent('booking_confirmed')).textBody?.includes('Bring proof of age.'),
      expected.find(({ orderId }) => orderId === completeOrderId)?.proofOfAge,
    ]
  }
  expect(proofs).toEqual({
    child: [false, false, false, false],
    unknown: [true, true, true, true],
    visitor: [true, true, true, true],
    standard: [false, false, false, false],
  })
})

it('E14: a cancellation says what, when and at which venue, and has no code', async () => {
  const { completeOrderId } = await book()
  const { bookings } = await parent.browser.send(api.bookings.order, { completeOrderId })
  const [booking] = bookings
  await parent.browser.send(api.bookings.cancel, { bookingId: booking?.id ?? 0 })
  const { textBody } = await sent('booking_cancelled')
  expect(textBody).toContain('10:00 to')
  expect(textBody).toContain(booking?.venueName)
  expect(textBody).not.toContain(booking?.accessCode)
})
