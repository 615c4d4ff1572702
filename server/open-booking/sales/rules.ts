/** Pence of sales. */
export type Sales = { bookings: number; sold: number; refunded: number; commission: number; atVenue: number }

/** What a partner keeps of its sales, in whole pence; less than nothing when more was refunded than sold. */
export const commissionOf = (sales: { sold: number; refunded: number; commissionRate: number }): number =>
  Math.round(((sales.sold - sales.refunded) * sales.commissionRate) / 10_000) + 0

export const owedOf = ({ sold, refunded, commission }: Sales): number => sold - refunded - commission

export const totalOfSales = (all: readonly Sales[]): Sales =>
  all.reduce(
    (sum, one) => ({
      bookings: sum.bookings + one.bookings,
      sold: sum.sold + one.sold,
      refunded: sum.refunded + one.refunded,
      commission: sum.commission + one.commission,
      atVenue: sum.atVenue + one.atVenue,
    }),
    { bookings: 0, sold: 0, refunded: 0, commission: 0, atVenue: 0 },
  )
