import type { WaitlistActions } from '#web/features/waitlists/useWaitlists.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'

/*
 * The parts of a timetable that answer no first press: those that the server renders on most pages are late
 * (lateComponent.tsx), the others come when they are wanted (lazyComponent.tsx).
 */

export const AddChild = lazyComponent(
  'web/features/families/AddChild.tsx',
  async () => (await import('#web/features/families/AddChild.tsx')).AddChild,
)

export const AnyCourtWaitlist = lateComponent(
  'web/pages/AnyCourtWaitlist.tsx',
  async () => (await import('./AnyCourtWaitlist.tsx')).AnyCourtWaitlist,
)

export const BasketPanel = lateComponent(
  'web/features/baskets/BasketPanel.tsx',
  async () => (await import('#web/features/baskets/BasketPanel.tsx')).BasketPanel,
)

export const TimetableFilters = lateComponent(
  'web/features/timetable/TimetableFilters.tsx',
  async () => (await import('#web/features/timetable/TimetableFilters.tsx')).TimetableFilters,
)

export const DayNotes = lateComponent(
  'web/pages/DayNotes.tsx',
  async () => (await import('./DayNotes.tsx')).DayNotes,
)

export const CancelBooking = lazyComponent(
  'web/features/bookings/CancelBooking.tsx',
  async () => (await import('#web/features/bookings/CancelBooking.tsx')).CancelBooking,
)

export const FavouriteToggle = lateComponent(
  'web/features/favourites/FavouriteToggle.tsx',
  async () => (await import('#web/features/favourites/FavouriteToggle.tsx')).FavouriteToggle,
  { isOptional: () => true },
)

const LeaveWaitlist = lazyComponent(
  'web/features/waitlists/LeaveWaitlist.tsx',
  async () => (await import('#web/features/waitlists/LeaveWaitlist.tsx')).LeaveWaitlist,
)

export const LocationChoice = lateComponent(
  'web/features/timetable/LocationChoice.tsx',
  async () => (await import('#web/features/timetable/LocationChoice.tsx')).LocationChoice,
)

export const LengthChoice = lateComponent(
  'web/features/timetable/LengthChoice.tsx',
  async () => (await import('#web/features/timetable/LengthChoice.tsx')).LengthChoice,
)

export const NearbyTimes = lazyComponent(
  'web/pages/NearbyTimes.tsx',
  async () => (await import('./NearbyTimes.tsx')).NearbyTimes,
)

export const NextAvailableDay = lazyComponent(
  'web/features/timetable/NextAvailableDay.tsx',
  async () => (await import('#web/features/timetable/NextAvailableDay.tsx')).NextAvailableDay,
)

export const TimeSlotPanel = lazyComponent(
  'web/pages/TimeSlotPanel.tsx',
  async () => (await import('./TimeSlotPanel.tsx')).TimeSlotPanel,
)

type WaitingItem = { id?: number | string | undefined; actionToShow: { waitlistId: number | null } }

/** The button for items of a timetable; nothing for a visitor or an hour over several courts. */
export const leaveButtonOf =
  (waitlists: WaitlistActions, userId: number | undefined) =>
  (
    { id, actionToShow: { waitlistId } }: WaitingItem,
    settings: { rowKey: string; label: string; name: string; className?: string | undefined },
  ) =>
    id === undefined || userId === undefined ? null : (
      <LeaveWaitlist waitlists={waitlists} entry={{ id, waitlistId }} userId={userId} {...settings} />
    )
