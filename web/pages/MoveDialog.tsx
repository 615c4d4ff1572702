import type { Booking } from '#contract/bookings.ts'
import { MoveBooking } from '#web/features/bookings/MoveBooking.tsx'
import { timeLink } from '#web/features/search/search.ts'
import { api } from '#web/platform/api.ts'
import { crossSiteUrl, links } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'

/** The dialog that moves a booking, with the addresses of the panels in which dearer times are booked. */
export const MoveDialog = (props: { booking: Booking; isByOrder?: boolean; onClose: () => void }) => {
  const context = usePageContext()
  const { data: config } = useRead(api.operator.config)
  const navigate = useNavigate()
  const { venueSlug, categorySlug: activitySlug } = props.booking
  return (
    <MoveBooking
      {...props}
      onToPay={({ id }) => void navigate(links.movePayment(id))}
      urlOf={(time, v2Type) =>
        crossSiteUrl(
          config.sites.bookings,
          timeLink({ venueSlug, activitySlug, v2Type }, { ...time, date: time.date.raw }),
          context,
        )
      }
    />
  )
}
