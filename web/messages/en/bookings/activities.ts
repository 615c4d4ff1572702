import { shortDay } from '#messages/format.ts'

// Activities as cards
export const classes = 'Classes'
export const courts = 'Courts and halls'
export const tickets = 'Tickets'
/** What an activity costs at least and when it can be booked next: "From £9.80, next 19:00". */
export const priceAndNext = ({
  from,
  next,
}: {
  from: { raw: number; formatted: string } | null
  next: { date: string; difference: string; startsAt: { format24Hour: string } } | null
}): string => {
  const price = from === null ? '' : from.raw === 0 ? 'Free' : `From ${from.formatted}`
  const time =
    next === null ? 'no places at the moment' : `next ${nextDay(next)}${next.startsAt.format24Hour}`
  return price === '' ? time.charAt(0).toUpperCase() + time.slice(1) : `${price}, ${time}`
}
const nextDay = ({ difference, date }: { difference: string; date: string }): string => {
  if (difference === 'today') return ''
  return difference === 'tomorrow' ? 'tomorrow ' : `${shortDay(date)} `
}
