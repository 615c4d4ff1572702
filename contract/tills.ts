import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, optional, otherwise } from './fields.ts'
import { calendarDate, displayDate, instant, displayMoney } from './shapes.ts'
import { tenderIds } from './tenders.ts'

/** A drawer of a venue's desk. */
export const till = z
  .object({ id: z.int(), name: z.string(), venueSlug: z.string(), venueName: z.string() })
  .meta({ id: 'Till' })
export type Till = z.output<typeof till>

/** What came in and went out by one tender. `net` is what should be there. */
const sums = { count: z.int(), taken: displayMoney, givenBack: displayMoney, net: displayMoney }

const byTender = z
  .object({ tenderType: z.enum(tenderIds), type: z.enum(['general', 'membership']).nullable(), ...sums })
  .meta({ id: 'TakenByTender' })
export type TakenByTender = z.output<typeof byTender>

const takings = z
  .object({
    date: calendarDate,
    venueSlug: z.string(),
    venueName: z.string(),
    ...sums,
    tenders: z.array(byTender),
    people: z.array(z.object({ userId: z.int(), name: z.string(), ...sums, tenders: z.array(byTender) })),
    /** `id` is null for what was taken at no drawer. `cash` should lie in it, besides its float. */
    tills: z.array(z.object({ id: z.int().nullable(), name: z.string(), ...sums, cash: displayMoney })),
    /**
     * What is owed over the counter for what was cancelled here: to people without an account, and what the card company
     * has not paid back.
     */
    due: z.array(
      z.object({
        refundId: z.int(),
        amount: displayMoney,
        what: z.string(),
        /** Who gets it, as far as they have said; `''` where not. */
        name: z.string(),
        phone: z.string(),
        orderId: z.int(),
        orderReference: z.string(),
        isFailedCardRefund: z.boolean(),
      }),
    ),
    /** What is to be paid on arrival and has not been, of the last four weeks: who owes it, for what. */
    owed: z.array(
      z.object({
        /** The first place of the order that is not cancelled. */
        bookingId: z.int(),
        amount: displayMoney,
        what: z.string(),
        day: displayDate,
        time: z.string(),
        name: z.string(),
        phone: z.string(),
        orderId: z.int(),
        orderReference: z.string(),
      }),
    ),
    /** Card payments for bookings here that cardholders dispute with their banks, or did in the last month. */
    disputes: z.array(
      z.object({
        id: z.int(),
        amount: displayMoney,
        status: z.enum(['open', 'won', 'lost']),
        openedOn: displayDate,
        /** Credit of the customer that is on hold. */
        frozen: displayMoney,
        orderId: z.int(),
        orderReference: z.string(),
      }),
    ),
    entries: z.array(
      z.object({
        id: z.int(),
        at: instant,
        time: z.string(),
        userId: z.int(),
        name: z.string(),
        till: z.string().nullable(),
        tenderType: z.enum(tenderIds),
        type: z.enum(['general', 'membership']).nullable(),
        amount: displayMoney,
        tendered: displayMoney.nullable(),
        reference: z.string().nullable(),
        orderId: z.int(),
        orderReference: z.string(),
        customer: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Takings' })
export type Takings = z.output<typeof takings>

export const tills = {
  list: endpoint({
    method: 'GET',
    path: '/foh/tills',
    summary: 'The tills, and the one assigned to the caller.',
    allow: 'staff',
    returns: z.object({ current: till.nullable(), tills: z.array(till) }),
    reads: ['tills'],
  }),
  stand: endpoint({
    method: 'PUT',
    path: '/foh/till',
    summary: 'Choose a till until logout; null for none.',
    allow: 'staff',
    body: z.object({ tillId: optional(id) }),
    returns: z.object({ current: till.nullable() }),
    changes: ['tills'],
  }),
  takings: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/takings',
    summary: "What was taken and given back at a venue's desk on a day: one's own, or for supervisors all.",
    allow: 'staff',
    params: z.object({ venue: z.string() }),
    query: z.object({ date: day(), who: otherwise(z.enum(['mine', 'all']), 'mine') }),
    returns: takings,
    reads: ['tills'],
  }),
}
