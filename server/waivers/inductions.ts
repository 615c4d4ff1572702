import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** An induction of the operator: `givenOn` is null where the person has not had it. */
export type InductionOfPerson = { id: number; name: string; givenOn: string | null; byAttending: boolean }

/** All inductions of the operator that are offered, and those the person has had; by name. */
export const inductionsOf = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
): Promise<InductionOfPerson[]> => {
  const { rows } = await sql<InductionOfPerson>`
    select r.id, r.name, i.given_on, i.booking_id is not null as by_attending
    from restriction r left join induction i on i.restriction_id = r.id and i.customer_id = ${customerId}
    where r.operator_id = ${operatorId} and r.kind = 'induction' and (not r.withdrawn or i.customer_id is not null)
    order by r.name, r.id`.execute(tx)
  return rows
}

/**
 * Records an induction by hand, which then no longer depends on an attendance; an earlier day stays.
 * @returns false when the operator has no such induction
 */
export const recordInduction = async (
  tx: Tx,
  operatorId: number,
  given: { customerId: number; restrictionId: number; givenOn: string },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into induction as had (customer_id, restriction_id, given_on)
    select ${given.customerId}, r.id, ${given.givenOn}::date from restriction r
    where r.id = ${given.restrictionId} and r.operator_id = ${operatorId} and r.kind = 'induction'
      and not r.withdrawn
    on conflict (customer_id, restriction_id) do update
      set booking_id = null, given_on = least(had.given_on, excluded.given_on)`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** @returns whether the person had had it */
export const deleteInduction = async (
  tx: Tx,
  of: { customerId: number; restrictionId: number },
): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('induction')
    .where('customerId', '=', of.customerId)
    .where('restrictionId', '=', of.restrictionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * What a booking's attendance gives the person it is for: the inductions of its activity that they have not had. Without
 * attendance they have not had them by it.
 */
export const followAttendance = async (tx: Tx, bookingId: number, isAttended: boolean): Promise<void> => {
  if (isAttended)
    await sql`
      insert into induction (customer_id, restriction_id, given_on, booking_id)
      select b.person_id, ai.restriction_id, o.local_date, b.id
      from booking b join occurrence o on o.id = b.occurrence_id
        join activity_induction ai on ai.activity_id = o.activity_id
      where b.id = ${bookingId} and b.person_id is not null
      on conflict do nothing`.execute(tx)
  else await tx.deleteFrom('induction').where('bookingId', '=', bookingId).execute()
}
