import { raisePenalty } from '#server/penalties/owed.ts'
import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { email, now } from './closing.ts'
import type { AccountHolder } from './closing.ts'
import { aChildOf, aCustomer } from './factories/customers.ts'
import { aPlan } from './factories/memberships.ts'
import { aQuestion, aRestriction } from './factories/restrictions.ts'
import { cardEnding } from './payments.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

/** What stands in the rows of this customer and nowhere else. */
export const words = [
  'Quilliam',
  'Zebrafish',
  'Zebedee',
  email,
  '07700 900777',
  'Marmalade Mews',
  'Upper Quince',
  'QZ9 7XX',
  '1983-07-19',
  'Grizelda',
  '07700 900888',
  'quilliams-card.png',
  'a stiff left knee',
  'the green mat',
  'CLUB-QZ-33',
  'Guesty',
  'guesty@example.test',
  'was down with the mumps',
  'your towel is here',
]

/** Gives a customer some years of history, with rows in every table that can have them. */
export const aLongHistory = async (holder: AccountHolder) => {
  const { db, centre, browser, customerId } = holder
  const yoga = await centre.yoga()
  const plan = await aPlan(db, centre.venue, { documentType: 'student-card' })
  const child = await aChildOf(db, centre.operatorId, customerId, { firstName: 'Zebedee' })
  await db.updateTable('customer').set({ lastName: 'Zebrafish' }).where('id', '=', child.id).execute()
  await browser.send(api.customers.changeDetails, {
    emergencyContactName: 'Grizelda Zebrafish',
    emergencyContactPhone: '07700 900888',
    marketingConsent: false,
  })
  await bookTwice(holder, yoga)
  const other = await centre.customer()
  await makeRequests(holder, { yoga, other })
  const clerk = await workAtDesk(holder, other)
  await endMembership(holder, plan.id)
  await holder.runJobs()
  return { childId: child.id, clerkId: clerk.id }
}

type Yoga = Awaited<ReturnType<AccountHolder['centre']['yoga']>>

/** Two bookings by card, one cancelled with a refund as credit. */
const bookTwice = async (holder: AccountHolder, yoga: Yoga): Promise<void> => {
  const { db, centre, browser } = holder
  const session = await centre.aClassOf(yoga, '10:00')
  const later = await centre.aClassOf(yoga, '14:00')
  const health = await aRestriction(db, centre.operatorId, [yoga.activity.id])
  const injury = await aQuestion(db, centre.operatorId, { restrictionId: health.id }, { text: 'Any injury?' })
  const mat = await aQuestion(db, centre.operatorId, { activityId: yoga.activity.id }, { text: 'Which mat?' })
  const book = async (publicId: string) => {
    const { items } = await browser.send(api.baskets.add, {
      items: [{ id: publicId, customerReference: 'CLUB-QZ-33' }],
    })
    const line = items.at(-1)?.id ?? 0
    await browser.send(api.waivers.send, {
      waivers: [
        {
          cartItemId: line,
          restrictionId: health.id,
          attendee: { firstName: 'Quilliam', lastName: 'Zebrafish', dateOfBirth: '1983-07-19', email },
          accepted: true,
          answers: [{ questionId: injury.id, value: 'a stiff left knee' }],
        },
      ],
    })
    await browser.send(api.waivers.occurrenceAnswers, {
      id: publicId,
      answers: [{ questionId: mat.id, cartItemId: line, value: 'the green mat' }],
    })
    return payByCard(holder)
  }
  await book(session.publicId)
  const { completeOrderId } = await book(later.publicId)
  const { bookings } = await browser.send(api.bookings.order, { completeOrderId })
  const bookingId = bookings[0]?.id ?? 0
  await browser.send(api.bookings.cancel, { bookingId })
  await db
    .insertInto('followUp')
    .values({ bookingId, reason: 'message', message: 'your towel is here', createdAt: now })
    .execute()
}

const payByCard = async ({ browser }: AccountHolder) => {
  const { sessionKey, url } = await browser.send(api.checkout.prepare, {})
  const typed = await browser.fetch(`${new URL(url).pathname}/api/v1/card-identifiers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify({
      cardDetails: {
        cardholderName: 'Mr Quilliam Zebrafish',
        cardNumber: cardEnding.accepted,
        expiryDate: '0930',
        securityCode: '123',
      },
    }),
  })
  const { cardIdentifier } = (await typed.json()) as { cardIdentifier: string }
  const { transactionUuid } = await browser.send(api.checkout.authorise, {
    sessionKey,
    cardIdentifier,
    billingFirstName: 'Quilliam',
    billingLastName: 'Zebrafish',
    billingAddressLineOne: '3 Marmalade Mews',
    billingCity: 'Upper Quince',
    billingPostcode: 'QZ9 7XX',
    email,
    saveCard: true,
    termsAccepted: true,
  })
  return browser.send(api.checkout.complete, { termsAccepted: true, email, transactionUuid })
}

/** A waitlist entry, documents, guest passes, a calendar feed and a password reset. */
const makeRequests = async (
  { db, app, centre, browser, customerId }: AccountHolder,
  { yoga, other }: { yoga: Yoga; other: { browser: TestBrowser } },
): Promise<void> => {
  const full = await centre.aClassOf(yoga, '16:00', { date: '2027-03-06', capacity: 1 })
  await centre.add(other.browser, full)
  await centre.buy(other.browser)
  await browser.send(api.waitlists.join, { id: full.publicId, data: { userId: customerId } })
  await browser.send(api.documents.add, {
    documentType: 'student-card',
    fileName: 'quilliams-card.png',
    mediaType: 'image/png',
    contentBase64: png.toString('base64'),
  })
  const pass = {
    operatorId: centre.operatorId,
    customerId,
    name: 'Bring a friend',
    code: 'INV-1',
    validFrom: '2027-03-01',
    validUntil: '2027-03-04',
  }
  const { id: guestPassId } = await db
    .insertInto('guestPass')
    .values(pass)
    .returning('id')
    .executeTakeFirstOrThrow()
  await browser.send(api.guestPasses.send, {
    guestPassId,
    firstName: 'Guesty',
    lastName: 'Example',
    email: 'guesty@example.test',
    venueSlug: 'demo-centre',
    date: '2027-03-03',
  })
  await browser.send(api.bookings.makeFeed, {})
  await app.browser().send(api.sessions.forgottenPassword, { emailOrReference: email })
}

/** Staff searched for them and waived a penalty with a reason; another customer once named them as an attendee. */
const workAtDesk = async ({ db, app, centre, customerId }: AccountHolder, other: { id: number }) => {
  const desk = app.browser()
  const clerk = await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'supervisor' })
  await desk.logIn(clerk.id)
  await desk.send(api.customers.search, { query: 'quilliam zebra' })
  const penalty = { operatorId: centre.operatorId, customerId, amount: 300, description: 'Missed: Yoga' }
  const penaltyId = (await raisePenalty(db, penalty, now)) ?? 0
  await desk.send(api.penalties.waive, { penaltyId, reason: 'Quilliam was down with the mumps' })
  await db
    .insertInto('attendee')
    .values({
      operatorId: centre.operatorId,
      customerId: other.id,
      personId: customerId,
      firstName: 'Quilliam',
      lastName: 'Zebrafish',
      dateOfBirth: '1983-07-19',
      email,
      createdAt: now,
    })
    .execute()
  return clerk
}

/** A membership that has ended, collected by Direct Debit. */
const endMembership = async (
  { db, app, centre, customerId }: AccountHolder,
  planId: number,
): Promise<void> => {
  const mandateId = await db
    .insertInto('debitMandate')
    .values({
      operatorId: centre.operatorId,
      customerId,
      provider: 'demo',
      key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      state: 'active',
      reference: 'demo-mandate',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.services.debits.setUp({
    key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
    account: { accountName: 'Q Zebrafish', sortCode: '00-00-00', accountNumber: '00000000' },
  })
  const { id: membershipId } = await db
    .insertInto('membership')
    .values({
      operatorId: centre.operatorId,
      reference: 'GM-1',
      planId,
      venueId: centre.venue.id,
      payerId: customerId,
      startsOn: '2026-01-01',
      endsOn: '2027-02-01',
      price: 4200,
      billingPeriod: 'month',
      paymentMethod: 'direct_debit',
      mandateId: mandateId.id,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('membershipMember').values({ membershipId, customerId }).execute()
}
