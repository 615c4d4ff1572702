import { sql } from 'kysely'
import type { Answer } from '#contract/endpoint.ts'
import type { Consent, DataHeld, privacy, TermsAgreed } from '#contract/privacy.ts'
import type { RefundDestination, TenderId } from '#contract/tenders.ts'
import { instant } from '#contract/time.ts'
import type { GuardianRelation } from '#contract/waivers.ts'
import { feedOf } from '#server/bookings/calendar.ts'
import { readBookings } from '#server/bookings/read.ts'
import { isCustomerOf } from '#server/customers/desk.ts'
import { consentsOf, detailsOf, termsAcceptedBy } from '#server/customers/details.ts'
import type { AcceptedTerms, ConsentRow } from '#server/customers/details.ts'
import { photoAddress } from '#server/documents/list.ts'
import { favouriteRecords } from '#server/favourites/favourites.ts'
import { passesOfCustomer } from '#server/guest-passes/passes.ts'
import { listMemberships } from '#server/memberships/list.ts'
import { listPackages } from '#server/packages/list.ts'
import { readAccountPayments } from '#server/payments/account.ts'
import { maySomewhere } from '#server/platform/rights.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden, loggedOut, notFound } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { listWaitlistEntries } from '#server/waitlists/list.ts'
import { listOpenRanges } from '#server/waitlists/ranges.ts'
import { inductionsOf } from '#server/waivers/inductions.ts'
import { closingOf } from './close.ts'
import { followUpsOf, messagesOf, sessionsOf, staffActsFor } from './sql.ts'
import type { FollowUpRecord } from './sql.ts'

/** The logged-in person. @throws Refusal `forbidden` where staff have selected a customer, who decides themselves */
const requireOwnAccount = ({ person, customerId }: Actor): number => {
  if (person === null || customerId === null) throw loggedOut()
  if (person.id !== customerId) throw forbidden()
  return customerId
}

/** A customer's consents, and what closing their account would involve. */
export const readOverview = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof privacy.overview>> => {
  const customerId = requireOwnAccount(actor)
  const { marketingConsent } = await aboutCustomer(tx, customerId)
  return {
    news: marketingConsent,
    newsHistory: presentConsents(await consentsOf(tx, customerId)),
    terms: presentTerms(await termsAcceptedBy(tx, customerId)),
    closing: await closingOf(tx, actor, customerId, now),
  }
}

/** The answer takes some thirty queries. */
const dataLimit = { attempts: 5, seconds: 3600 } as const

/**
 * All data held about a customer, whom a supervisor may have selected to give it to them.
 * @param provider the current card provider, whose saved cards are included
 * @throws Refusal `too_many`, `forbidden`
 */
export const readData = async (tx: Tx, actor: Actor, provider: string, now: Date): Promise<DataHeld> => {
  const { person, customerId } = actor
  if (person === null || customerId === null) throw loggedOut()
  if (person.id !== customerId && !maySomewhere(actor, 'customers.data')) throw forbidden()
  await auditForSelected(tx, actor, { act: acts.dataGiven }, now)
  await limitRate(tx, `data of ${customerId}`, dataLimit, now)
  const details = await detailsOf(tx, customerId, actor.site)
  const feed = await feedOf(tx, customerId)
  return presentRecords({
    madeAt: instant(now),
    operator: actor.operator.name,
    details,
    about: await aboutCustomer(tx, customerId),
    linkedPeople: await linkedOf(tx, customerId),
    bookings: await readBookings(tx, actor, { filter: 'all' }, now),
    orders: await ordersOf(tx, customerId),
    money: await readAccountPayments(tx, actor, provider, now),
    account: await accountOf(tx, customerId),
    memberships: await listMemberships(tx, customerId, now),
    packages: await listPackages(tx, customerId, now),
    waitlists: await listWaitlistEntries(tx, actor, now),
    waitlistRanges: await listOpenRanges(tx, actor, now),
    documents: (await documentsOf(tx, customerId)).map((document) => ({
      ...document,
      file: photoAddress(actor.site, document.id) ?? '',
    })),
    attendees: await attendeesOf(tx, customerId),
    answers: await answersOf(tx, customerId),
    inductions: (await inductionsOf(tx, actor.operator.id, customerId)).flatMap(({ name, givenOn }) =>
      givenOn === null ? [] : [{ name, givenOn }],
    ),
    favourites: await favouriteRecords(tx, customerId),
    guestPasses: await passesOfCustomer(tx, actor, now),
    consents: await consentsOf(tx, customerId),
    terms: await termsAcceptedBy(tx, customerId),
    followUps: await followUpsOf(tx, customerId),
    messages: await messagesOf(tx, actor.operator.id, customerId),
    staffActs: await staffActsFor(tx, customerId),
    calendarFeed: feed === null ? null : { madeAt: instant(feed.createdAt) },
    sessions: await sessionsOf(tx, customerId),
  })
}

/** The same of a customer whom staff name. @throws Refusal `not_found`, `too_many` */
export const readCustomerData = async (
  tx: Tx,
  actor: Actor,
  customerId: number,
  provider: string,
  now: Date,
): Promise<DataHeld> => {
  if (!(await isCustomerOf(tx, customerId, actor.operator.id)))
    throw notFound((messages) => messages.customers.customerNotFound)
  return readData(tx, { ...actor, customerId }, provider, now)
}

const presentConsents = (found: readonly ConsentRow[]): Consent[] =>
  found.map(({ given, at, how }) => ({ given, at: instant(at), how }))

const presentTerms = (found: readonly AcceptedTerms[]): TermsAgreed[] =>
  found.map(({ id, name, acceptedAt, how }) => ({ id, name, acceptedAt: instant(acceptedAt), how }))

type Details = Omit<DataHeld['details'], 'registeredAt' | 'registeredVia' | 'accountLimit'>

/** Data presented elsewhere as it is, and rows that are presented only here. */
type Held = Pick<
  DataHeld,
  | 'madeAt'
  | 'operator'
  | 'bookings'
  | 'money'
  | 'memberships'
  | 'packages'
  | 'waitlists'
  | 'waitlistRanges'
  | 'favourites'
  | 'guestPasses'
  | 'calendarFeed'
  | 'inductions'
  | 'linkedPeople'
> & {
  details: Details
  about: AboutCustomer
  orders: readonly OrderRecord[]
  account: readonly { at: Date; amount: number; description: string }[]
  documents: readonly (Omit<DataHeld['documents'][number], 'uploadedAt'> & { uploadedAt: Date })[]
  attendees: readonly AttendeeRecord[]
  answers: readonly { question: string; answer: string; at: Date }[]
  consents: readonly ConsentRow[]
  terms: readonly AcceptedTerms[]
  messages: readonly { kind: string; to: string; subject: string | null; writtenAt: Date; state: string }[]
  followUps: readonly FollowUpRecord[]
  staffActs: readonly { at: Date; act: string; subject: string }[]
  sessions: readonly { startedAt: Date; lastSeenAt: Date; expiresAt: Date }[]
}

/** JSON aggregates return instants as text, in the time zone of the database. */
const at = (when: Date | string): string => instant(new Date(when))

const presentRecords = ({ details, about, ...held }: Held): DataHeld => ({
  ...held,
  details: {
    ...details,
    registeredAt: at(about.registeredAt),
    registeredVia: about.registeredVia,
    accountLimit: about.accountLimit,
  },
  orders: held.orders.map((order) => ({
    ...order,
    placedAt: at(order.placedAt),
    payments: order.payments.map((payment) => ({ ...payment, paidAt: at(payment.paidAt) })),
    refunds: order.refunds.map((refund) => ({ ...refund, at: at(refund.at) })),
  })),
  account: held.account.map((entry) => ({ ...entry, at: at(entry.at) })),
  documents: held.documents.map((document) => ({ ...document, uploadedAt: at(document.uploadedAt) })),
  attendees: held.attendees.map((attendee) => ({
    ...attendee,
    waivers: attendee.waivers.map((waiver) => ({ ...waiver, agreedAt: at(waiver.agreedAt) })),
  })),
  answers: held.answers.map((answer) => ({ ...answer, at: at(answer.at) })),
  consents: presentConsents(held.consents),
  terms: presentTerms(held.terms),
  messages: held.messages.map((message) => ({ ...message, writtenAt: at(message.writtenAt) })),
  followUps: held.followUps.map(({ createdAt, doneAt, ...entry }) => ({
    ...entry,
    createdAt: at(createdAt),
    doneAt: doneAt === null ? null : at(doneAt),
  })),
  staffActs: held.staffActs.map((act) => ({ ...act, at: at(act.at) })),
  sessions: held.sessions.map(({ startedAt, lastSeenAt, expiresAt }) => ({
    startedAt: at(startedAt),
    lastSeenAt: at(lastSeenAt),
    expiresAt: at(expiresAt),
  })),
})

/** Columns of a customer that no other part of the answer has. */
type AboutCustomer = {
  registeredAt: Date
  registeredVia: string
  accountLimit: number | null
  marketingConsent: boolean
  role: string
}

const aboutCustomer = async (tx: Tx, customerId: number): Promise<AboutCustomer> =>
  tx
    .selectFrom('customer')
    .select([
      'createdAt as registeredAt',
      'source as registeredVia',
      'accountLimit',
      'marketingConsent',
      'role',
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()

type LinkedRow = {
  id: number
  firstName: string
  lastName: string
  dateOfBirth: string | null
  relation: string
  direction: 'books_for' | 'booked_by'
}

const linkedOf = async (tx: Tx, customerId: number): Promise<LinkedRow[]> => {
  const { rows } = await sql<LinkedRow>`
    select c.id, c.first_name, c.last_name, case when l.linked_id = c.id then c.date_of_birth end as date_of_birth,
      l.relation, case when l.linked_id = c.id then 'books_for' else 'booked_by' end as direction
    from linked_customer l
    join customer c on c.id = case when l.customer_id = ${customerId} then l.linked_id else l.customer_id end
    where l.customer_id = ${customerId} or l.linked_id = ${customerId}
    order by direction, c.id`.execute(tx)
  return rows
}

type OrderRecord = {
  reference: string
  placedAt: string
  status: string
  email: string | null
  firstName: string
  lastName: string
  phone: string
  total: number
  taxTotal: number
  lines: { name: string; quantity: number; price: number }[]
  payments: { tenderType: TenderId; amount: number; status: string; paidAt: string }[]
  refunds: { destination: RefundDestination; amount: number; status: string; at: string }[]
}

const ordersOf = async (tx: Tx, customerId: number): Promise<OrderRecord[]> => {
  const { rows } = await sql<OrderRecord>`
    select o.reference, o.placed_at, o.status, o.email, o.payer_first_name as first_name,
      o.payer_last_name as last_name, o.payer_phone as phone, o.total, o.tax_total,
      (select coalesce(json_agg(json_build_object('name', i.value->>'name',
          'quantity', coalesce((i.value->>'quantity')::int, 1),
          'price', coalesce((i.value->'price'->>'raw')::int, 0)) order by i.ordinality), '[]'::json)
        from jsonb_array_elements(o.items) with ordinality i) as lines,
      (select coalesce(json_agg(json_build_object('tenderType', p.tender_type, 'amount', p.amount, 'status', p.status,
          'paidAt', p.paid_at) order by p.id), '[]'::json) from order_payment p where p.order_id = o.id) as payments,
      (select coalesce(json_agg(json_build_object('destination', r.destination, 'amount', r.amount, 'status', r.status,
          'at', r.created_at) order by r.id), '[]'::json) from refund r where r.order_id = o.id) as refunds
    from customer_order o where o.customer_id = ${customerId} order by o.placed_at desc, o.id desc`.execute(
    tx,
  )
  return rows
}

const accountOf = (
  tx: Tx,
  customerId: number,
): Promise<{ at: Date; amount: number; description: string }[]> =>
  tx
    .selectFrom('accountEntry')
    .select(['at', 'amount', 'description'])
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .execute()

const documentsOf = (tx: Tx, customerId: number) =>
  tx
    .selectFrom('document')
    .select([
      'id',
      'documentType',
      'fileName',
      'mediaType',
      'size',
      'status',
      'message',
      'uploadedAt',
      'expiresOn',
    ])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()

type AttendeeRecord = {
  firstName: string
  lastName: string
  dateOfBirth: string
  email: string
  waivers: {
    name: string
    agreedAt: string
    validUntil: string | null
    signedBy: string | null
    signedByRelation: GuardianRelation | null
    answers: { question: string; answer: string }[]
  }[]
}

const attendeesOf = async (tx: Tx, customerId: number): Promise<AttendeeRecord[]> => {
  const { rows } = await sql<AttendeeRecord>`
    select t.first_name, t.last_name, t.date_of_birth, t.email,
      (select coalesce(json_agg(json_build_object('name', r.name, 'agreedAt', w.agreed_at, 'validUntil', w.valid_until,
          'signedBy', nullif(w.signed_by_name, ''), 'signedByRelation', nullif(w.signed_by_relation, ''),
          'answers', (select coalesce(json_agg(json_build_object('question', a.text, 'answer', a.value)
              order by a.question_id), '[]'::json) from waiver_answer a where a.waiver_id = w.id)) order by w.id), '[]'::json)
        from waiver w join restriction r on r.id = w.restriction_id where w.attendee_id = t.id) as waivers
    from attendee t where t.customer_id = ${customerId} order by t.id`.execute(tx)
  return rows
}

const answersOf = async (
  tx: Tx,
  customerId: number,
): Promise<{ question: string; answer: string; at: Date }[]> => {
  const { rows } = await sql<{ question: string; answer: string; at: Date }>`
    select a.text as question, a.value as answer, a.answered_at as at
    from booking_answer a
    join basket_item bi on bi.id = a.basket_item_id
    join basket b on b.id = bi.basket_id
    left join customer_order o on o.basket_id = b.id
    where coalesce(o.customer_id, b.customer_id) = ${customerId}
    order by a.answered_at desc, a.question_id`.execute(tx)
  return rows
}
