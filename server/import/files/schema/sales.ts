import { z } from 'zod'
import { day, money, reference, slug, text, time } from '#server/import/files/fields.ts'

/* Schemas of sales.json and waitlists.json. */

/** A session, by when it is. */
const sessionReference = (today: string) => ({
  venue: slug,
  activity: slug,
  /** Which of today's: the last that has begun, the next one, the one after. */
  session: z.enum(['over', 'next', 'later']).optional(),
  /** Or the one of a day that begins at an hour. */
  on: day(today).optional(),
  at: time.optional(),
})

/** People who wait for a place. */
export const waitlistEntry = (today: string) =>
  z.strictObject({ ...sessionReference(today), people: z.array(reference).min(1) })

/** What staff sold over the counter: for demonstrations, and for a desk that learns. */
export const saleEntry = (today: string, currency: string) =>
  z.strictObject({
    ...sessionReference(today),
    /** By reference, of the customer; a walk-in when left out. */
    to: reference.nullable().default(null),
    /** By reference, of the member of staff. */
    by: reference,
    /** The drawer they stood at. */
    till: slug.nullable().default(null),
    tender: z.enum(['cash', 'cheque', 'offline-voucher']),
    /** The number of a cheque or voucher. */
    number: text(40).optional(),
    /** Cash handed over, where there was change. */
    tendered: money(currency).optional(),
    /** What became of them. */
    attendance: z.enum(['attended', 'not_attended']).optional(),
    /** Whether the customer cancelled it afterwards. */
    cancelled: z.boolean().default(false),
  })
