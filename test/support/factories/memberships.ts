import type { Tx } from '#server/platform/database.ts'
import { firstRow, nextNumber } from './rows.ts'
import type { VenueRow } from './venues.ts'

export type BenefitRow = { id: number; name: string }
export type PlanRow = { id: number; name: string; benefits: BenefitRow[] }

/** A plan for one venue. Its benefits cover everything there unless they name activities. */
export const aPlan = async (
  db: Tx,
  venue: VenueRow,
  more: {
    name?: string
    description?: string
    documentType?: string
    price?: number
    joiningFee?: number
    billingPeriod?: 'month' | 'year' | 'once'
    minimumTermMonths?: number
    cancellationNoticeDays?: number
    freezeMonths?: number
    maxMembers?: number
    maxAdults?: number
    firstDays?: 'share' | 'free'
    paymentMethods?: ('direct_debit' | 'card' | 'cash')[]
    ageMin?: number
    ageMax?: number
    soldOnline?: boolean
    withdrawn?: boolean
    benefits?: {
      name?: string
      kind?: 'free' | 'percent' | 'fixed'
      percentOff?: number
      fixedPrice?: number
      allowance?: number
      allowancePeriod?: 'day' | 'week' | 'month'
      activityIds?: number[]
    }[]
  } = {},
): Promise<PlanRow> => {
  const { benefits = [{}], name = 'Gold', ...columns } = more
  const plan = await firstRow(
    db
      .insertInto('membershipPlan')
      .values({ operatorId: venue.operatorId, slug: `plan-${nextNumber()}`, name, price: 4200, ...columns })
      .returning(['id', 'name'])
      .executeTakeFirst(),
  )
  await db.insertInto('membershipPlanVenue').values({ planId: plan.id, venueId: venue.id }).execute()
  const made: BenefitRow[] = []
  for (const { activityIds, ...benefit } of benefits) {
    const row = await firstRow(
      db
        .insertInto('benefit')
        .values({
          planId: plan.id,
          slug: `benefit-${nextNumber()}`,
          name: `${name} classes`,
          description: 'All classes free',
          kind: 'free',
          coversAll: activityIds === undefined,
          ...benefit,
        })
        .returning(['id', 'name'])
        .executeTakeFirst(),
    )
    for (const activityId of activityIds ?? []) {
      await db.insertInto('benefitActivity').values({ benefitId: row.id, activityId }).execute()
    }
    made.push(row)
  }
  return { ...plan, benefits: made }
}

/** A membership of that plan for these people, the first of whom pays. Answers the number of each. */
export const aMembership = async (
  db: Tx,
  of: { plan: { id: number }; venue: VenueRow; customerIds: readonly [number, ...number[]] },
  more: {
    reference?: string
    status?: 'awaiting_payment' | 'pending' | 'active' | 'frozen' | 'ended'
    startsOn?: string
    endsOn?: string | null
    paymentMethod?: 'direct_debit' | 'card' | 'cash'
    nextBillingOn?: string
    billingDay?: number
    frozenFrom?: string
    frozenUntil?: string
  } = {},
): Promise<{ id: number; memberIds: [number, ...number[]] }> => {
  const membership = await firstRow(
    db
      .insertInto('membership')
      .values({
        operatorId: of.venue.operatorId,
        reference: `GM-${nextNumber()}`,
        planId: of.plan.id,
        venueId: of.venue.id,
        payerId: of.customerIds[0],
        startsOn: '2026-09-01',
        price: 4200,
        billingPeriod: 'month',
        paymentMethod: 'direct_debit',
        createdAt: new Date('2026-08-20T00:00:00Z'),
        ...more,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  const members = await db
    .insertInto('membershipMember')
    .values(of.customerIds.map((customerId) => ({ membershipId: membership.id, customerId })))
    .returning('id')
    .execute()
  return { id: membership.id, memberIds: members.map(({ id }) => id) as [number, ...number[]] }
}
