import { createContext, useContext, type ReactNode } from 'react'
import type { baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { ActivityDetails } from './activityDetails.ts'
import type { PanelItem } from './addresses.ts'
import type { Bookable } from './availability.ts'
import type { Generation, Kind } from './generation.ts'

/** An item of `cart/add`. */
export type BasketItemInput = Sent<typeof baskets.add>['items'][number]

/**
 * The basket as the timetable uses it. The page passes it in, since features do not import each other. `rowKey`
 * identifies the row that was clicked, so that the row can show the result.
 */
export type BasketActions = {
  add: (items: readonly BasketItemInput[], rowKey: string) => void
  remove: (cartItemId: number, rowKey: string) => void
  /** The lines in the basket of one occurrence: one a person or kind of ticket. */
  lineIdsOf: (occurrenceId: string | number) => readonly number[]
  isAdding: (rowKey: string) => boolean
  isRemoving: (cartItemId: number) => boolean
  /** The server's message when the last click in this row failed. */
  failureOf: (rowKey: string) => string | undefined
}

/** Waitlists and bookings as the timetable uses them. `personId` is null for the customer themselves. */
export type BookingActions = {
  join: (item: Bookable, personId: number | null, rowKey: string) => void
  /** For visitors: joins once they have logged in. */
  joinAfterLogin: (id: number | string) => void
  /** The button that leaves the waitlist of an item or declines its offered place. */
  leaveButton: (
    item: Bookable,
    button: { rowKey: string; label: string; name: string; className?: string | undefined },
  ) => ReactNode
  isBusy: (rowKey: string) => boolean
  failureOf: (rowKey: string) => string | undefined
  /** The position of a waitlist entry; undefined until it has loaded. */
  positionOf: (waitlistId: number | null) => number | undefined
  /** Opens the dialog that cancels a booking. */
  cancel: (bookingId: number) => void
}

/** What every component of a day's page reads. */
export type Timetable = {
  venueSlug: string
  activitySlug: string
  /** `2027-03-04` */
  day: string
  /** The venue's time zone. */
  zone: string
  kind: Kind
  generation: Generation
  /** The server's time; updated every few seconds. */
  now: Date
  activity: ActivityDetails
  /** The customer chooses the court; otherwise any free one is taken. */
  choosesCourt: boolean
  basket: BasketActions
  bookingActions: BookingActions
  /** Visitors have to log in before they join a waitlist. */
  isLoggedIn: boolean
  /** The URL of an item's panel. */
  panelTo: (item: PanelItem) => string
  /** The login modal over this page. */
  loginTo: string
  basketTo: string
  /** On a full time: the same at other venues. The page passes it in, since features do not import each other. */
  renderNearby: (full: Bookable) => ReactNode
  /** The form that adds a child to the household. */
  renderAddChild: (lastName: string) => ReactNode
  checkoutTo: string
  /** The customer and the people linked to them; one entry when there is no choice. */
  people: readonly Person[]
}

/** `id` is null for the customer themselves. */
export type Person = { id: number | null; name: string }

const TimetableContext = createContext<Timetable | undefined>(undefined)

export const TimetableProvider = TimetableContext.Provider

export const useTimetable = (): Timetable => {
  const timetable = useContext(TimetableContext)
  if (timetable === undefined) throw new Error('useTimetable() is used outside <TimetableProvider>')
  return timetable
}
