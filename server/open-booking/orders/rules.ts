import { openBookingPath } from '#server/openactive/rules.ts'

const paths = { quote: 'order-quotes', order: 'orders', proposal: 'order-proposals' } as const

export type OrderKind = keyof typeof paths

/** What a partner's order is called by. */
export const orderAddress = (site: string, kind: OrderKind, uuid: string): string =>
  `${site}${openBookingPath}/${paths[kind]}/${uuid}`

export const itemAddress = (site: string, uuid: string, number: number): string =>
  `${orderAddress(site, 'order', uuid)}#/orderedItem/${number}`

/** A body by its content, whatever the order of its properties. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}

type Status = 'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'

/** What has become of a place, as partners read it. Only a partner cancels for its customer; others cancel for us. */
export const statusOf = ({
  status,
  cancelledByCustomer,
}: {
  status: Status
  cancelledByCustomer: boolean
}): string => {
  const name = {
    booked: 'OrderItemConfirmed',
    attended: 'AttendeeAttended',
    not_attended: 'AttendeeAbsent',
    cancelled: cancelledByCustomer ? 'CustomerCancelled' : 'SellerCancelled',
    cancelled_by_venue: 'SellerCancelled',
  }[status]
  return `https://openactive.io/${name}`
}

export const isCancelled = ({ status }: { status: Status }): boolean =>
  status === 'cancelled' || status === 'cancelled_by_venue'

const personal = new Set([
  'attendee',
  'attendeeDetailsRequired',
  'orderItemIntakeForm',
  'orderItemIntakeFormResponse',
])

/** Whether a property of an item is about a person, or asks for it. */
export const isPersonal = (name: string): boolean => personal.has(name)
