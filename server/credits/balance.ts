import { sql } from 'kysely'
import { localDay } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { reservedFor } from './reserve.ts'
import { isValid } from './rules.ts'
import type { CreditType } from './rules.ts'
import { addAccountEntry, lotsOf } from './sql.ts'
import type { LotRow, ReservationRow } from './sql.ts'

/** A customer's credit of one type, in pence: the balance, and the part a basket can use. */
type Credit = { balance: number; free: number }

/**
 * A customer's credit by type at this moment, without expired credit. Credit reserved for a lapsed basket is
 * available.
 * @param besideBasketId credit reserved by this basket counts as available
 */
export const creditOf = async (
  tx: Tx,
  customerId: number,
  now: Date,
  besideBasketId: number | null = null,
): Promise<Record<CreditType, Credit>> => sumLots(await lotsOf(tx, customerId, besideBasketId, now), now)

const sumLots = (lots: readonly LotRow[], now: Date): Record<CreditType, Credit> => {
  const of = (type: CreditType): Credit => {
    const credit = { balance: 0, free: 0 }
    for (const lot of lots.filter((one) => one.type === type)) {
      const isUsable = isValid(lot, localDay(now, lot.timezone))
      // Reserved credit is valid until it is spent or released, even after its expiry date.
      credit.balance += isUsable ? lot.available + lot.reserved : lot.reserved - lot.lapsed
      credit.free += isUsable ? lot.available + lot.lapsed + lot.mine : lot.mine
    }
    return credit
  }
  return { general: of('general'), membership: of('membership') }
}

/**
 * The credit that a basket could use, and what it has reserved, membership credit first. Pence.
 * What is reserved is read only where a lot has some.
 */
export const basketCreditOf = async (
  tx: Tx,
  { customerId, basketId }: { customerId: number; basketId: number },
  now: Date,
): Promise<{ free: Record<CreditType, number>; reserved: ReservationRow[] }> => {
  const lots = await lotsOf(tx, customerId, basketId, now)
  const { general, membership } = sumLots(lots, now)
  const reserved = lots.some(({ mine }) => mine > 0) ? await reservedFor(tx, basketId, customerId, now) : []
  return { free: { general: general.free, membership: membership.free }, reserved }
}

/** Remaining credit that can be used up to and including a day. */
export type Expiring = { type: CreditType; amount: number; expiresOn: string }

/** A customer's expiring credit, earliest first. */
export const expiringOf = async (tx: Tx, customerId: number, now: Date): Promise<Expiring[]> => {
  const ends = new Map<string, Expiring>()
  for (const lot of await lotsOf(tx, customerId, null, now)) {
    const { type, expiresOn, available, reserved } = lot
    if (expiresOn === null || !isValid(lot, localDay(now, lot.timezone))) continue
    const before = ends.get(`${expiresOn} ${type}`)?.amount ?? 0
    ends.set(`${expiresOn} ${type}`, { type, expiresOn, amount: before + available + reserved })
  }
  return [...ends.values()].toSorted((one, other) => one.expiresOn.localeCompare(other.expiresOn))
}

/** Changes of a customer's balance, for display: reservations do not count. */
export type CreditEntryRow = {
  id: number
  at: Date
  type: CreditType
  amount: number
  description: string
  expiresOn: string | null
}

export const entriesOf = async (tx: Tx, customerId: number): Promise<CreditEntryRow[]> => {
  const { rows } = await sql<CreditEntryRow>`
    select min(s.id)::int as id, m.at, s.type, sum(s.amount)::int as amount, m.description, s.expires_on
    from (
      select min(e.id) as id, e.movement_id, l.type, sum(e.amount) as amount,
        case when sum(e.amount) > 0 then l.expires_on end as expires_on
      from credit_entry e join credit_lot l on l.id = e.lot_id
      where l.customer_id = ${customerId} and e.account in ('available', 'reserved')
      group by e.movement_id, l.id
      having sum(e.amount) <> 0
    ) s
    join credit_movement m on m.id = s.movement_id
    group by m.id, s.type, s.amount > 0, s.expires_on
    order by m.at desc, m.id desc, id desc`.execute(tx)
  return rows
}

/**
 * How much more can be charged to a customer's account: the limit comes from the operator's import files. 0 without
 * an account, unless refunds have left money on it. The result is reliable only under the lock of the customer's credit account.
 */
export const availableOnAccount = async (tx: Tx, customerId: number | null): Promise<number> => {
  if (customerId === null) return 0
  const { limit, owed } = await accountOf(tx, customerId)
  return Math.max(0, (limit ?? 0) - owed)
}

/** Charges pence to a customer's account; a negative amount is a refund or a settlement. */
export const chargeAccount = addAccountEntry

/** A customer's credit limit and debt. Pence; no limit means no account, and a negative debt is the customer's. */
type AccountRow = { limit: number | null; owed: number }

export const accountOf = async (tx: Tx, customerId: number): Promise<AccountRow> => {
  const { rows } = await sql<AccountRow>`
    select c.account_limit as limit,
      (select coalesce(sum(e.amount), 0)::int from account_entry e where e.customer_id = c.id) as owed
    from customer c where c.id = ${customerId}`.execute(tx)
  return rows[0] ?? { limit: null, owed: 0 }
}
