import { sql } from 'kysely'
import { formatted } from '#contract/money.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import { activityIdOf } from './activities.ts'
import type { Catalogue, OptionIdOf } from './activities.ts'
import type { OperatorFiles, PriceStepFile } from './files/types.ts'
import type { Change } from './reconcile.ts'

type StepRow = {
  id: number
  pricingOptionId: number
  fromDay: string
  /** null: staff have taken it back. */
  price: number | null
  filesPrice: number | null
  /** Who set what the files do not say; null while they are followed. */
  setBy: string | null
}

/** A step of the files. `isOfStaff`: what staff have set of it stays in force. */
type SavedStep = { pricingOptionId: number; fromDay: string; price: number; isOfStaff: boolean }

/**
 * Makes the prices that begin on a day those of the files. What staff have set or taken back stays unless the files win,
 * and ends where the files have come to say the same.
 * @returns where the files say something else than staff, which stays
 */
export const loadPriceSteps = async (
  tx: Tx,
  operatorId: number,
  { priceSteps, prices, operator }: Pick<OperatorFiles, 'priceSteps' | 'prices' | 'operator'>,
  { catalogue, filesWin }: { catalogue: Catalogue & { optionIdOf: OptionIdOf }; filesWin: boolean },
  changes: Change[],
): Promise<Text[]> => {
  await lockOptions(tx, operatorId)
  const existing = await stepsOf(tx, operatorId)
  const findings: Text[] = []
  const saved: SavedStep[] = []
  const wantedKeys = new Set<string>()
  for (const step of priceSteps) {
    const { fromDay, price } = step
    const pricingOptionId = catalogue.optionIdOf(activityIdOf(catalogue, step), step)
    wantedKeys.add(keyOf({ pricingOptionId, fromDay }))
    const current = existing.find((one) => keyOf(one) === keyOf({ pricingOptionId, fromDay }))
    const which = labelOf(step)
    const change = (from: number | null, how: 'added' | 'changed') =>
      changes.push({ what: 'price step', which, how, fields: [{ field: 'price', from, to: price }] })
    if (current === undefined) change(priceBefore(step, prices, priceSteps), 'added')
    else if (current.setBy === null || filesWin) {
      if (current.price !== price) change(current.price, 'changed')
    } else if (current.price !== price) {
      const { price: ours, setBy } = current
      findings.push((messages) =>
        messages.importChanges.priceOfStaff({
          which,
          by: setBy,
          ours: ours === null ? null : formatted(ours, operator.currencySymbol),
          files: formatted(price, operator.currencySymbol),
        }),
      )
      saved.push({ pricingOptionId, fromDay, price, isOfStaff: true })
      continue
    }
    saved.push({ pricingOptionId, fromDay, price, isOfStaff: false })
  }
  const left = existing.filter((one) => !wantedKeys.has(keyOf(one)))
  // What staff have set stays without the files; what they have taken back of the files is gone with it.
  const gone = left.filter(({ setBy, price }) => setBy === null || price === null)
  for (const { pricingOptionId, fromDay } of gone.filter(({ setBy }) => setBy === null))
    changes.push({
      what: 'price step',
      which: `${await nameOfOption(tx, pricingOptionId)} from ${fromDay}`,
      how: 'removed',
    })
  await saveSteps(tx, saved)
  await sql`delete from price_step where id = any(${gone.map(({ id }) => id)}::int[])`.execute(tx)
  await sql`
    update price_step set files_price = null
    where id = any(${left.filter((one) => !gone.includes(one)).map(({ id }) => id)}::int[])
      and files_price is not null`.execute(tx)
  return findings
}

const keyOf = ({ pricingOptionId, fromDay }: Pick<StepRow, 'pricingOptionId' | 'fromDay'>): string =>
  `${pricingOptionId} ${fromDay}`

const isSamePrice = (
  one: Omit<PriceStepFile, 'fromDay' | 'price'>,
  other: Omit<PriceStepFile, 'fromDay' | 'price'>,
): boolean =>
  one.venue === other.venue &&
  one.activity === other.activity &&
  one.ticket === other.ticket &&
  one.band === other.band &&
  one.slug === other.slug

/** What the files have it cost until the step. */
const priceBefore = (
  step: PriceStepFile,
  prices: OperatorFiles['prices'],
  steps: readonly PriceStepFile[],
): number | null => {
  const [last] = steps
    .filter((other) => isSamePrice(other, step) && other.fromDay < step.fromDay)
    .toSorted((one, other) => (one.fromDay < other.fromDay ? 1 : -1))
  return last?.price ?? prices.find((price) => isSamePrice(price, step))?.price ?? null
}

const labelOf = ({ venue, activity, ticket, band, slug, fromDay }: PriceStepFile): string =>
  `${[venue, activity, slug, ticket, band].filter((part) => part !== null && part !== '').join('/')} from ${fromDay}`

const nameOfOption = async (tx: Tx, id: number): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select concat_ws('/', v.slug, a.slug, p.slug, t.slug, nullif(p.band, '')) as name
    from pricing_option p
    join activity a on a.id = p.activity_id
    join venue v on v.id = a.venue_id
    left join ticket_type t on t.id = p.ticket_type_id
    where p.id = ${id}`.execute(tx)
  return rows[0]?.name ?? ''
}

const stepsOf = async (tx: Tx, operatorId: number): Promise<StepRow[]> => {
  const { rows } = await sql<StepRow>`
    select s.id, s.pricing_option_id, s.from_day, s.price, s.files_price,
      case when s.set_by is not null then trim(c.first_name || ' ' || c.last_name) end as set_by
    from price_step s
    join pricing_option p on p.id = s.pricing_option_id
    join activity a on a.id = p.activity_id
    join venue v on v.id = a.venue_id
    left join customer c on c.id = s.set_by
    where v.operator_id = ${operatorId}
    order by s.id`.execute(tx)
  return rows
}

/** Staff who set a price wait until the import has ended, and an import for them. */
const lockOptions = async (tx: Tx, operatorId: number): Promise<void> => {
  await sql`
    select 1 from pricing_option p
    where p.activity_id in (
      select a.id from activity a join venue v on v.id = a.venue_id where v.operator_id = ${operatorId})
    order by p.id for no key update`.execute(tx)
}

const saveSteps = async (tx: Tx, rows: readonly SavedStep[]): Promise<void> => {
  if (rows.length === 0) return
  const records = rows.map(({ pricingOptionId, fromDay, price, isOfStaff }) => ({
    pricing_option_id: pricingOptionId,
    from_day: fromDay,
    price,
    is_of_staff: isOfStaff,
  }))
  await sql`
    insert into price_step as s (pricing_option_id, from_day, price, files_price)
    select r.pricing_option_id, r.from_day, r.price, r.price
    from jsonb_to_recordset(${JSON.stringify(records.filter((row) => !row.is_of_staff))}::jsonb)
      as r (pricing_option_id int, from_day date, price int)
    on conflict (pricing_option_id, from_day) do update
      set price = excluded.price, files_price = excluded.files_price, set_by = null, set_at = null
      where (s.price, s.files_price, s.set_by) is distinct from (excluded.price, excluded.files_price, null)`.execute(
    tx,
  )
  await sql`
    update price_step s set files_price = r.price
    from jsonb_to_recordset(${JSON.stringify(records.filter((row) => row.is_of_staff))}::jsonb)
      as r (pricing_option_id int, from_day date, price int)
    where s.pricing_option_id = r.pricing_option_id and s.from_day = r.from_day
      and s.files_price is distinct from r.price`.execute(tx)
}
