import { dateTime, plural } from '#messages/format.ts'

export const heading = 'Booking requests'
export const page = 'Booking requests – Front desk'
export const lead = 'Booking partners have asked for these places, which are held until you decide.'
export const noRequests = 'No booking requests to answer'
export const whatAppears =
  'Requests from booking partners appear here, for activities that need your approval.'

export const unnamed = 'Customer not named'
export const from = ({ customer, partner }: { customer: string; partner: string }): string =>
  `${customer}, through ${partner}`
export const session = ({
  activity,
  venue,
  at,
  zone,
}: {
  activity: string
  venue: string
  at: Date
  zone: string
}): string => `${activity}, ${venue}, ${dateTime({ at, zone })}`
export const places = ({ count }: { count: number }): string =>
  plural(count, { one: '1 place', other: `${count} places` })
export const heldUntil = ({ at, zone }: { at: Date; zone: string }): string =>
  `Held until ${dateTime({ at, zone })}`

export const accept = 'Accept'
export const acceptFor = ({ name }: { name: string }): string => `Accept: ${name}`
export const accepted = ({ partner }: { partner: string }): string =>
  `Request accepted. ${partner} can now complete the booking.`
export const reject = 'Reject'
export const rejectFor = ({ name }: { name: string }): string => `Reject: ${name}`
export const rejected = ({ partner }: { partner: string }): string =>
  `Request rejected. ${partner} tells the customer.`
