import type { Sent } from '#contract/endpoint.ts'
import type { memberships } from '#contract/memberships.ts'
import { cardEnding } from './payments.ts'
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

const forJoining = (joiningId: number) => ({ source: 'online-joining' as const, joiningId })

/** A card typed into the form of the demo company. */
export const typeCard = async (
  browser: TestBrowser,
  joiningId: number,
  number: string = cardEnding.accepted,
): Promise<{ sessionKey: string; cardIdentifier: string }> => {
  const { sessionKey } = await browser.send(api.checkout.prepare, forJoining(joiningId))
  const answer = await browser.fetch('/api/demo-cards/api/v1/card-identifiers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify({
      cardDetails: {
        cardholderName: 'A Example',
        cardNumber: number,
        expiryDate: '0931',
        securityCode: '123',
      },
    }),
  })
  const { cardIdentifier } = (await answer.json()) as { cardIdentifier: string }
  return { sessionKey, cardIdentifier }
}

export const billing = {
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
}

export const authoriseJoining = async (browser: TestBrowser, joiningId: number, number?: string) =>
  browser.send(api.checkout.authorise, {
    ...(await typeCard(browser, joiningId, number)),
    ...billing,
    ...forJoining(joiningId),
  })

export const completeJoining = (browser: TestBrowser, joiningId: number, transactionUuid?: string) =>
  browser.send(api.checkout.complete, {
    ...forJoining(joiningId),
    ...(transactionUuid === undefined ? {} : { transactionUuid }),
  })

/** Pays what is due today and becomes a member. */
export const payJoining = async (browser: TestBrowser, joiningId: number, number?: string) => {
  const { transactionUuid } = await authoriseJoining(browser, joiningId, number)
  return completeJoining(browser, joiningId, transactionUuid)
}
