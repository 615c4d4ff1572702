import type { Bookable } from '#server/baskets/rules.ts'
import type { BookingErrorType } from '#server/open-booking/errors/rules.ts'
import type { Prepayment } from '#server/open-booking/requests/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { OptionOnOffer } from '#server/pricing/rules.ts'
import { bookingCloses, whyNotBookable } from '#server/timetable/rules.ts'

const idAfter = (pattern: RegExp, address: string | undefined): number | null => {
  const digits = pattern.exec(address ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The session that an `@id` of the feeds is of; null when it is no such id. */
export const occurrenceIdOf = (address: string | undefined): number | null =>
  idAfter(/\/(?:scheduled-sessions|slots)\/(\d{1,9})$/, address)

export const optionIdOf = (address: string | undefined): number | null =>
  idAfter(/\/offers\/(\d{1,9})$/, address)

/** One place at a price. Pence. */
export type OpportunityPrice = {
  bookable: Bookable
  option: OptionOnOffer
  vatRate: number
  /** Places of the session that one takes: a family ticket has several. */
  places: number
  prepayment: Prepayment | null
  /** As the feed has it. */
  offer: Json
}

export const priceOf = (
  bookable: Bookable | undefined,
  vatRate: number,
  optionId: number | null,
  offer: Json,
): OpportunityPrice | null => {
  const option = bookable?.options.find(({ id }) => id === optionId)
  if (bookable === undefined || option === undefined) return null
  const ticket = bookable.ticketTypes.find(({ id }) => id === option.ticketTypeId)
  if (option.ticketTypeId !== null && ticket === undefined) return null
  return {
    bookable,
    option,
    vatRate,
    places: ticket?.places ?? 1,
    prepayment: prepaymentIn(offer),
    offer,
  }
}

const prepaymentIn = (offer: Json): Prepayment | null => {
  const given = offer['openBookingPrepayment']
  if (given === 'https://openactive.io/Optional') return 'Optional'
  if (given === 'https://openactive.io/Unavailable') return 'Unavailable'
  return given === undefined ? null : 'Required'
}

/**
 * Which places of one order cannot be paid for together, by their number: some have to be paid in advance, others only at
 * the venue. An order has one way of paying.
 */
export const differentlyPaid = (lines: readonly (OpportunityPrice | null)[]): ReadonlySet<number> => {
  const ways = lines.map((line) =>
    line === null || line.option.price === 0 ? null : (line.prepayment ?? 'Required'),
  )
  if (!ways.includes('Required') || !ways.includes('Unavailable')) return new Set()
  return new Set(ways.flatMap((way, index) => (way === 'Required' || way === 'Unavailable' ? [index] : [])))
}

/** What an offer asks for before it is booked: `OpenBookingApproval` and others. */
export const requires = (offer: Json, requirement: string): boolean => {
  const requirements = offer['openBookingFlowRequirement']
  return Array.isArray(requirements) && requirements.includes(`https://openactive.io/${requirement}`)
}

/**
 * Why a partner cannot sell a place now. It sells what a visitor of our own may buy, and nothing that needs to know who
 * the person is: what they had before, a membership, a document, a signature. Such offers say that they are unavailable.
 */
export const whyNotSold = (
  { bookable, offer }: OpportunityPrice,
  { openBooking }: { openBooking: boolean },
  now: Date,
): BookingErrorType | null => {
  const isSold =
    openBooking &&
    offer['openBookingInAdvance'] !== 'https://openactive.io/Unavailable' &&
    whyNotBookable(bookable, { isLoggedIn: false, now }) === null
  return isSold ? null : 'OpportunityOfferPairNotBookableError'
}

/** Until when places are held for a partner: not for longer than it can book them. */
export const leaseEnd = (latest: Date, lines: readonly (OpportunityPrice | null)[]): Date =>
  new Date(
    Math.min(
      latest.getTime(),
      ...lines.flatMap((line) => (line === null ? [] : bookingCloses(line.bookable).getTime())),
    ),
  )
