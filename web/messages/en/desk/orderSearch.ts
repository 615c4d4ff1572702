import { plural } from '#messages/format.ts'

export const findAnything = 'Find a customer or an order'
export const findAnythingHelp =
  'Customer, membership and order numbers, guest pass codes and the last four digits of a card work too.'
export const orders = 'Orders'
export const noOrders = 'No orders found.'
export const ordersFound = ({ count }: { count: number }): string =>
  plural(count, { one: '1 order', other: `${count} orders` })
export const walkIn = 'Walk-in'
export const toPay = ({ amount }: { amount: string }): string => `To pay ${amount}`
export const refunded = { partly_refunded: 'Partly refunded', refunded: 'Refunded' } as const
export const firstBooking = ({
  name,
  when,
  others,
}: {
  name: string
  when: string
  others: number
}): string => (others === 0 ? `${name}, ${when}` : `${name}, ${when}, and ${others} more`)
