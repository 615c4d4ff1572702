import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Answer, Body } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import { isPriceJump, percentOfChange } from '#contract/priceChange.ts'
import type { PriceEffect, priceSteps } from '#contract/price-steps.ts'
import { localDay } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit, recordAudits } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { daysSold, fullPriceName, priceRows } from './priceList.ts'
import type { PriceRow } from './priceList.ts'
import { priceOn } from './rules.ts'

type WantedStep = Body<(typeof priceSteps)['preview']>['steps'][number]

const daysOfYear = 365

/**
 * What prices from a day on would do.
 * @throws Refusal `not_found`, `invalid`, `in_past`
 */
export const previewPriceSteps = async (
  tx: Tx,
  actor: Actor,
  wanted: readonly WantedStep[],
  now: Date,
): Promise<PriceEffect> => (await findEffect(tx, actor, wanted, now)).effect

/**
 * Sets prices from a day on, with the effect that the caller has seen. Bookings and payments stay as they are; baskets are
 * priced again when they are next read.
 * @throws Refusal `not_found`, `invalid`, `in_past`, `effect_changed`, `price_jump`
 */
export const setPriceSteps = async (
  tx: Tx,
  actor: Actor,
  { steps, digest, reason = '' }: Body<(typeof priceSteps)['set']>,
  now: Date,
): Promise<Answer<typeof priceSteps.set>> => {
  await lockOptions(
    tx,
    steps.map(({ pricingOptionId }) => pricingOptionId),
  )
  const { effect, rows } = await findEffect(tx, actor, steps, now)
  if (effect.digest !== digest)
    throw new Refusal('effect_changed', (messages) => messages.pricing.pricesChangedMeanwhile)
  const { currencySymbol } = actor.operator
  for (const { pricingOptionId, fromDay, name, from, to, percent, isJump } of effect.steps) {
    const typed = steps.find((step) => step.pricingOptionId === pricingOptionId && step.fromDay === fromDay)
    if (!isJump || typed?.typed === to) continue
    throw new Refusal('price_jump', (messages) =>
      messages.pricing.priceJump({
        name,
        from: formatted(from, currencySymbol),
        to: formatted(to, currencySymbol),
        percent,
      }),
    )
  }
  const staff = staffOf(actor)
  await saveSteps(tx, effect.steps, rows, staff.id, now)
  const byId = new Map(rows.map((row) => [row.id, row]))
  await recordAudits(
    tx,
    effect.steps.map(({ pricingOptionId, fromDay, from, to }) => {
      const row = byId.get(pricingOptionId)
      return {
        actorId: staff.id,
        forCustomerId: null,
        act: acts.priceSet,
        subject: `price:${pricingOptionId}`,
        detail: {
          name: row === undefined ? '' : fullPriceName(operatorMessages(), row),
          fromDay,
          before: { price: from },
          after: { price: to },
          reason,
        },
      }
    }),
    now,
  )
  for (const venueId of new Set(rows.map((row) => row.venueId))) tx.invalidateOffer(venueId)
  return { changed: effect.steps.length }
}

/**
 * Takes back a price whose day has not come. Where the files have it, an import leaves it so.
 * @throws Refusal `not_found`, `in_past`
 */
export const endPriceStep = async (
  tx: Tx,
  actor: Actor,
  stepId: number,
  now: Date,
): Promise<Record<never, never>> => {
  const step = await tx
    .selectFrom('priceStep')
    .select(['pricingOptionId', 'fromDay', 'price', 'filesPrice'])
    .where('id', '=', stepId)
    .where('price', 'is not', null)
    .executeTakeFirst()
  if (step === undefined || step.price === null) throw notFound()
  await lockOptions(tx, [step.pricingOptionId])
  const [row] = await priceRows(tx, actor, now, [step.pricingOptionId])
  if (row === undefined || !row.dated.some(({ id }) => id === stepId)) throw notFound()
  if (step.fromDay <= localDay(now, row.timezone))
    throw new Refusal('in_past', (messages) => messages.pricing.stepHasBegun)
  const staff = staffOf(actor)
  if (step.filesPrice === null) await tx.deleteFrom('priceStep').where('id', '=', stepId).execute()
  else
    await tx
      .updateTable('priceStep')
      .set({ price: null, setBy: staff.id, setAt: now })
      .where('id', '=', stepId)
      .execute()
  const others = { ...row, steps: row.steps.filter(({ fromDay }) => fromDay !== step.fromDay) }
  await recordAudit(
    tx,
    {
      actorId: staff.id,
      forCustomerId: null,
      act: acts.priceTakenBack,
      subject: `price:${row.id}`,
      detail: {
        name: fullPriceName(operatorMessages(), row),
        fromDay: step.fromDay,
        before: { price: step.price },
        after: { price: priceFrom(others, step.fromDay) },
      },
    },
    now,
  )
  tx.invalidateOffer(row.venueId)
  return {}
}

/** Changes of the same price wait for each other. */
const lockOptions = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`
    select 1 from pricing_option where id = any(${[...new Set(ids)]}::int[]) order by id for no key update`.execute(
    tx,
  )
}

/** What an option costs from a day on, by whatever day the operator goes. */
const priceFrom = (row: PriceRow, day: string): number =>
  priceOn({ ...row, pricesBy: 'session' }, { localDate: day, timezone: row.timezone, now: new Date(0) })

type Effect = { effect: PriceEffect; rows: PriceRow[] }

const findEffect = async (
  tx: Tx,
  actor: Actor,
  wanted: readonly WantedStep[],
  now: Date,
): Promise<Effect> => {
  const ids = [...new Set(wanted.map(({ pricingOptionId }) => pricingOptionId))]
  const rows = new Map((await priceRows(tx, actor, now, ids)).map((row) => [row.id, row]))
  if (rows.size < ids.length) throw notFound()
  const keys = wanted.map(({ pricingOptionId, fromDay }) => `${pricingOptionId} ${fromDay}`)
  if (new Set(keys).size < keys.length)
    throw invalid({ steps: [(messages) => messages.pricing.sameDayTwice] })
  const steps = wanted.flatMap(({ pricingOptionId, fromDay, price: to }) => {
    const row = rows.get(pricingOptionId)
    if (row === undefined) throw notFound()
    if (fromDay < localDay(now, row.timezone))
      throw new Refusal('in_past', (messages) => messages.pricing.dayHasPassed)
    const from = priceFrom(row, fromDay)
    return from === to ? [] : [effectOf(actor, row, { fromDay, from, to, wanted })]
  })
  if (steps.length === 0) throw invalid({ steps: [(messages) => messages.pricing.nothingChanges] })
  const effect = {
    steps,
    sessions: steps.reduce((sum, { sessions }) => sum + sessions, 0),
    aYear: steps.reduce((sum, { aYear }) => sum + aYear, 0),
    digest: digestOf(steps),
  }
  return { effect, rows: [...rows.values()] }
}

const effectOf = (
  { messages }: Actor,
  row: PriceRow,
  { fromDay, from, to, wanted }: { fromDay: string; from: number; to: number; wanted: readonly WantedStep[] },
): PriceEffect['steps'][number] => {
  const later = [...row.steps, ...wanted.filter(({ pricingOptionId }) => pricingOptionId === row.id)]
    .map((step) => step.fromDay)
    .filter((day) => day > fromDay)
    .toSorted()
  const [until = null] = later
  return {
    pricingOptionId: row.id,
    name: fullPriceName(messages, row),
    fromDay,
    from,
    to,
    percent: percentOfChange(from, to),
    isJump: isPriceJump(from, to),
    sessions: row.sessions
      .filter(({ day }) => day >= fromDay && (until === null || day < until))
      .reduce((sum, { count }) => sum + count, 0),
    aYear: Math.round(((to - from) * row.sold * daysOfYear) / daysSold),
    until,
  }
}

/** Of what a reader decides by; what is sold meanwhile changes nothing. */
const digestOf = (steps: PriceEffect['steps']): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        steps.map(({ pricingOptionId, fromDay, from, to, until }) => [
          pricingOptionId,
          fromDay,
          from,
          to,
          until,
        ]),
      ),
    )
    .digest('hex')

const saveSteps = async (
  tx: Tx,
  steps: PriceEffect['steps'],
  rows: readonly PriceRow[],
  staffId: number,
  now: Date,
): Promise<void> => {
  const zones = new Map(rows.map(({ id, timezone }) => [id, timezone]))
  const values = steps.map(({ pricingOptionId, fromDay, to }) => ({
    pricing_option_id: pricingOptionId,
    from_day: fromDay,
    price: to,
    has_begun: fromDay <= localDay(now, zones.get(pricingOptionId) ?? 'UTC'),
  }))
  await sql`
    insert into price_step (pricing_option_id, from_day, price, set_by, set_at, has_begun)
    select r.pricing_option_id, r.from_day, r.price, ${staffId}, ${now}, r.has_begun
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as r (pricing_option_id int, from_day date, price int, has_begun boolean)
    on conflict (pricing_option_id, from_day) do update set price = excluded.price,
      -- What the files say already is theirs again.
      set_by = case when price_step.files_price is distinct from excluded.price then excluded.set_by end,
      set_at = case when price_step.files_price is distinct from excluded.price then excluded.set_at end`.execute(
    tx,
  )
}
