import { createContext, useContext } from 'react'
import type { baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { About } from './about.ts'
import type { Bookable } from './availability.ts'
import type { Generation, Kind } from './generation.ts'

/** One thing to put into the basket, as `cart/add` takes it. */
export type BasketItemInput = Sent<typeof baskets.add>['items'][number]

/**
 * What a timetable asks of the basket. The page hands it over, since features do not know each other. `rowKey` names the
 * row a click was made in, so that the row can show what became of it.
 */
export type BasketActions = {
  add: (wanted: readonly BasketItemInput[], rowKey: string) => void
  remove: (cartItemId: number, rowKey: string) => void
  isAdding: (rowKey: string) => boolean
  isRemoving: (cartItemId: number) => boolean
  /** What the server said when the last click in this row failed. */
  failureOf: (rowKey: string) => string | undefined
}

/** What a timetable asks of waitlists and bookings, handed over like the basket. `personId` is null for oneself. */
export type BookingActions = {
  join: (item: Bookable, personId: number | null, rowKey: string) => void
  leave: (item: Bookable, rowKey: string) => void
  isBusy: (rowKey: string) => boolean
  failureOf: (rowKey: string) => string | undefined
  /** Where an entry of the person stands; undefined while that is not known. */
  positionOf: (waitlistId: number | null) => number | undefined
  /** Asks whether a booking shall be cancelled. */
  cancel: (bookingId: number) => void
}

/** What everything on a day's page needs to know. */
export type Timetable = {
  venueSlug: string
  activitySlug: string
  /** `2027-03-04` */
  day: string
  /** The venue's. */
  zone: string
  kind: Kind
  generation: Generation
  /** By the server's clock; moves on every so often. */
  now: Date
  about: About
  /** The person picks the court; otherwise any will do. */
  choosesCourt: boolean
  basket: BasketActions
  bookingActions: BookingActions
  /** Whether somebody is logged in: a visitor is asked to before they join a waitlist. */
  isLoggedIn: boolean
  /** The address of the panel of one item. */
  panelTo: (item: Bookable) => string
  /** The login modal over this page. */
  loginTo: string
  basketTo: string
  /** Whom one may book for: oneself, then those linked. One entry when there is no choice. */
  people: readonly Person[]
}

/** `id` is null for oneself. */
export type Person = { id: number | null; name: string }

const TimetableContext = createContext<Timetable | undefined>(undefined)

export const TimetableProvider = TimetableContext.Provider

export const useTimetable = (): Timetable => {
  const timetable = useContext(TimetableContext)
  if (timetable === undefined) throw new Error('useTimetable() stands outside <TimetableProvider>')
  return timetable
}
