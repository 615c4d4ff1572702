import { sessionEnd } from '#contract/time.ts'
import type { BasketItem } from '#contract/baskets.ts'
import { mail } from '#server/messages/en/bookings.ts'

/** What a payment was for, as its messages name it; without the names of those who take part. */
export type OrderedItem = {
  name: string
  quantity: number
  /** Null for what has no time: a penalty, a membership. */
  session: {
    id: number | string
    date: string
    day: string
    shortDay: string
    from: string
    to: string
    location: string
    venue: string
  } | null
}

/** Each session once, however many go there, in the order in which they start. */
export const orderedItems = (items: readonly BasketItem[]): OrderedItem[] => {
  const ordered = new Map<string, OrderedItem>()
  for (const item of items) {
    const { name, quantity } = item
    const session = sessionOf(item)
    const key = `${session?.id ?? item.id}/${name}`
    ordered.set(key, { name, quantity: quantity + (ordered.get(key)?.quantity ?? 0), session })
  }
  return [...ordered.values()].toSorted((one, other) => startOf(one).localeCompare(startOf(other)))
}

const sessionOf = ({ cartableResource }: BasketItem): OrderedItem['session'] => {
  if (cartableResource === null) return null
  const { id, date, startsAt, location, venueName } = cartableResource
  return {
    id,
    date: date.raw,
    day: date.fullDatePretty,
    shortDay: `${date.dayPretty} ${date.datePretty}`,
    from: startsAt.format24Hour,
    to: sessionEnd(cartableResource),
    location: location.name,
    venue: venueName,
  }
}

/** What has no time comes last. */
const startOf = ({ session }: OrderedItem): string =>
  session === null ? '9999' : `${session.date} ${session.from}`

/** What, when and where, as an item of a list. */
export const describeOrdered = ({ name, quantity, session }: OrderedItem) => ({
  title: quantity > 1 ? mail.quantity({ quantity, title: name }) : name,
  lines:
    session === null
      ? []
      : [mail.when(session), ...new Set([session.location, session.venue])].filter(Boolean),
})

/** The first with its time, for a subject: "Yoga, Thu 4 Mar, 18:00, and 1 more". */
export const describeFirstOrdered = (items: readonly OrderedItem[]): string => {
  const [first] = items
  if (first === undefined) return ''
  const { name, session } = first
  const others = items.length - 1
  if (session === null) return mail.firstItem({ name, others })
  return mail.firstBooking({ name, time: `${session.shortDay}, ${session.from}`, others })
}
