// Fields of a pass in a phone's wallet
export const day = 'Day'
export const time = 'Time'
export const people = 'For'
export const order = 'Order'
export const where = 'Where'
export const fromTo = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`
/** More than one session in one order. */
export const andOthers = ({ title, count }: { title: string; count: number }) =>
  count === 0 ? title : `${title} and ${count} more`
