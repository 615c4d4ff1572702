import type { Bookable } from '#web/features/timetable/availability.ts'
import { runsOfFullTimes } from '#web/features/timetable/fullTimes.ts'
import type { Timetable } from '#web/features/timetable/timetableContext.ts'
import { JoinWaitlistRange } from '#web/features/waitlists/JoinWaitlistRange.tsx'
import { WaitlistRange } from '#web/features/waitlists/WaitlistRange.tsx'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useHref } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'

/** A single full time has the waitlists of its courts. */
const fewestTimes = 2

/** On a day with full courts: the customer's waitlist for any of them, or the way to join one. */
export const AnyCourtWaitlist = ({
  items,
  timetable,
}: {
  items: readonly Bookable[] | undefined
  timetable: Timetable
}) => {
  const { venueSlug, activitySlug, day, now, people, loginTo } = timetable
  const href = useHref()
  const customer = useCustomer()
  const { data } = useDeferredRead(api.waitlists.ranges, {}, { when: customer !== null })
  const ranges = (data ?? []).filter(
    (range) => range.venueSlug === venueSlug && range.categorySlug === activitySlug && range.date.raw === day,
  )
  const runs = runsOfFullTimes(items ?? [], now)
  const isWaiting = ranges.some(({ status }) => status !== 'left')
  return (
    <>
      {ranges.map((range) => (
        <WaitlistRange
          key={range.id}
          range={range}
          bookTo={href(
            links.timeSlots(venueSlug, activitySlug, day, 'time', range.offer?.item.startsAt.format24Hour),
          )}
          isOwn={range.userId === customer?.id}
          now={now}
        />
      ))}
      {runs.flat().length < fewestTimes || isWaiting ? null : (
        <JoinWaitlistRange
          venue={venueSlug}
          activity={activitySlug}
          date={day}
          runs={runs}
          people={customer === null ? [] : people.map(({ id, name }) => ({ id: id ?? customer.id, name }))}
          loginTo={loginTo}
        />
      )}
    </>
  )
}
