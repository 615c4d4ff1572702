import { sql } from 'kysely'
import type { Json } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { ProposalStatus } from './rules.ts'

export type ProposalRow = {
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
