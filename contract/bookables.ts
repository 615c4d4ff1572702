import { z } from 'zod'
import { actionStatuses, reasonCode } from './refusals.ts'
import {
  instant,
  clockTime,
  price,
  moment,
  named,
  bookableId,
  displayDate,
  calendarDate,
  location,
  pricingOption,
  categorySummary,
  ticketType,
} from './shapes.ts'

/** ACTION */
export const actionToShow = z
  .object({
    status: z.enum(actionStatuses).nullable(),
    reason: z.string().nullable(),
    reasonCode: reasonCode.nullable(),
    availableAt: instant.nullable(),
    bookingId: z.int().nullable(),
    cartItemId: z.int().nullable(),
    waitlistId: z.int().nullable(),
    /** Ours: the entry is one of a waitlist for any place between two times. */
    waitlistRangeId: z.int().optional(),
    otherActions: z.array(z.enum(actionStatuses)),
  })
  .meta({ id: 'Action', description: 'What the caller can do now, and if nothing, why' })

export type ActionToShow = z.output<typeof actionToShow>

/** A benefit or a package that covers a thing; `type` says which. */
export const benefitAvailable = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(['membership', 'package']),
})

/** What times, slots, classes and tickets have in common (wire §2.1). */
const bookable = {
  name: z.string(),
  description: z.string().nullable(),
  compositeKey: z.string(),
  timestamp: z.int(),
  startsAt: clockTime,
  endsAt: clockTime,
  duration: z.string(),
  categorySlug: z.string(),
  venueSlug: z.string(),
  venueName: z.string(),
  slotDisplayLocation: z.string(),
  locationName: z.string(),
  price,
  spaces: z.int(),
  spacesRemaining: z.int().nullable(),
  capacity: z.int(),
  bookingsCount: z.int(),
  heldByOthers: z.int(),
  /** Ours: `held` because the desk keeps it for people who come there; left out otherwise. */
  deskOnly: z.boolean().optional(),
  booking: z.object({ id: z.int() }).nullable(),
  actionToShow,
  waitlistId: z.int().nullable(),
  waitlistLength: z.int(),
  firstBookableAt: moment.nullable(),
  lastBookableAt: moment.nullable(),
  allowsAnonymousBookings: z.boolean(),
  preBookingNotice: z.string().nullable(),
  instructors: z.array(named),
  tags: z.array(named),
  restrictions: z.object({
    preWaiver: named.nullable(),
    preInduction: named.nullable(),
    criteria: named.nullable(),
  }),
  restrictionIds: z.array(z.int()),
  hasPrePurchaseRestrictions: z.boolean(),
  requiresInduction: z.boolean(),
  benefitAvailable: benefitAvailable.nullable(),
  cartType: z.enum(['activity', 'purchasableOccurrence']),
}

/** An entry of times: one an hour, over all courts. Only in a ticketed activity has it an id and a whole date. */
export const bookableTime = z
  .object({
    ...bookable,
    id: bookableId.optional(),
    date: z.union([displayDate, calendarDate]),
    location: z.string(),
  })
  .meta({ id: 'BookableTime', description: 'An hour at which something is free, over all courts' })

export type BookableTime = z.output<typeof bookableTime>

const booked = {
  ...bookable,
  id: bookableId,
  date: calendarDate,
  location,
  pricingOptionId: z.int(),
  pricingOptions: z.array(pricingOption),
  rootActivityCategory: categorySummary,
}

/** One court at one hour. */
export const bookableSlot = z
  .object(booked)
  .meta({ id: 'BookableSlot', description: 'One court at one hour' })

export type BookableSlot = z.output<typeof bookableSlot>

export const bookableClass = z.object(booked).meta({ id: 'BookableClass', description: 'One class' })

export type BookableClass = z.output<typeof bookableClass>

/** One session sold by tickets; `tickets` and `ticketTypes` are the same list. */
export const bookableTicket = z
  .object({ ...booked, tickets: z.array(ticketType), ticketTypes: z.array(ticketType) })
  .meta({ id: 'BookableTicket', description: 'One session sold by tickets' })

export type BookableTicket = z.output<typeof bookableTicket>
