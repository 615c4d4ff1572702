import type { Hire, hirers } from '#contract/hirers.ts'
import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { date } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireVenue } from '#server/venues/find.ts'
import { requireHirer } from './find.ts'
import { hirersOf, hiresWhere, placesToLet } from './sql.ts'
import type { HireRow } from './sql.ts'

export const listHirers = async (
  tx: Tx,
  { operator }: Actor,
  now: Date,
): Promise<Answer<typeof hirers.list>> => ({
  hirers: await hirersOf(tx, operator.id, now),
})

/** @throws Refusal `not_found` */
export const readHirer = async (
  tx: Tx,
  actor: Actor,
  hirerId: number,
  now: Date,
): Promise<Answer<typeof hirers.one>> => {
  const hirer = await requireHirer(tx, actor, hirerId)
  const hires = await hiresWhere(tx, actor.operator.id, { hirerId })
  return { hirer, hires: hires.map((hire) => presentHire(actor, hire, now)) }
}

/** @throws Refusal `not_found` */
export const listPlaces = async (
  tx: Tx,
  actor: Actor,
  venue: string,
): Promise<Answer<typeof hirers.places>> => {
  const { id } = await requireVenue(tx, actor, venue)
  return { places: await placesToLet(tx, id) }
}

const presentHire = ({ operator: { currencySymbol } }: Actor, hire: HireRow, now: Date): Hire => ({
  ...hire,
  venue: { slug: hire.venueSlug, name: hire.venueName },
  places: [...new Set(hire.dates.map(({ place }) => place))],
  start: hire.startTime.slice(0, 5),
  end: hire.endTime.slice(0, 5),
  from: hire.fromDay,
  until: hire.untilDay,
  price: money(hire.price, currencySymbol),
  deposit: money(hire.deposit, currencySymbol),
  dates: hire.dates.map(({ day, price, state, hasFloor, endsAt, ...one }) => {
    const isOver = new Date(endsAt) <= now
    return {
      ...one,
      date: date(day, hire.timezone, now),
      price: money(price, currencySymbol),
      state: state === 'let' && !hasFloor && !isOver ? 'waiting' : state,
      isOver,
    }
  }),
})
