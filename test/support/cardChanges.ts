import { endMandates } from '#server/memberships/paymentMethods.ts'
import { collectMemberships } from '#server/memberships/collect.ts'
import { reconcileCardChanges } from '#server/payments/cardChanges.ts'
import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { identifyCard } from './buying.ts'
import { aMemberWho } from './joining.ts'
import type { JoinableCentre } from './joining.ts'
import { cardEnding } from './payments.ts'

/* Changing the card of a membership, for the tests of each way it can end. */

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** A centre whose members change the cards they pay with. */
export const cardChangesAt = (centre: JoinableCentre) => {
  const { db } = centre
  const jobs = () => {
    const { debits, cards } = centre.app.services
    return { db, debits, cards: cards.provider, log: quiet }
  }

  /** Turns the clock to noon of a day, and runs the collections of every day until then. */
  const until = async (day: string, { fails = false } = {}): Promise<void> => {
    const { clock } = centre.app
    while (clock.now() < new Date(`${day}T12:00:00Z`)) {
      clock.set(new Date(clock.now().getTime() + 86_400_000))
      const collected = collectMemberships(jobs(), clock.now())
      await (fails ? collected.catch(() => undefined) : collected)
      await endMandates(jobs(), clock.now())
    }
  }

  const later = async (seconds: number): Promise<void> => {
    centre.app.clock.forward(seconds * 1000)
    await reconcileCardChanges(jobs(), centre.app.clock.now())
  }

  const aCardMember = async () => aMemberWho(centre, await centre.gold(), { paymentMethod: 'card' })

  /** What the card fields do: the number goes to the company, the page learns its name. */
  const typed = async (browser: TestBrowser, membershipId: number, number?: string, expiryDate = '1231') =>
    identifyCard(browser, await browser.send(api.payments.prepareCardChange, { membershipId }), {
      cardNumber: number ?? cardEnding.accepted,
      expiryDate,
    })

  const change = async (browser: TestBrowser, membershipId: number, number?: string) =>
    browser.send(api.payments.changeCard, { membershipId, ...(await typed(browser, membershipId, number)) })

  /** The expiry of the card that a membership is collected from: that of the joining is 0930, of a new one 1231. */
  const collectedFrom = async (membershipId: number): Promise<string | null> =>
    (
      await db
        .selectFrom('membership as m')
        .leftJoin('savedCard as s', 's.id', 'm.savedCardId')
        .select('s.expiry')
        .where('m.id', '=', membershipId)
        .executeTakeFirstOrThrow()
    ).expiry

  const statuses = async () =>
    (await db.selectFrom('cardChange').select('status').orderBy('id').execute()).map(({ status }) => status)

  /** The cards that the demo company keeps, by expiry, for charges without their holder. */
  const savedAtCompany = async () =>
    (
      await db.selectFrom('demoCard').select('expiry').where('saved', '=', true).orderBy('expiry').execute()
    ).map(({ expiry }) => expiry)

  const answerBank = async (browser: TestBrowser, { scaData }: { scaData: { value: string }[] | null }) => {
    const creq = scaData?.[0]?.value ?? ''
    const answer = await browser.fetch('/api/demo-cards/challenge', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ creq, answer: 'continue' }).toString(),
    })
    return new URL(answer.headers.get('location') ?? '').pathname
  }
  return { until, later, aCardMember, typed, change, collectedFrom, statuses, savedAtCompany, answerBank }
}

export type CardChanges = ReturnType<typeof cardChangesAt>
