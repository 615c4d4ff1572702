import type { Sent } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import type { Database } from '#server/platform/database.ts'
import { api } from '#web/platform/api.ts'
import { aCentre } from './centre.ts'
import { aPlan } from './factories.ts'
import type { VenueRow } from './factories.ts'
import type { TestBrowser } from './app.ts'

/** A centre that sells memberships online, and terms that every plan asks for. */
export const aJoinableCentre = async (db: Database, now?: Date) => {
  const centre = await aCentre(db, now)
  await db.updateTable('operator').set({ onlineJoiningEnabled: true }).execute()
  await db.updateTable('venue').set({ onlineJoiningEnabled: true }).execute()
  const { id: termsId } = await db
    .insertInto('terms')
    .values({
      operatorId: centre.operatorId,
      slug: 'membership-terms',
      name: 'Membership terms',
      html: '<p>Twelve months.</p>',
      required: true,
      purpose: 'membership',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...centre,
    termsId,
    /** Gold: £42.00 a month, £20.00 to join, twelve months. */
    gold: async (more: Parameters<typeof aPlan>[2] = {}, venue: VenueRow = centre.venue) => {
      const plan = await aPlan(db, venue, { joiningFee: 2000, minimumTermMonths: 12, ...more })
      await db.insertInto('membershipPlanTerms').values({ planId: plan.id, termsId }).execute()
      return plan
    },
  }
}

export type JoinableCentre = Awaited<ReturnType<typeof aJoinableCentre>>

/** An account of the demo bank that pays. */
export const goodAccount = { accountName: 'A Example', sortCode: '00-00-00', accountNumber: '00000000' }

/** Begins to join, from 10 March on the 1st, by Direct Debit unless said otherwise. */
export const joinAs = (
  browser: TestBrowser,
  planId: number,
  more: Partial<Sent<typeof memberships.join>> = {},
) =>
  browser.send(api.memberships.join, {
    planId,
    venueSlug: 'demo-centre',
    startDate: '2027-03-10',
    paymentMethod: 'direct_debit',
    billingDay: 1,
    bankAccount: goodAccount,
    termsAccepted: true,
    ...more,
  })
