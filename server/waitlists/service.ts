import type { WaitlistEntry } from '#contract/waitlists.ts'
import { time, date } from '#contract/time.ts'
import { isCustomerOf } from '#server/customers/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { refuseWhileOwing } from '#server/penalties/service.ts'
import { optionsFor, whyNotOption } from '#server/pricing/rules.ts'
import { loadWallets } from '#server/pricing/service.ts'
import { transact } from '#server/platform/transact.ts'
import { whyNotBookable } from '#server/timetable/rules.ts'
import { waitlistMessages } from '#server/waitlists/messages/service.ts'
import { checkEligibility } from '#server/waivers/eligibility/service.ts'
import { presentEntry } from './present.ts'
import * as rows from './queries.ts'
import type { News } from './queries.ts'
import { momentInWords, refusedAs } from './rules.ts'

/**
 * Puts somebody on the waitlist of a thing, by its id of either form: oneself, a linked person, or for staff any
 * customer.
 * @throws Refusal of wire §10
 */
export const join = async (
  tx: Tx,
  actor: Actor,
  joining: { id: number | string; personId: number },
  now: Date,
): Promise<WaitlistEntry> => {
  const { id, personId } = joining
  const actorId = actor.person?.id
  if (actorId === undefined) throw loggedOut()
  await requireMayActFor(tx, actor, personId)
  const thing = await rows.waitableBy(tx, actor.operator.id, id)
  if (thing === undefined || !thing.hasWaitlist) throw notFound('There is no waitlist for this.')
  const notOnSale = whyNotBookable(thing, { isLoggedIn: true, now })
  if (notOnSale !== null) {
    const { code, message, availableAt } = notOnSale
    throw new Refusal(code, message, { availableAt: availableAt ?? undefined })
  }
  const { activityId, localDate } = thing
  const asked = { personId, isSelf: personId === actorId, activityId, localDate, needs: thing }
  const why = await checkEligibility(tx, asked, now)
  if (why !== null) throw new Refusal(why.code, why.message)
  await refuseWhileOwing(tx, personId, [])
  const noPrice = await whyNoPrice(tx, personId, thing, now)
  if (noPrice !== null) throw new Refusal(noPrice, noPriceSaid[noPrice])

  const joined = await rows.joinWaitlist(
    tx,
    {
      occurrenceId: thing.id,
      personId,
      actorId,
      form: typeof id === 'number' ? 'v1' : 'v2',
      places: thing.fewest,
    },
    now,
  )
  tx.invalidate(thing.venueId)
  if (joined.outcome !== 'ok') throw new Refusal(joined.outcome, refusedAs[joined.outcome])
  await noteIfForAnother(tx, actor, personId, 'waitlist joined', thing.id, now)
  return shownEntry(tx, actor.operator.id, joined.entryId, now)
}

const noPriceSaid = {
  age: 'There is no price for people of this age.',
  document_required: 'Every price of this needs a proof that we have not seen, or that has run out.',
} as const

/** Why a person could take no price of a thing, so that waiting for it leads nowhere; null when there is one. */
const whyNoPrice = async (
  tx: Tx,
  personId: number,
  { activityId, localDate: day, band, options }: rows.Waitable,
  now: Date,
): Promise<keyof typeof noPriceSaid | null> => {
  const tickets = [...new Set(options.map(({ ticketTypeId }) => ticketTypeId))]
  const sold = tickets.flatMap((ticketTypeId) => optionsFor(options, band, ticketTypeId))
  const asksNobody = sold.some(
    ({ proof, ageMin, ageMax }) => proof === null && ageMin === null && ageMax === null,
  )
  if (sold.length === 0 || asksNobody) return null
  const wallets = await loadWallets(tx, [personId], [{ activityId, day, options: sold }], now)
  const whys = sold.map((option) => whyNotOption(option, wallets.get(personId) ?? null, day))
  return whys.includes(null) ? null : whys.includes('document_required') ? 'document_required' : 'age'
}

/** Nobody acts for a stranger; whoever is no customer here is nobody. */
const requireMayActFor = async (tx: Tx, actor: Actor, personId: number): Promise<void> => {
  if (isOwn(actor, personId)) return
  if (!actor.isStaff) throw forbidden()
  if (!(await isCustomerOf(tx, personId, actor.operator.id))) throw notFound()
}

const isOwn = ({ person, customerId }: Actor, personId: number): boolean =>
  personId === customerId || personId === person?.id || person?.linkedIds.includes(personId) === true

const noteIfForAnother = async (
  tx: Tx,
  actor: Actor,
  personId: number,
  act: string,
  occurrenceId: number,
  now: Date,
): Promise<void> => {
  if (actor.person === null || !actor.isStaff || actor.person.id === personId) return
  const done = {
    actorId: actor.person.id,
    forCustomerId: personId,
    act,
    subject: `occurrence:${occurrenceId}`,
  }
  await recordAudit(tx, done, now)
}

const shownEntry = async (tx: Tx, operatorId: number, id: number, now: Date): Promise<WaitlistEntry> => {
  const [row] = await rows.entriesWhere(tx, operatorId, { id })
  if (row === undefined) throw notFound()
  return presentEntry(row, await rows.eventsOf(tx, [id]), now)
}

type Left = { id: number; waitlistId: number; status: 'left' }

/** Takes an entry off its waitlist; what was on offer goes to the next. Others' entries are not found. */
export const leave = async (
  tx: Tx,
  actor: Actor,
  which: { id: number } | { occurrenceId: number | string; personId: number },
  now: Date,
): Promise<Left> => {
  const [entry] = await rows.entriesWhere(tx, actor.operator.id, which)
  if (entry === undefined || actor.person === null) throw notFound()
  if (!actor.isStaff && !isOwn(actor, entry.personId)) throw notFound()
  const { id, personId, occurrenceId, venueId } = entry
  if (!(await rows.leaveWaitlist(tx, { entryId: id, actorId: actor.person.id }, now))) throw notFound()
  await noteIfForAnother(tx, actor, personId, 'waitlist left', occurrenceId, now)
  tx.invalidate(venueId)
  return { id, waitlistId: id, status: 'left' }
}

/** What the caller (for staff: the customer selected) and those linked to them wait for. */
export const shownEntries = async (tx: Tx, actor: Actor, now: Date): Promise<WaitlistEntry[]> => {
  const { customerId } = actor
  if (customerId === null) return []
  const personIds = [customerId, ...(await rows.linkedTo(tx, customerId))]
  const found = await rows.entriesWhere(tx, actor.operator.id, { personIds })
  const events = await rows.eventsOf(
    tx,
    found.map((entry) => entry.id),
  )
  return found.map((entry) =>
    presentEntry(
      entry,
      events.filter((event) => event.entryId === entry.id),
      now,
    ),
  )
}

/**
 * Gives a free place to one who waits, out of turn: for the desk. Everybody who stood before them can read so. The
 * lock is that of the offers made by themselves, so the two never give one place twice.
 * @throws Refusal `full`, `held`, `cancelled`, `closed` where no place is free or waiting is over
 */
export const offerOutOfTurn = async (
  tx: Tx,
  actor: Actor,
  entryId: number,
  now: Date,
): Promise<WaitlistEntry> => {
  if (actor.person === null || !actor.isStaff) throw forbidden()
  const [entry] = await rows.entriesWhere(tx, actor.operator.id, { id: entryId })
  if (entry === undefined) throw notFound()
  const outcome = await rows.offerOutOfTurn(tx, { entryId, actorId: actor.person.id }, now)
  if (outcome !== 'ok') throw new Refusal(outcome, 'No place can be given to this person now.')
  await noteIfForAnother(tx, actor, entry.personId, 'waitlist offer', entry.occurrenceId, now)
  tx.invalidate(entry.venueId)
  return shownEntry(tx, actor.operator.id, entryId, now)
}

const atATime = 200

/**
 * Brings all waitlists up to date: lapsed offers go to the next, free places are offered, what has begun is closed.
 * Most of it has been done when places were freed (db/functions/waitlist_offers.sql); this is for what the clock does.
 * May run on several nodes at once, any number of times.
 * @returns the venues whose availability may have changed
 */
export const promoteWaitlists = async (db: Database, now: Date): Promise<number[]> => {
  const stirring = await rows.stirring(db, now, atATime)
  for (const { occurrenceId } of stirring) {
    await transact(db, (tx) => rows.promote(tx, occurrenceId, now))
  }
  return [...new Set(stirring.map(({ venueId }) => venueId))]
}

/** Writes to those whom something has happened to: once each, however often it is asked for. */
export const tellWaiters = async (db: Database, now: Date): Promise<void> => {
  await transact(db, async (tx) => {
    const news = await rows.untoldNews(tx, atATime)
    for (const one of news) if (one.recipient !== '') await sendWaitlistMessage(tx, one, now)
    await rows.markTold(
      tx,
      news.map(({ eventId }) => eventId),
    )
  })
}

const sendWaitlistMessage = (tx: Tx, news: News, now: Date): Promise<void> => {
  const { timezone: zone, startsAt, endsAt, untilAt } = news
  const day = date(news.localDate, zone, now)
  const facts = {
    eventId: news.eventId,
    firstName: news.firstName,
    title: news.name,
    lines: [
      `${day.fullDatePretty}, ${time(startsAt, zone).format24Hour} to ${time(endsAt, zone).format24Hour}`,
      `${news.locationName}, ${news.venueName}`,
    ],
    until: untilAt === null ? null : momentInWords(untilAt, zone, now),
    path: pathTo(news),
  }
  const recipient = { operatorId: news.operatorId, to: news.recipient }
  return sendNotice(tx, waitlistMessages[news.what], recipient, facts, now)
}

/** Where it stands in the timetable. A court stands in its hour. */
const pathTo = (news: News): string => {
  const { venueSlug, activitySlug, localDate, kind } = news
  const day = `/location/${venueSlug}/${activitySlug}/${localDate}`
  if (kind === 'courts') return `${day}/time/${time(news.startsAt, news.timezone).format24Hour}`
  const id = news.idForm === 'v2' ? news.publicId : news.occurrenceId
  return `${day}/${kind === 'tickets' ? 'ticket' : 'class'}/${id}`
}
