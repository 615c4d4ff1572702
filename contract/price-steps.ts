import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, optionalText, text } from './fields.ts'
import { displayDate } from './shapes.ts'

/** A price that begins on a day which has not come. Pence. */
const comingStep = z.object({
  id: z.int(),
  fromDay: displayDate,
  price: z.int(),
  /** What the operator's files say for the day; null where they say nothing. */
  inFiles: z.int().nullable(),
  /** Who set it; null: it is as in the files. */
  setBy: z.string().nullable(),
})

/** A line of the price list. Amounts are pence. */
const listedPrice = z
  .object({
    id: z.int(),
    venue: z.object({ slug: z.string(), name: z.string() }),
    activity: z.object({ slug: z.string(), name: z.string(), heading: z.string().nullable() }),
    ticket: z.object({ slug: z.string(), name: z.string() }).nullable(),
    band: z.string(),
    option: z.string(),
    name: z.string(),
    /** What it costs today. */
    price: z.int(),
    steps: z.array(comingStep),
    concession: z.boolean(),
    ageMin: z.int().nullable(),
    ageMax: z.int().nullable(),
    /** The kind of document that people have to have shown. */
    proof: z.string().nullable(),
    /** Hundredths of a per cent, contained in the price. */
    vatRate: z.int(),
    nominalCode: z.string(),
    /** How many were sold in the last 28 days. */
    sold: z.int(),
  })
  .meta({ id: 'ListedPrice' })
export type ListedPrice = z.output<typeof listedPrice>

/** So many prices are set at once. */
export const mostPriceSteps = 2000

const wantedStep = z.object({
  pricingOptionId: id,
  fromDay: day(),
  /** Pence. */
  price: z.int().min(0).max(1_000_000),
})

const effect = z.object({
  /** Without those that change nothing. */
  steps: z.array(
    z.object({
      pricingOptionId: z.int(),
      name: z.string(),
      fromDay: displayDate,
      /** What it would cost on that day otherwise. */
      from: z.int(),
      to: z.int(),
      /** null where it has cost nothing. */
      percent: z.int().nullable(),
      /** It has to be confirmed by typing the new price. */
      isJump: z.boolean(),
      /** Coming sessions that are sold at it. */
      sessions: z.int(),
      /** What is sold in a year, at the pace of the last 28 days, would bring so much more. */
      aYear: z.int(),
      /** From when on another price holds instead. */
      until: displayDate.nullable(),
    }),
  ),
  /** Coming sessions that are sold at any of them. */
  sessions: z.int(),
  aYear: z.int(),
  digest: z.string(),
})
export type PriceEffect = z.output<typeof effect>

export const priceSteps = {
  list: endpoint({
    method: 'GET',
    path: '/office/prices',
    summary: 'The price list: what everything costs today, and from which day on something else.',
    allow: 'staff',
    needs: 'prices.publish',
    returns: z.object({
      today: displayDate,
      pricesBy: z.enum(['session', 'sale']),
      prices: z.array(listedPrice),
    }),
    reads: ['catalogue'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/office/price-steps/preview',
    summary: 'What prices from a day on would do. Changes nothing.',
    allow: 'staff',
    needs: 'prices.publish',
    body: z.object({ steps: z.array(wantedStep).min(1).max(mostPriceSteps) }),
    returns: effect,
    errors: { in_past: 409 },
  }),
  set: endpoint({
    method: 'POST',
    path: '/office/price-steps',
    summary: 'Set prices from a day on. What is paid stays paid.',
    allow: 'staff',
    needs: 'prices.publish',
    body: z.object({
      steps: z
        .array(
          wantedStep.extend({
            /** The new price as it was typed, where it is a jump. */
            typed: z.int().min(0).max(1_000_000).optional(),
          }),
        )
        .min(1)
        .max(mostPriceSteps),
      /** What colleagues read in the log. */
      reason: optionalText(200),
      /** Of the effect that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: z.object({ changed: z.int() }),
    errors: { in_past: 409, price_jump: 409, effect_changed: 409 },
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/office/price-steps/{stepId}',
    summary: 'Take back a price whose day has not come.',
    allow: 'staff',
    needs: 'prices.publish',
    params: z.object({ stepId: id }),
    returns: z.object({}),
    errors: { in_past: 409 },
    idempotent: true,
    changes: ['catalogue', 'timetable'],
  }),
  readFile: endpoint({
    method: 'POST',
    path: '/office/price-steps/file',
    summary: 'The steps that a table of prices asks for, and what is wrong with it. Changes nothing.',
    allow: 'staff',
    needs: 'prices.publish',
    body: z.object({ text: z.string().max(2_000_000) }),
    returns: z.object({
      steps: z.array(z.object({ pricingOptionId: z.int(), fromDay: displayDate, price: z.int() })),
      problems: z.array(z.object({ line: z.int().nullable(), sentence: z.string() })),
    }),
  }),
}
