import { sql } from 'kysely'
import type { Json } from '#server/openactive/rules.ts'
import type { Tx } from '#server/platform/database.ts'

/** A proposal that waits. The total is in pence. */
export type WaitingProposal = {
  id: number
  partner: string
  request: Json
  receivedAt: Date
  heldUntil: Date
  total: number
}

/** As many as one page has. */
const most = 100

export const waitingProposals = async (tx: Tx, operatorId: number, now: Date): Promise<WaitingProposal[]> => {
  const { rows } = await sql<WaitingProposal>`
    select o.id, b.name as partner, p.request, p.created_at as received_at, p.held_until,
      (select coalesce(sum(i.unit_price), 0)::int from basket_item i
        where i.basket_id = o.basket_id and i.removed_at is null) as total
    from partner_proposal p
    join partner_order o on o.id = p.partner_order_id
    join booking_partner b on b.id = o.partner_id
    where o.operator_id = ${operatorId} and p.status = 'awaiting' and not p.has_ended and p.held_until > ${now}
    order by p.created_at, o.id limit ${most}`.execute(tx)
  return rows
}

export type ProposedPlaces = {
  proposalId: number
  occurrenceId: number
  activity: string
  venue: string
  startsAt: Date
  timezone: string
  places: number
}

/** What proposals hold, a row for each session. */
export const placesOfProposals = async (tx: Tx, ids: readonly number[]): Promise<ProposedPlaces[]> => {
  const { rows } = await sql<ProposedPlaces>`
    select o.id as proposal_id, s.id as occurrence_id, s.name as activity, v.name as venue, s.starts_at, v.timezone,
      sum(h.places)::int as places
    from partner_order o
    join basket_item i on i.basket_id = o.basket_id and i.removed_at is null
    join hold h on h.id = i.hold_id
    join occurrence s on s.id = i.occurrence_id
    join venue v on v.id = s.venue_id
    where o.id = any(${ids}::int[])
    group by o.id, s.id, v.name, v.timezone order by o.id, s.starts_at, s.id`.execute(tx)
  return rows
}

/** A proposal of the operator with its partner, locked until the end of the transaction. */
export const lockProposal = async (
  tx: Tx,
  { id, operatorId }: { id: number; operatorId: number },
): Promise<{ partner: string } | undefined> => {
  const { rows } = await sql<{ partner: string }>`
    select b.name as partner from partner_order o join booking_partner b on b.id = o.partner_id
    where o.id = ${id} and o.operator_id = ${operatorId}
      and exists (select 1 from partner_proposal p where p.partner_order_id = o.id)
    for no key update of o`.execute(tx)
  return rows[0]
}
