import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, optional, optionalText, otherwise, pence, text } from './fields.ts'
import { calendarDate, displayDate, instant, displayMoney } from './shapes.ts'
import { countedTenders, tenderIds } from './tenders.ts'

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
        /** Null of an invoice of a hire. */
        orderId: z.int().nullable(),
        /** Of its order, or the number of its invoice. */
        orderReference: z.string(),
        customer: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Takings' })
export type Takings = z.output<typeof takings>

/** Pence, not negative. */
const amountOfCash = pence.refine((amount) => amount >= 0, 'Enter an amount.')

const who = z.object({ id: z.int(), name: z.string() })

/** Cash put in, banked, or paid out with a receipt. */
const movementKind = z.enum(['float_in', 'banking', 'petty_cash'])
export type MovementKind = z.output<typeof movementKind>

/** A till from its opening to its closing. `zNumber` is null until it has been closed once. */
const tillSession = z
  .object({
    id: z.int(),
    openedAt: instant,
    openedBy: who,
    float: displayMoney,
    movements: z.array(
      z.object({
        id: z.int(),
        kind: movementKind,
        amount: displayMoney,
        reference: z.string(),
        at: instant,
        name: z.string(),
      }),
    ),
    /** What should be there by tender, and once it is closed what was counted. */
    tenders: z.array(
      z.object({
        tenderType: z.enum(countedTenders),
        expected: displayMoney,
        counted: displayMoney.nullable(),
        difference: displayMoney.nullable(),
      }),
    ),
    zNumber: z.int().nullable(),
    closedAt: instant.nullable(),
    closedBy: who.nullable(),
    reason: z.string(),
  })
  .meta({ id: 'TillSession' })
export type TillSession = z.output<typeof tillSession>

const tillState = z.object({
  till,
  timezone: z.string(),
  /** The session that is open; null where the till is closed. */
  open: tillSession.nullable(),
  /** The last ones that were closed, the newest first. */
  closed: z.array(tillSession),
})
export type TillState = z.output<typeof tillState>

/** More than so much missing or left over needs a reason, and more than the second amount a supervisor. Pence. */
export const varianceNeedsReason = 500
export const varianceNeedsSupervisor = 2000

const changes = ['tills'] as const

export const tills = {
  till: endpoint({
    method: 'GET',
    path: '/foh/tills/{tillId}',
    summary: 'Whether a till is open, what should be in it, and how it was closed before.',
    allow: 'staff',
    needs: 'till.own',
    params: z.object({ tillId: id }),
    returns: tillState,
    reads: ['tills'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/foh/tills/{tillId}/open',
    summary: 'Open a till with a float. What it has taken since it was closed is counted with it.',
    allow: 'staff',
    needs: 'till.own',
    params: z.object({ tillId: id }),
    body: z.object({ float: amountOfCash }),
    returns: tillState,
    errors: { till_open: 409 },
    idempotent: true,
    changes,
  }),
  move: endpoint({
    method: 'POST',
    path: '/foh/tills/{tillId}/movements',
    summary: 'Record cash put into an open till, taken to the bank, or paid out with a receipt.',
    allow: 'staff',
    needs: 'till.own',
    params: z.object({ tillId: id }),
    body: z.object({
      kind: movementKind,
      amount: amountOfCash.refine((amount) => amount > 0, 'Enter an amount.'),
      /** Of petty cash: the number of its receipt. */
      reference: optionalText(60),
    }),
    returns: tillState,
    errors: { till_closed: 409, other_person: 403 },
    idempotent: true,
    changes,
  }),
  close: endpoint({
    method: 'POST',
    path: '/foh/tills/{tillId}/close',
    summary:
      'Close a till with what was counted. More than £5.00 out needs a reason, more than £20.00 a supervisor.',
    allow: 'staff',
    needs: 'till.own',
    params: z.object({ tillId: id }),
    body: z.object({
      /** Of a tender that is left out: nothing. */
      counts: z
        .array(z.object({ tenderType: z.enum(countedTenders), counted: amountOfCash }))
        .max(countedTenders.length),
      reason: optionalText(200),
    }),
    returns: tillState,
    errors: { till_closed: 409, other_person: 403, over_variance: 403 },
    idempotent: true,
    changes,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/foh/tills/{tillId}/reopen',
    summary: 'Open the last session of a till again, with a reason. It keeps its number.',
    allow: 'staff',
    needs: 'till.all',
    params: z.object({ tillId: id }),
    body: z.object({ reason: text(200) }),
    returns: tillState,
    errors: { till_open: 409, till_closed: 409 },
    idempotent: true,
    changes,
  }),
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
    needs: 'till.own',
    body: z.object({ tillId: optional(id) }),
    returns: z.object({ current: till.nullable() }),
    changes: ['tills'],
  }),
  takings: endpoint({
    method: 'GET',
    path: '/foh/venues/{venue}/takings',
    summary: "What was taken and given back at a venue's desk on a day: one's own, or for supervisors all.",
    allow: 'staff',
    needs: 'till.own',
    params: z.object({ venue: z.string() }),
    query: z.object({ date: day(), who: otherwise(z.enum(['mine', 'all']), 'mine') }),
    returns: takings,
    reads: ['tills'],
  }),
}
