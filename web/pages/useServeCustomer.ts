import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import type { GoOptions } from '#web/platform/navigator.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { customerOfTab, requireSelection } from '#web/platform/selection.ts'

/** What the API answers differently for each customer. */
const customerResources: ReadonlySet<string> = new Set([
  'basket',
  'timetable',
  'bookings',
  'account',
  'attendees',
])

/**
 * Serves another customer (null: a walk-in), and then goes to a page. What depends on the customer is read again before
 * the page shows it.
 */
export const useServeCustomer = (
  to: string,
  options: GoOptions = {},
): ((userId: number | null) => Promise<void>) => {
  const context = usePageContext()
  const navigate = useNavigate()
  return async (userId) => {
    // The attendee details of one customer or walk-in must not reach the next; a reloaded tab keeps its customer's.
    if (userId === null || userId !== customerOfTab()) clearAttendeesDraft()
    requireSelection(context).choose(userId)
    await context.queries.invalidate(([, , resources]) =>
      resources.some((resource) => customerResources.has(resource)),
    )
    await navigate(to, options)
  }
}
