import type { OrderFile } from '#server/bookings/calendar/service.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import type { PassProvider } from '#server/providers/passes/port.ts'
import { presentPass } from './present.ts'

/** The pass for Apple Wallet; null without a booking to come, or where the operator offers none. */
export const appleFile = async (
  { apple }: PassProvider,
  whole: OrderDetails,
  now: Date,
): Promise<OrderFile | null> => {
  const pass = apple === null ? null : presentPass(whole, now)
  if (apple === null || pass === null) return null
  return {
    name: `${whole.order.reference}.pkpass`,
    mediaType: 'application/vnd.apple.pkpass',
    content: await apple(pass),
  }
}

/** The address that adds the order to Google Wallet, as above. */
export const googleAddress = ({ google }: PassProvider, whole: OrderDetails, now: Date): string | null => {
  const pass = google === null ? null : presentPass(whole, now)
  return google === null || pass === null ? null : google(pass)
}
