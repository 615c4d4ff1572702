import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { snakeName } from '#contract/wire.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { missingValues, targets } from './attackSurface.ts'
import type { Values } from './attackSurface.ts'
import { authorise, complete } from './buying.ts'
import { aCentre, monday } from './centre.ts'
import { aChildOf, aCustomer } from './factories/customers.ts'
import { aMembership, aPlan } from './factories/memberships.ts'
import { anOperator } from './factories/operators.ts'
import { aRestriction } from './factories/restrictions.ts'
import { aVenue } from './factories/venues.ts'
import { anInvoice } from './invoices.ts'
import { aTill } from './tills.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64')

/** Two operators on one installation: a customer of the first with rows of every kind, and people they are strangers to. */
export type TwoOperators = Awaited<ReturnType<typeof twoOperators>>

/** A browser, and what logs it in; null for a visitor's. */
export type Caller = { browser: TestBrowser; logIn: (() => Promise<string>) | null }

/** Words that only the victim's records contain. */
export const victimWords = [
  'Quilliam',
  'Zebrafish',
  'zebrafish.example',
  'Zebedee',
  'Guesty',
  'QZ-CODE',
  'QZ-SUBJECT',
]

export const twoOperators = async (db: Database) => {
  const centre = await aCentre(db)
  const { operatorId, venue } = centre
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-strangers-'))
  const app = testApp(db, { now: monday, settings: { DATA_DIR: folder } })
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  const victim = await aCustomer(db, operatorId, {
    firstName: 'Quilliam',
    lastName: 'Zebrafish',
    email: 'quilliam@zebrafish.example.test',
  })
  const owner = app.browser()
  await owner.logIn(victim.id)

  const other = await anOperator(db, { slug: 'other' })
  const otherVenue = await aVenue(db, { operatorId: other.id }, { slug: 'other-centre' })
  // Operators are cached for a second.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const person = async (
    of: number,
    more: Parameters<typeof aCustomer>[2],
    options: object,
  ): Promise<Caller> => {
    const browser = app.browser(options)
    const { id } = await aCustomer(db, of, more)
    await browser.logIn(id)
    return { browser, logIn: () => browser.logIn(id) }
  }
  const atOther = { headers: { 'client-domain-identifier': 'other' } }
  const supervisor = { role: 'staff', staffLevel: 'supervisor' } as const
  const strangers: Record<string, Caller> = {
    visitor: { browser: app.browser(), logIn: null },
    'another customer': await person(operatorId, {}, {}),
    "another operator's customer": await person(other.id, {}, atOther),
    "another operator's supervisor": await person(other.id, supervisor, { ...atOther, site: 'desk' }),
  }
  return {
    ...centre,
    app,
    removeFiles: () => rm(folder, { recursive: true, force: true }),
    victim,
    owner,
    otherVenue,
    strangers,
    /** A supervisor of the victim's operator, who may read what strangers may not. */
    supervisor: (await person(operatorId, supervisor, { site: 'desk' })).browser,
    ids: await withRowsOf(db, await recordsOf(db, centre, victim.id, owner)),
    venue,
  }
}

/**
 * Adds an id for each name in a path that has none yet: `refundId` is of a row of the table `refund`, or of one whose name
 * ends so.
 */
const withRowsOf = async (db: Database, values: Values): Promise<Values> => {
  const all = { ...values }
  for (const name of new Set(targets.flatMap((target) => missingValues(target, values)))) {
    const noun = snakeName(name.replace(/Id$/, ''))
    const { rows: tables } = await sql<{ name: string; key: string }>`
      select c.table_name as name, k.column_name as key
      from information_schema.table_constraints c join information_schema.key_column_usage k using (constraint_schema, constraint_name)
      where c.table_schema = 'public' and c.constraint_type = 'PRIMARY KEY' and k.ordinal_position = 1
        and (c.table_name = ${noun} or c.table_name like ${`%\\_${noun}`})
      order by length(c.table_name) limit 1`.execute(db)
    const [table] = tables
    if (table === undefined) continue
    const { rows } = await sql<{
      id: number
    }>`select ${sql.ref(table.key)} as id from ${sql.table(table.name)} limit 1`.execute(db)
    all[name] = rows[0]?.id ?? 1
  }
  return all
}

/** What fields need besides ids. */
const written: Values = {
  email: 'stranger@example.test',
  dateOfBirth: '1990-05-01',
  password: 'a heron on the lock gate',
  currentPassword: 'a heron on the lock gate',
  refuse: 'false',
  accepted: 'true',
  termsAccepted: 'true',
  attended: 'true',
  reason: 'A reason',
}

/** Gives the victim a record of every kind. @returns its ids by the names that the contract uses for them */
const recordsOf = async (
  db: Database,
  centre: Awaited<ReturnType<typeof aCentre>>,
  customerId: number,
  owner: TestBrowser,
): Promise<Values> => {
  const { operatorId, venue } = centre
  const plan = await aPlan(db, venue, { documentType: 'student-card' })
  const yoga = await centre.yoga()
  const health = await aRestriction(db, operatorId, [], { kind: 'waiver' })
  const session = await centre.aClassOf(yoga, '10:00')
  const cancelled = await centre.aClassOf(yoga, '12:00')
  const waiting = await centre.aClassOf(yoga, '14:00', { capacity: 1 })
  const inBasket = await centre.aClassOf(yoga, '16:00')
  const child = await aChildOf(db, operatorId, customerId, { firstName: 'Zebedee' })

  const { items } = await centre.add(owner, session, cancelled)
  const { transactionUuid } = await authorise(owner, undefined, { saveCard: true })
  const { completeOrderId } = await complete(owner, transactionUuid)
  const { bookings } = await owner.send(api.bookings.order, { completeOrderId })
  const refundedId = bookings[1]?.id ?? 0
  await owner.send(api.bookings.cancel, { bookingId: refundedId })
  const full = await centre.customer()
  await centre.add(full.browser, waiting)
  await centre.buy(full.browser)
  await owner.send(api.waitlists.join, { id: waiting.publicId, data: { userId: customerId } })
  const entry = await db.selectFrom('waitlistEntry').select('id').executeTakeFirstOrThrow()
  const document = await owner.send(api.documents.add, {
    documentType: 'student-card',
    fileName: 'zebrafish-card.png',
    mediaType: 'image/png',
    contentBase64: png,
  })
  const invitation = await owner.send(api.families.invite, { email: 'guesty@zebrafish.example.test' })
  const guestPass = await db
    .insertInto('guestPass')
    .values({
      operatorId,
      customerId,
      name: 'Bring a friend of Quilliam',
      code: 'QZ-CODE',
      validFrom: '2027-03-01',
      validUntil: '2027-03-31',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const penaltyId = await raisePenalty(
    db,
    { operatorId, customerId, amount: 300, description: 'Missed: Quilliam' },
    monday,
  )
  const membership = await aMembership(db, { plan, venue, customerIds: [customerId] })
  const basket = await centre.add(owner, inBasket)
  const refund = await db.selectFrom('refund').select('id').executeTakeFirst()
  const card = await db.selectFrom('savedCard').select('id').executeTakeFirst()
  const till = await aTill(db, venue.id)
  const [device] = await owner.send(api.devices.list, {})

  const { id: planStepId } = await db
    .insertInto('planPriceStep')
    .values({ planId: plan.id, fromDay: '2028-01-01', price: 1, setBy: customerId, setAt: monday })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    venue: venue.slug,
    activity: 'yoga',
    category: 'yoga',
    'pricing.activityId': inBasket.publicId,
    operator: 'demo',
    feed: 'scheduled-sessions',
    'openactive.id': session.id,
    customerId,
    selectedUserId: customerId,
    userId: customerId,
    personId: child.id,
    purchasedForUserId: customerId,
    membershipUserId: customerId,
    cartId: basket.cartId ?? 0,
    cartItemId: basket.items[0]?.id ?? 0,
    'pricing.id': basket.items[0]?.id ?? 0,
    'waivers.id': inBasket.publicId,
    'timetable.id': inBasket.publicId,
    'waitlists.id': waiting.publicId,
    'bookings.id': items[0]?.id ?? 0,
    occurrenceId: waiting.publicId,
    waitlistId: entry.id,
    restriction: health.id,
    completeOrderId,
    bookingId: bookings[0]?.id ?? 0,
    uuid: transactionUuid ?? '',
    transactionUuid: transactionUuid ?? '',
    refundId: refund?.id ?? 1,
    cardId: card?.id ?? 1,
    cardIdentifier: 'sample',
    documentId: document.id,
    invitationId: invitation.id,
    guestPassId: guestPass.id,
    'guestPasses.id': guestPass.id,
    'guestPasses.code': 'QZ-CODE',
    'memberships.id': plan.id,
    membershipId: membership.id,
    penaltyId: penaltyId ?? 0,
    orderId: completeOrderId ?? 0,
    planStepId,
    ...(await recordsOfStaff(db, {
      operatorId,
      venueId: venue.id,
      membershipId: membership.id,
      sessionId: session.id,
    })),
    sessionId: session.id,
    'attendance.code': 'none',
    code: 'none',
    tillId: till.id,
    deviceId: device?.id ?? '',
    date: '2027-03-04',
    planId: plan.id,
    report: 'absences',
    ...written,
  }
}

/** What staff decide about: a closure of theirs and one of the files, a payment that was missed, somebody to ring. */
const recordsOfStaff = async (
  db: Database,
  {
    operatorId,
    venueId,
    membershipId,
    sessionId,
  }: { operatorId: number; venueId: number; membershipId: number; sessionId: number },
): Promise<Values> => {
  const startsAt = new Date(monday.getTime() + 40 * 86_400_000)
  const closed = { venueId, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }
  const { id: fileClosureId } = await db
    .insertInto('closure')
    .values(closed)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: closureId } = await db
    .insertInto('venueClosing')
    .values({ ...closed, closedAt: monday })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows: payments } = await sql<{ id: number }>`
    insert into membership_collection (key, membership_id, period_from, period_until, amount, method, state, due_on, created_at,
      next_attempt_at)
    values (gen_random_uuid(), ${membershipId}, '2027-01-01', '2027-01-31', 2500, 'direct_debit', 'missed', '2027-01-01',
      ${monday}, null) returning id`.execute(db)
  const { rows: calls } = await sql<{ id: number }>`
    insert into follow_up (booking_id, reason, created_at)
    select id, 'called_off', ${monday} from booking where occurrence_id = ${sessionId} limit 1 returning id`.execute(
    db,
  )
  const { id: rehearsalId } = await db
    .insertInto('rehearsal')
    .values({
      operatorId,
      venueId,
      day: '2027-03-09',
      opensAt: monday,
      audience: 'customers',
      visitors: 20,
      arrival: 'usual',
      paying: 70,
      begunAt: monday,
      state: 'stopped',
      problem: 'staff',
      endedAt: monday,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: broadcastId } = await db
    .insertInto('broadcast')
    .values({
      operatorId,
      venueId,
      fromDay: '2027-03-04',
      untilDay: '2027-03-04',
      subject: 'QZ-SUBJECT',
      text: 'QZ-TEXT',
      createdAt: monday,
      dueAt: startsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: audienceId } = await db
    .insertInto('savedAudience')
    .values({
      operatorId,
      venueId,
      name: 'QZ-SUBJECT',
      people: 'booked',
      fromInDays: 0,
      untilInDays: 6,
      savedAt: monday,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: draftId } = await db
    .insertInto('draft')
    .values({ operatorId, name: 'QZ-SUBJECT', changedAt: monday })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: editId } = await db
    .insertInto('draftEdit')
    .values({ draftId, list: 'tags', after: JSON.stringify({ slug: 'qz', name: 'QZ-TEXT' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: publicationId } = await db
    .insertInto('publication')
    .values({
      operatorId,
      draftId,
      name: 'QZ-SUBJECT',
      reason: '',
      publishedAt: monday,
      edits: JSON.stringify([]),
      inverse: JSON.stringify([]),
      effect: JSON.stringify({
        added: 0,
        changed: 0,
        withdrawn: 0,
        calledOff: 0,
        retained: 0,
        notMade: 0,
        bookings: 0,
        customers: 0,
        refund: 0,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { hirerId, hireId, invoiceId } = await anInvoice(
    db,
    { operatorId, venueId, word: 'QZ-SUBJECT' },
    monday,
  )
  return {
    rehearsalId,
    broadcastId,
    audienceId,
    draftId,
    editId,
    publicationId,
    invoiceId,
    hirerId,
    hireId,
    closureId,
    fileClosureId,
    missedPaymentId: payments[0]?.id ?? 0,
    followUpId: calls[0]?.id ?? 0,
  }
}
