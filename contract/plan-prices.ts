import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, optionalText, text } from './fields.ts'
import { displayDate } from './shapes.ts'

/** A membership plan that is sold or that members have. Amounts are pence. */
const listedPlan = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Where it is sold. */
    venues: z.array(z.string()),
    billingPeriod: z.enum(['month', 'year', 'once']),
    /** Of who joins today. */
    price: z.int(),
    /** Prices whose day has not come. */
    steps: z.array(z.object({ id: z.int(), fromDay: displayDate, price: z.int(), setBy: z.string() })),
    /** Memberships that are paid for here again and again: those that follow the price, and those at a price of their own. */
    following: z.int(),
    ownPrice: z.int(),
    /** Those that another system collects, which has to be told. */
    elsewhere: z.int(),
  })
  .meta({ id: 'ListedPlan' })
export type ListedPlan = z.output<typeof listedPlan>

const wantedStep = z.object({
  planId: id,
  /** From this day whoever joins pays it; members from a payment after it. */
  fromDay: day(),
  /** Pence. */
  price: z.int().min(0).max(1_000_000),
})

const effect = z.object({
  name: z.string(),
  fromDay: displayDate,
  /** What it would cost on that day otherwise. */
  from: z.int(),
  to: z.int(),
  /** null where it has cost nothing. */
  percent: z.int().nullable(),
  /** It has to be confirmed by typing the new price. */
  isJump: z.boolean(),
  /** Memberships that are to pay it, and how many of their payers have no e-mail address. */
  members: z.int(),
  withoutEmail: z.int(),
  /** The first day on which one of them pays it, and how many pay it first a period or more later than that. */
  firstOn: displayDate.nullable(),
  later: z.int(),
  /** Memberships of the plan at a price of their own, which stays. */
  ownPrice: z.int(),
  /** Those that another system collects, which has to be told. */
  elsewhere: z.int(),
  /** What they pay more in a year. */
  aYear: z.int(),
  digest: z.string(),
})
export type PlanPriceEffect = z.output<typeof effect>

const errors = { in_past: 409 } as const

export const planPrices = {
  list: endpoint({
    method: 'GET',
    path: '/office/plan-prices',
    summary: 'What membership plans cost today, and from which day on something else.',
    allow: 'staff',
    needs: 'prices.publish',
    returns: z.object({
      today: displayDate,
      /** Whether the caller may set them: a plan may be sold at every venue. */
      canSet: z.boolean(),
      plans: z.array(listedPlan),
    }),
    reads: ['catalogue'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/office/plan-prices/preview',
    summary: 'What a price of a plan from a day on would do. Changes nothing.',
    allow: 'staff',
    needs: 'prices.publish',
    everywhere: true,
    body: wantedStep,
    returns: effect,
    errors,
  }),
  set: endpoint({
    method: 'POST',
    path: '/office/plan-prices',
    summary: 'Set the price of a plan from a day on. Members are written to a minute later.',
    allow: 'staff',
    needs: 'prices.publish',
    everywhere: true,
    body: wantedStep.extend({
      /** The new price as it was typed, where it is a jump. */
      typed: z.int().min(0).max(1_000_000).optional(),
      /** What colleagues read in the log. */
      reason: optionalText(200),
      /** Of the effect that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: z.object({}),
    errors: { ...errors, price_jump: 409, effect_changed: 409 },
    idempotent: true,
    changes: ['catalogue'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/office/plan-prices/{planStepId}',
    summary: 'Take back a price of a plan whose day has not come. Members who were told of it are told so.',
    allow: 'staff',
    needs: 'prices.publish',
    everywhere: true,
    params: z.object({ planStepId: id }),
    returns: z.object({}),
    errors,
    idempotent: true,
    changes: ['catalogue'],
  }),
}
