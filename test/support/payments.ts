import { sql } from 'kysely'
import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { authorise } from '#server/checkout/authorise.ts'
import { complete } from '#server/checkout/complete.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { prepare } from '#server/checkout/prepare.ts'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { TestBrowser } from './app.ts'
import type { Shop } from './shop.ts'

/** The endings that cards of the demo company have (wire §9). */
export const cardEnding = {
  accepted: '4000000000000006',
  declined: '4000000000000002',
  challengedAndPassed: '4000000000000003',
  challengedAndFailed: '4000000000000004',
  pending: '4000000000000005',
  disputed: '4000000000000259',
} as const

type AuthoriseBody = Body<typeof checkout.authorise>
type CompleteBody = Body<typeof checkout.complete>

const settled = {
  payments: [],
  completedWaivers: [],
  source: 'activity-booking' as const,
  terms: [],
  termsAccepted: true,
}
const email = 'visitor@example.test'

/** A card that has been typed into the card form, ready to be sent. */
export const typedCard = async (
  shop: Shop,
  actor: Actor,
  number: string = cardEnding.accepted,
): Promise<{ sessionKey: string; cardIdentifier: string }> => {
  const { sessionKey } = await prepare(
    shop.services,
    actor,
    { source: 'activity-booking', kiosk: false, selectedUserId: undefined },
    shop.clock.now(),
  )
  const card = await shop.cards.identifyCard(sessionKey, {
    cardholderName: 'A Example',
    cardNumber: number,
    expiryDate: '0940',
    securityCode: '123',
  })
  if (card === null || 'errors' in card) throw new Error('The test card was not taken.')
  return { sessionKey, cardIdentifier: card.cardIdentifier }
}

/** What the checkout page sends with a card. */
export const authoriseBody = (
  card: { sessionKey: string; cardIdentifier: string },
  more: Partial<AuthoriseBody> = {},
): AuthoriseBody => ({
  ...settled,
  billingFirstName: 'Ann',
  billingLastName: 'Example',
  billingAddressLineOne: '1 Example Road',
  billingCity: 'Exampleton',
  billingPostcode: 'ZZ1 1ZZ',
  email,
  saveCard: false,
  kiosk: false,
  ...card,
  ...more,
})

export const completeBody = (transactionUuid?: string, more: Partial<CompleteBody> = {}): CompleteBody => ({
  ...settled,
  email,
  ...(transactionUuid === undefined ? {} : { transactionUuid }),
  ...more,
})

/** Types a card in and asks the bank. */
export const payWith = async (
  shop: Shop,
  actor: Actor,
  number: string = cardEnding.accepted,
  services: CheckoutServices = shop.services,
  more: Partial<AuthoriseBody> = {},
) => authorise(services, actor, authoriseBody(await typedCard(shop, actor, number), more), shop.clock.now())

export const completeWith = (
  shop: Shop,
  actor: Actor,
  transactionUuid?: string,
  services: CheckoutServices = shop.services,
) => complete(services, actor, completeBody(transactionUuid), shop.clock.now())

/** The person presses Continue on the bank's page. */
export const answerBank = async (
  shop: Shop,
  data: readonly { name: string; value: string }[] | null,
): Promise<void> => {
  await shop.cards.answerQuestion(data?.find(({ name }) => name === 'creq')?.value ?? '')
}

/** Lets time pass with the driver running, until every payment has come to its end. */
export const driveToTheEnd = async (
  shop: Shop,
  services: CheckoutServices = shop.services,
): Promise<void> => {
  for (let turns = 0; turns < 400; turns += 1) {
    await reconcilePayments(services, shop.clock.now())
    const { rows } = await sql`select 1 from payment_transaction where next_attempt_at is not null`.execute(
      shop.db,
    )
    if (rows.length === 0) return
    shop.clock.forward(15_000)
  }
  throw new Error('Some payment never came to its end.')
}

/** The card holder answers the question of their bank, which an authorisation has passed on. @returns our page after it */
export const answerCard = async (
  browser: TestBrowser,
  { scaUrl, scaData }: { scaUrl: string | null; scaData: readonly { name: string; value: string }[] | null },
): Promise<string> => {
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  const creq = scaData?.find(({ name }) => name === 'creq')?.value ?? ''
  const onward = await browser.fetch(new URL(scaUrl ?? '').pathname, form({ creq, answer: 'continue' }))
  const to = new URL(onward.headers.get('location') ?? '').pathname
  return (await browser.fetch(to, form({ creq, answer: 'continue' }))).text()
}
