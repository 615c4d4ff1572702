import type { Answer } from '#contract/endpoint.ts'
import type { DataHeld, privacy } from '#contract/privacy.ts'
import { instant } from '#contract/time.ts'
import { feedOf } from '#server/bookings/feed/service.ts'
import { listBookings } from '#server/bookings/service.ts'
import { consentsOf, detailsOf, termsAcceptedBy } from '#server/customers/details.ts'
import { photoAddress } from '#server/documents/list.ts'
import { favouriteRecords } from '#server/favourites/favourites.ts'
import { passesOfCustomer } from '#server/guest-passes/passes.ts'
import { listMemberships } from '#server/memberships/list.ts'
import { listPackages } from '#server/packages/list.ts'
import { moneyOf } from '#server/payments/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { listWaitlistEntries } from '#server/waitlists/list.ts'
import { listOpenRanges } from '#server/waitlists/ranges.ts'
import { closingOf } from './closure/service.ts'
import { presentConsents, presentRecords, presentTerms } from './present.ts'
import {
  aboutCustomer,
  accountOf,
  answersOf,
  attendeesOf,
  documentsOf,
  inductionsOf,
  linkedOf,
  messagesOf,
  ordersOf,
  sessionsOf,
  staffActsFor,
} from './queries.ts'

/** The logged-in person; the customer that staff have selected does not count here. */
const isOwnAccount = (actor: Actor): { self: Actor; customerId: number } => {
  if (actor.person === null) throw loggedOut()
  return { self: { ...actor, customerId: actor.person.id }, customerId: actor.person.id }
}

/** A customer's consents, and what closing their account would involve. */
export const readPrivacy = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof privacy.overview>> => {
  const { self, customerId } = isOwnAccount(actor)
  const { marketingConsent } = await aboutCustomer(tx, customerId)
  return {
    news: marketingConsent,
    newsHistory: presentConsents(await consentsOf(tx, customerId)),
    terms: presentTerms(await termsAcceptedBy(tx, customerId)),
    closing: await closingOf(tx, self, customerId, now),
  }
}

/** The answer takes some thirty queries. */
const dataLimit = { attempts: 5, seconds: 3600 } as const

/**
 * All data held about a customer.
 * @param provider the current card provider, whose saved cards are included
 * @throws Refusal `too_many`
 */
export const dataOf = async (tx: Tx, actor: Actor, provider: string, now: Date): Promise<DataHeld> => {
  const { self, customerId } = isOwnAccount(actor)
  await limitRate(tx, `data of ${customerId}`, dataLimit, now)
  const details = await detailsOf(tx, customerId, actor.site)
  const feed = await feedOf(tx, customerId)
  return presentRecords({
    madeAt: instant(now),
    operator: actor.operator.name,
    details,
    about: await aboutCustomer(tx, customerId),
    linkedPeople: await linkedOf(tx, customerId),
    bookings: await listBookings(tx, self, { filter: 'all' }, now),
    orders: await ordersOf(tx, customerId),
    money: await moneyOf(tx, self, provider, now),
    account: await accountOf(tx, customerId),
    memberships: await listMemberships(tx, customerId, now),
    packages: await listPackages(tx, customerId, now),
    waitlists: await listWaitlistEntries(tx, self, now),
    waitlistRanges: await listOpenRanges(tx, self, now),
    documents: (await documentsOf(tx, customerId)).map((document) => ({
      ...document,
      file: photoAddress(actor.site, document.id) ?? '',
    })),
    attendees: await attendeesOf(tx, customerId),
    answers: await answersOf(tx, customerId),
    inductions: await inductionsOf(tx, customerId),
    favourites: await favouriteRecords(tx, customerId),
    guestPasses: await passesOfCustomer(tx, self, now),
    consents: await consentsOf(tx, customerId),
    terms: await termsAcceptedBy(tx, customerId),
    messages: await messagesOf(tx, actor.operator.id, customerId),
    staffActs: await staffActsFor(tx, customerId),
    calendarFeed: feed === null ? null : { madeAt: instant(feed.createdAt) },
    sessions: await sessionsOf(tx, customerId),
  })
}
