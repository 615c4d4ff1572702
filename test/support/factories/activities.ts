import type { Tx } from '#server/platform/database.ts'
import { publicId } from './publicId.ts'
import { firstRow, nextNumber } from './rows.ts'

export type ActivityRow = { id: number; slug: string; venueId: number; pricingOptionId: number }

/** What you can book at a venue, with one price option (`Standard`, £5.00 unless `price` says otherwise). */
export const anActivity = async (
  db: Tx,
  venueId: number,
  more: {
    slug?: string
    name?: string
    kind?: 'classes' | 'courts' | 'tickets'
    parentId?: number | null
    browseBy?: 'location' | 'time'
    price?: number
    vatRate?: number
    allowsAnonymousBookings?: boolean
    allowsOverlap?: boolean
    hasWaitlist?: boolean
    withdrawn?: boolean
    releaseDays?: number | null
    releaseTime?: string | null
    releaseMinutes?: number | null
    lastBookableMinutes?: number
    freeCancelMinutes?: number
    printReceipt?: boolean
    ageMin?: number | null
    ageMax?: number | null
    weeklyLimit?: number | null
  } = {},
): Promise<ActivityRow> => {
  const { price = 500, ...columns } = more
  const slug = more.slug ?? `activity-${nextNumber()}`
  const row = await firstRow(
    db
      .insertInto('activity')
      .values({ venueId, name: slug, kind: 'classes', position: nextNumber(), ...columns, slug })
      .returning(['id', 'slug', 'venueId'])
      .executeTakeFirst(),
  )
  const option = await aPricingOption(db, row.id, { price })
  return { ...row, pricingOptionId: option.id }
}

export const aPricingOption = async (
  db: Tx,
  activityId: number,
  more: {
    slug?: string
    name?: string
    price?: number
    band?: string
    ticketTypeId?: number
    concession?: boolean
    proof?: string
    ageMin?: number
    ageMax?: number
  } = {},
): Promise<{ id: number }> =>
  firstRow(
    db
      .insertInto('pricingOption')
      .values({ activityId, slug: 'standard', name: 'Standard', price: 500, position: nextNumber(), ...more })
      .returning('id')
      .executeTakeFirst(),
  )

/** What an option costs from a day on, as the files say. */
export const aPriceStep = async (
  db: Tx,
  pricingOptionId: number,
  fromDay: string,
  price: number,
): Promise<void> => {
  await db.insertInto('priceStep').values({ pricingOptionId, fromDay, price, filesPrice: price }).execute()
}

export type TicketTypeRow = { id: number; publicId: string; pricingOptionId: number }

export const aTicketType = async (
  db: Tx,
  activityId: number,
  more: {
    slug?: string
    name?: string
    places?: number
    maxQuantity?: number | null
    ageMin?: number
    ageMax?: number
    price?: number
  } = {},
): Promise<TicketTypeRow> => {
  const { price = 500, ...columns } = more
  const slug = more.slug ?? `ticket-${nextNumber()}`
  const row = await firstRow(
    db
      .insertInto('ticketType')
      .values({ publicId: publicId('AQT'), activityId, name: slug, position: nextNumber(), ...columns, slug })
      .returning(['id', 'publicId'])
      .executeTakeFirst(),
  )
  const option = await aPricingOption(db, activityId, { ticketTypeId: row.id, price })
  return { ...row, pricingOptionId: option.id }
}
