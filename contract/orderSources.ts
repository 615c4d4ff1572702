/**
 * Where an order is placed, or a basket is paid for, and which checkout may name it. The database checks that nothing
 * else is stored.
 */
export const orderSources = {
  'activity-booking': { checkout: 'payer' },
  'online-joining': { checkout: 'payer' },
  /** The difference for a dearer time: paid for, and no order of its own. */
  'booking-move': { checkout: 'payer' },
  /** An invoice of a hire, on the page of the hirer's link: paid for, and no order. */
  'hire-invoice': { checkout: 'payer' },
  'front-of-house': { checkout: 'desk' },
  'open-booking': { checkout: 'partner' },
} as const satisfies Record<string, { checkout: 'payer' | 'desk' | 'partner' }>

export type OrderSource = keyof typeof orderSources
export const orderSourceIds = Object.keys(orderSources) as OrderSource[]

type NamedBy<Who> = {
  [Id in OrderSource]: (typeof orderSources)[Id]['checkout'] extends Who ? Id : never
}[OrderSource]

const namedBy = <Who extends 'payer' | 'desk'>(who: Who) =>
  orderSourceIds.filter((id): id is NamedBy<Who> => orderSources[id].checkout === who)

export const payerSources = namedBy('payer')
export const deskSources = namedBy('desk')
