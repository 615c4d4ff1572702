import { sql } from 'kysely'
import { daysAfter } from '#contract/time.ts'
import { joinedAtDistance } from './sql/memberships.ts'
import type { Tx } from '#server/platform/database.ts'
import type { JoinedAtDistance } from './rules.ts'

/** How a membership was bought, where its buyer joined without staff. The caller has locked it. */
export const findJoined = async (tx: Tx, membershipId: number): Promise<JoinedAtDistance | null> => {
  const { rows } = await sql<{ joined: JoinedAtDistance | null }>`
    select ${joinedAtDistance} as joined from membership m join venue v on v.id = m.venue_id
    where m.id = ${membershipId}`.execute(tx)
  return rows[0]?.joined ?? null
}

const coolingOffDays = 14

type Withdrawal = {
  /** The last day on which one may withdraw. */
  until: string
  refund: number
  /** What is charged for the days that it has been used. */
  usageCharge: number
}

/** What withdrawing today gives back; null where it is too late or not possible here. */
export const withdrawalOn = (
  { joined, startsOn, status }: { joined: JoinedAtDistance | null; startsOn: string; status: string },
  today: string,
): Withdrawal | null => {
  if (joined === null || joined.hasLaterPayment || status === 'ended') return null
  const until = daysAfter(joined.on, coolingOffDays)
  if (today > until) return null
  const usageCharge = joined.isUsed ? priceOfDaysHad(joined, startsOn, today) : 0
  return { until, refund: joined.joiningFee + joined.firstDaysPrice - usageCharge, usageCharge }
}

/** The share of the first days' price for the days from the start to today, rounded down. */
const priceOfDaysHad = (
  { firstDaysPrice, firstDaysUntil }: JoinedAtDistance,
  startsOn: string,
  today: string,
): number => {
  if (today < startsOn) return 0
  // One payment for all time: nothing tells what a day costs.
  if (firstDaysUntil === null) return 0
  const days = daysFrom(startsOn, firstDaysUntil)
  return Math.floor((firstDaysPrice * Math.min(days, daysFrom(startsOn, today))) / days)
}

/** Days from one to another, both included. */
const daysFrom = (from: string, until: string): number =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
