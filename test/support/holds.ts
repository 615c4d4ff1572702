import { sql } from 'kysely'
import { addEntry } from '#server/holds/offers.ts'
import { takeBatch } from '#server/holds/places.ts'
import type { RequestedItem } from '#server/holds/places.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { emptyTables } from './database.ts'
import { anActivity, aTicketType } from './factories/activities.ts'
import { aCustomer } from './factories/customers.ts'
import { anOccurrence } from './factories/occurrences.ts'
import { anOperator } from './factories/operators.ts'
import { aLocation, aVenue } from './factories/venues.ts'

/* Sessions with few places, and people who take them. */

const opening = new Date('2027-03-01T09:00:00Z')
/** Minutes after the venue opens. */
export const at = (minutes: number): Date => new Date(opening.getTime() + minutes * 60_000)

export type Offer = Pick<RequestedItem, 'occurrenceId' | 'pricingOptionId' | 'ticketTypeId' | 'mayOverlap'>

export const itemOf = (offer: Offer, personId: number | null, places = 1): RequestedItem => ({
  ...offer,
  places,
  idForm: 'v2',
  quantity: places,
  unitPrice: 500,
  purchasedForId: null,
  customerReference: null,
  personId,
})

/** Empties the database for a venue with a studio. */
export const aPlaceToHold = async (db: Database) => {
  await emptyTables(db)
  const operatorId = (await anOperator(db)).id
  const venueId = (await aVenue(db, { operatorId })).id
  const studioId = (await aLocation(db, venueId, { slug: 'studio' })).id
  const anOffer = async (
    kind: 'classes' | 'courts' | 'tickets',
    { capacity = 1, locationId = studioId, later = 0, allowsOverlap = false } = {},
  ): Promise<Offer> => {
    const activity = await anActivity(db, venueId, { kind, allowsOverlap })
    const ticket = kind === 'tickets' ? await aTicketType(db, activity.id) : null
    const { id } = await anOccurrence(
      db,
      { activity, locationId, startsAt: at(10_000 + later) },
      { capacity },
    )
    return {
      occurrenceId: id,
      pricingOptionId: ticket?.pricingOptionId ?? activity.pricingOptionId,
      ticketTypeId: ticket?.id ?? null,
      mayOverlap: kind === 'tickets',
    }
  }

  const aPerson = async (): Promise<number> => (await aCustomer(db, operatorId)).id

  const aBasket = async (): Promise<number> => {
    const values = { operatorId, createdAt: opening, updatedAt: opening }
    return (await db.insertInto('basket').values(values).returning('id').executeTakeFirstOrThrow()).id
  }

  const takeTogether = async (
    requests: readonly { basketId: number; items: RequestedItem[] }[],
    now = 0,
  ): Promise<(string | undefined)[]> => {
    const held = requests.map((request) => ({ ...request, heldUntil: at(now + 15) }))
    return (await takeBatch(db, held, at(now))).map(({ outcome }) => outcome)
  }

  /** Takes places for a basket of its own. @returns the outcome, the line and its hold */
  const take = async (
    offer: Offer,
    {
      personId = null,
      places = 1,
      until = 30,
      now = 0,
    }: { personId?: number | null; places?: number; until?: number; now?: number } = {},
  ) => {
    const basketId = await aBasket()
    const item = itemOf(offer, personId, places)
    const [result] = await takeBatch(db, [{ basketId, heldUntil: at(until), items: [item] }], at(now))
    const line = await db
      .selectFrom('basketItem')
      .select(['id', 'holdId'])
      .where('basketId', '=', basketId)
      .executeTakeFirst()
    return { outcome: result?.outcome, itemId: line?.id ?? 0, holdId: line?.holdId ?? 0 }
  }

  const wait = (offer: Offer, personId: number, places = 1, now = 0) =>
    transact(db, (tx) =>
      addEntry(
        tx,
        { occurrenceId: offer.occurrenceId, personId, actorId: personId, form: 'v2', places },
        at(now),
      ),
    )

  const resize = async (itemId: number, places: number, now: number): Promise<string | undefined> => {
    const { rows } = await sql<{ outcome: string }>`
      select resize_places(${itemId}, ${places}, ${at(now)}) as outcome`.execute(db)
    return rows[0]?.outcome
  }

  const entryOf = async (personId: number) =>
    (await db.selectFrom('waitlistEntry').select('state').where('personId', '=', personId).executeTakeFirst())
      ?.state

  const holdOf = (holdId: number) =>
    db.selectFrom('hold').select(['state', 'places']).where('id', '=', holdId).executeTakeFirstOrThrow()
  return { venueId, operatorId, anOffer, aPerson, aBasket, takeTogether, take, wait, resize, entryOf, holdOf }
}

export type PlaceToHold = Awaited<ReturnType<typeof aPlaceToHold>>
