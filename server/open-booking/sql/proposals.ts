import { sql } from 'kysely'
import type { ProposalStatus } from '#server/open-booking/rules.ts'
import type { Json } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'

type ProposalRow = {
  version: string
  status: ProposalStatus
  requestDigest: Buffer
  /** null once it has ended. */
  request: Json | null
  answer: string | null
  heldUntil: Date
  hasEnded: boolean
}

/** A proposal by the order that it is of, whose lock the caller has. */
export const readProposal = (tx: Tx, partnerOrderId: number): Promise<ProposalRow | undefined> =>
  tx
    .selectFrom('partnerProposal')
    .select(['version', 'status', 'requestDigest', 'request', 'answer', 'heldUntil', 'hasEnded'])
    .where('partnerOrderId', '=', partnerOrderId)
    .executeTakeFirst() as Promise<ProposalRow | undefined>

/** Whether a session of a proposal is at another time than the proposal says: staff have moved it since. */
const hasMovedSession = sql<boolean>`exists (
  select 1 from jsonb_array_elements(p.item->'orderedItem') asked
  join occurrence s on s.id = substring(asked->'orderedItem'->>'@id' from '[0-9]+$')::int
  where s.starts_at <> (asked->'orderedItem'->>'startDate')::timestamptz
    or s.ends_at <> (asked->'orderedItem'->>'endDate')::timestamptz)`

export const isOutdated = async (tx: Tx, partnerOrderId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from partner_proposal p where p.partner_order_id = ${partnerOrderId} and ${hasMovedSession}`.execute(
    tx,
  )
  return rows.length > 0
}

/** Proposals that are open and outdated, by order. */
export const outdatedProposals = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.partner_order_id as id from partner_proposal p
    where not p.has_ended and p.held_until > ${now} and p.status in ('awaiting', 'accepted') and ${hasMovedSession}
    order by p.partner_order_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a session of a proposal does not take place. */
export const hasCalledOffSession = async (tx: Tx, partnerOrderId: number): Promise<boolean> => {
  const { rows } = await sql<{ isOff: boolean }>`
    select is_proposal_called_off(${partnerOrderId}) as is_off`.execute(tx)
  return rows[0]?.isOff ?? false
}

export const insertProposal = async (
  tx: Tx,
  order: { id: number; operatorId: number; basketId: number | null },
  proposal: {
    version: string
    requestDigest: Buffer
    request: object
    answer: string
    item: Json
    createdAt: Date
    heldUntil: Date
  },
): Promise<void> => {
  const { id, ...rest } = order
  await tx
    .updateTable('partnerOrder')
    .set({ ...rest, state: 'proposal' })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('partnerProposal')
    .values({
      ...proposal,
      partnerOrderId: id,
      request: JSON.stringify(proposal.request),
      item: JSON.stringify(proposal.item),
    })
    .execute()
}

/** Changes a proposal, which its partner then reads in its feed. */
export const updateProposal = async (
  tx: Tx,
  partnerOrderId: number,
  change: {
    status?: ProposalStatus
    heldUntil?: Date
    decidedBy?: number | null
    decidedAt?: Date
    version?: string
    request?: Json
    item?: Json
  },
): Promise<void> => {
  const { request, item, ...columns } = change
  await tx
    .updateTable('partnerProposal')
    .set({
      ...columns,
      ...(request === undefined ? {} : { request: JSON.stringify(request) }),
      ...(item === undefined ? {} : { item: JSON.stringify(item) }),
      isChanged: true,
    })
    .where('partnerOrderId', '=', partnerOrderId)
    .execute()
}

/** Ends a proposal: nothing personal is left of it. */
export const endProposal = async (tx: Tx, partnerOrderId: number, status: ProposalStatus): Promise<void> => {
  await tx
    .updateTable('partnerProposal')
    .set({ status, hasEnded: true, request: null, answer: null, isChanged: true })
    .where('partnerOrderId', '=', partnerOrderId)
    .execute()
}

/** For how long an operator takes to decide, and where its staff are written to; '' for nowhere. */
export const approvalTermsOf = async (
  tx: Tx,
  operatorId: number,
): Promise<{ proposalHours: number; requestsTo: string }> => {
  const { proposalHours, proposalEmail, email } = await tx
    .selectFrom('operator')
    .select(['proposalHours', 'proposalEmail', 'email'])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  return { proposalHours, requestsTo: proposalEmail === '' ? email : proposalEmail }
}

/** A proposal that waits. The total is in pence. */
type WaitingProposal = {
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

type ProposedPlaces = {
  proposalId: number
  occurrenceId: number
  activity: string
  venue: string
  venueId: number
  startsAt: Date
  timezone: string
  places: number
}

/** What proposals hold, a row for each session. */
export const placesOfProposals = async (tx: Tx, ids: readonly number[]): Promise<ProposedPlaces[]> => {
  const { rows } = await sql<ProposedPlaces>`
    select o.id as proposal_id, s.id as occurrence_id, s.name as activity, v.name as venue, v.id as venue_id, s.starts_at, v.timezone,
      sum(h.places)::int as places
    from partner_order o
    join basket_item i on i.basket_id = o.basket_id and i.removed_at is null
    join hold h on h.id = i.hold_id
    join occurrence s on s.id = i.occurrence_id
    join venue v on v.id = s.venue_id
    where o.id = any(${ids}::int[])
    group by o.id, s.id, v.id, v.name, v.timezone order by o.id, s.starts_at, s.id`.execute(tx)
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

/** Whether the time of a proposal `p` is over, or it was accepted and its session does not take place. */
const isOver = (now: Date) =>
  sql<boolean>`not p.has_ended
    and (p.held_until <= ${now} or (p.status = 'accepted' and is_proposal_called_off(p.partner_order_id)))`

/** The orders of the proposals that are over. */
export const overdueProposals = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.partner_order_id as id from partner_proposal p where ${isOver(now)} order by p.partner_order_id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Whether a proposal is over, whose order the caller has locked. */
export const isProposalOver = async (tx: Tx, partnerOrderId: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from partner_proposal p where p.partner_order_id = ${partnerOrderId} and ${isOver(now)}`.execute(
    tx,
  )
  return rows.length > 0
}

export const lockOrderOf = (tx: Tx, id: number): Promise<{ basketId: number | null } | undefined> =>
  tx
    .selectFrom('partnerOrder')
    .select('basketId')
    .where('id', '=', id)
    .where('state', '=', 'proposal')
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Ends the time of what a partner has proposed and not booked: it can book no more. The next run of the job releases the
 * places.
 * @param operatorId only what it has proposed to this operator; null for all
 */
export const expireProposals = async (
  tx: Tx,
  { partnerId, operatorId }: { partnerId: number; operatorId: number | null },
  now: Date,
): Promise<void> => {
  await sql`
    with open as (
      select id from partner_order
      where partner_id = ${partnerId} and state = 'proposal'
        and (${operatorId}::int is null or operator_id = ${operatorId}::int)
      order by id for no key update
    )
    update partner_proposal p set held_until = least(p.held_until, ${now})
    from open where p.partner_order_id = open.id and not p.has_ended`.execute(tx)
}

/** The order that a proposal is for; null stands for any operator. */
export const orderOfProposal = async (
  tx: Tx,
  { id, operatorId }: { id: number; operatorId: number | null },
): Promise<{ uuid: string; operatorId: number; basketId: number | null } | undefined> => {
  const { rows } = await sql<{ uuid: string; operatorId: number; basketId: number | null }>`
    select uuid, operator_id, basket_id from partner_order
    where id = ${id} and state = 'proposal' and (${operatorId}::int is null or operator_id = ${operatorId}::int)`.execute(
    tx,
  )
  return rows[0]
}
