import { money } from '#contract/money.ts'
import type { HouseholdPerson } from '#contract/timetable.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { formatPrice, loadWallets } from '#server/pricing/price.ts'
import { priceOf, whyNotOption } from '#server/pricing/rules.ts'
import type { OptionOnOffer, ToPrice, Wallet } from '#server/pricing/rules.ts'
import { onlyAges, toCandidate, whyNotEligible } from '#server/waivers/rules.ts'
import type { Candidate } from '#server/waivers/rules.ts'
import { callerFor } from './actions.ts'
import type { CallerProfile } from './actions.ts'
import type { Day, DayOccurrence } from './days.ts'
import { whyNot } from './rules.ts'
import type { Form } from './rules.ts'
import { listLastAttendees } from './sql/availability.ts'
import type { OfferingRow } from './sql/availability.ts'

/** The caller's basket lines and household, as far as they concern a day. */
export type HouseholdProfile = Pick<CallerProfile, 'basketId' | 'isWalkIn'> & {
  lines: readonly (CallerProfile['lines'][number] & { personId: number | null })[]
  people: readonly (CallerProfile['people'][number] & { firstName: string; lastName: string })[]
}

/** The customer and those they may book for: who can go to an occurrence, who cannot and why, and what each pays. */
export const readHousehold = async (
  db: Database,
  { person, customerId, messages }: Actor,
  { basketId, isWalkIn, lines, people }: HouseholdProfile,
  { day, occurrenceId, form }: { day: Day; occurrenceId: number; form: Form },
  now: Date,
): Promise<HouseholdPerson[]> => {
  const found = day.occurrences.find(({ row }) => row.id === occurrenceId)
  if (found === undefined || customerId === null) throw notFound()
  const { offering, day: localDate } = day
  const ids = people.map(({ id }) => id)
  const [wallets, lastAttendees] = await Promise.all([
    loadWallets(db, ids, [{ ...offering, day: localDate }], now),
    listLastAttendees(db, ids, offering.activityId),
  ])
  const { self, linked } = callerFor(found.row, { basketId, isWalkIn, lines, people }, false)
  const states = self === null ? [] : [self, ...linked]
  const occurrence = { ...found.occurrence, window: found.windows.customer }
  return people.flatMap((row, index): HouseholdPerson[] => {
    const state = states[index]
    if (state === undefined) return []
    const isSelf = row.id === customerId
    const firstName = isSelf && person?.id === customerId ? null : row.firstName
    const candidate = toCandidate(row, localDate)
    const wallet = wallets.get(row.id) ?? null
    const tickets = ticketsFor(messages, found, candidate, firstName, wallet, {
      offering,
      form,
      day: localDate,
    })
    const why = whyNot(occurrence, state, basketId, now, firstName)
    const noTicket = why === null && tickets.length === 0
    return [
      {
        id: row.id,
        firstName: row.firstName,
        lastName: row.lastName,
        age: candidate.age,
        isSelf,
        wentLast: lastAttendees.includes(row.id),
        isInBasket: lines.some((line) => line.occurrenceId === occurrenceId && line.personId === row.id),
        reason: noTicket
          ? messages.eligibility.noTicketForAge({ firstName })
          : (why?.message(messages) ?? null),
        reasonCode: noTicket ? 'age' : (why?.code ?? null),
        tickets,
      },
    ]
  })
}

type Ticket = HouseholdPerson['tickets'][number]

type PersonalOffers = { offering: OfferingRow; form: Form; day: string }

/** The tickets that suit a person's age, with what they pay for each. A ticket for several people is no one's own. */
export const ticketsFor = (
  messages: Messages,
  { options, tickets }: Pick<DayOccurrence, 'options' | 'tickets'>,
  candidate: Candidate,
  firstName: string | null,
  wallet: Wallet | null,
  offers: PersonalOffers,
): Ticket[] => {
  if (tickets.length === 0) {
    return ticketOf(messages, { ticketId: null, name: null }, options, wallet, offers)
  }
  return tickets
    .filter(({ type }) => type.places === 1 && whyNotEligible(onlyAges(type), candidate, firstName) === null)
    .flatMap(({ type, options: ofType }) =>
      ticketOf(
        messages,
        { ticketId: offers.form === 'v1' ? type.id : type.publicId, name: type.name },
        ofType,
        wallet,
        offers,
      ),
    )
}

const ticketOf = (
  messages: Messages,
  ticket: Pick<Ticket, 'ticketId' | 'name'>,
  options: readonly OptionOnOffer[],
  wallet: Wallet | null,
  offers: PersonalOffers,
): Ticket[] => {
  const allowed = options.filter((option) => whyNotOption(option, wallet, offers.day) === null)
  if (allowed.length === 0) return []
  return [{ ...ticket, options: allowed.map((option) => optionFor(messages, option, wallet, offers)) }]
}

/** A price as the basket will have it: the person's benefit counts at once, a package only when it is chosen. */
const optionFor = (
  messages: Messages,
  option: OptionOnOffer,
  wallet: Wallet | null,
  { offering, day }: PersonalOffers,
): Ticket['options'][number] => {
  const { activityId, venueId, currencySymbol } = offering
  const occasion: ToPrice = { option, quantity: 1, places: 1, activityId, venueId, day, itemId: null }
  const own = priceOf(occasion, wallet, { benefit: true, package: false })
  const byPackage = priceOf(occasion, wallet, { benefit: false, package: true })
  const { applied } = byPackage
  const held =
    applied?.type === 'package' ? wallet?.packages.find(({ id }) => id === applied.packageId) : undefined
  return {
    id: option.id,
    name: option.name,
    price: formatPrice(messages, own.total, currencySymbol, false, own),
    benefit:
      own.applied?.type === 'membership'
        ? {
            name: own.applied.name,
            planName: own.applied.planName,
            saves: money(own.discount, currencySymbol),
          }
        : null,
    package:
      held === undefined || own.total === 0
        ? null
        : {
            id: held.id,
            name: held.name,
            visitsLeft: held.left,
            price: formatPrice(messages, byPackage.total, currencySymbol, false, byPackage),
          },
  }
}
