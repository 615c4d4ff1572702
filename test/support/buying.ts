import { expect } from 'vitest'
import type { checkout } from '#contract/checkout.ts'
import type { Authorisation, PreparedCheckout } from '#contract/transactions.ts'
import type { Query } from '#contract/endpoint.ts'
import { api } from '#web/platform/api.ts'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { cardEnding } from './payments.ts'

/*
 * What a browser does at the checkout, for the tests of each of its steps.
 */

/** When the class begins that is for sale. */
export const startsAt = new Date('2027-03-02T18:00:00Z')

/** A class of two places at £8.45, and who buys it. */
export type ClassToBuy = Awaited<ReturnType<typeof aClassToBuy>>

/** Empties the database and puts the class on sale, two days before it begins. */
export const aClassToBuy = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now: new Date('2027-02-28T10:00:00Z') })
  const { operator, venue, occurrence } = await aBookableClass(db, { startsAt, price: 845, capacity: 2 })
  return {
    db,
    app,
    operator,
    venue,
    occurrence,
    /** A browser with the class in its basket. */
    buyer: async (customerId?: number, id = occurrence.publicId): Promise<TestBrowser> => {
      const browser = app.browser()
      if (customerId !== undefined) await browser.logIn(customerId)
      await browser.send(api.baskets.add, { items: [{ id }] })
      return browser
    },
    /** Terms that every buyer must agree to. */
    houseRules: async (): Promise<number> => {
      const row = await db
        .insertInto('terms')
        .values({ operatorId: operator.id, slug: 'house', name: 'House rules', html: '<p>Be kind.</p>' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
  }
}

/** What the card fields do: the number goes to the company, the page learns its name. */
export const typeCard = async (
  browser: TestBrowser,
  number: string = cardEnding.accepted,
  what: Partial<Query<typeof checkout.prepare>> = {},
): Promise<{ sessionKey: string; cardIdentifier: string }> => {
  return identifyCard(browser, await browser.send(api.checkout.prepare, what), { cardNumber: number })
}

/** The same for a session that has been prepared. */
export const identifyCard = async (
  browser: TestBrowser,
  {
    sessionKey,
    paymentProviderConfiguration: { url },
  }: Pick<PreparedCheckout, 'sessionKey' | 'paymentProviderConfiguration'>,
  card: { cardNumber: string; expiryDate?: string },
): Promise<{ sessionKey: string; cardIdentifier: string }> => {
  const answer = await browser.fetch(`${new URL(url).pathname}/api/v1/card-identifiers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sessionKey}` },
    body: JSON.stringify({
      cardDetails: {
        cardholderName: 'A Example',
        expiryDate: '0930',
        securityCode: '123',
        ...card,
      },
    }),
  })
  expect(answer.status).toBe(200)
  const { cardIdentifier } = (await answer.json()) as { cardIdentifier: string }
  return { sessionKey, cardIdentifier }
}

/** Whose card it is. */
export const billing = {
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
}

/** What a person says who has not logged in. */
export const visitor = { ...billing, email: 'ann@example.test', termsAccepted: true }

/** Types a card in and asks the bank. */
export const authorise = async (
  browser: TestBrowser,
  number?: string,
  more: object = {},
): Promise<Authorisation> =>
  browser.send(api.checkout.authorise, { ...visitor, ...(await typeCard(browser, number)), ...more })

/** Asks for the order. */
export const complete = (browser: TestBrowser, transactionUuid?: string, more: object = {}) =>
  browser.send(api.checkout.complete, {
    termsAccepted: true,
    email: 'ann@example.test',
    ...(transactionUuid === undefined ? {} : { transactionUuid }),
    ...more,
  })
