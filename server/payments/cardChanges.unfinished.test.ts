import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { testDatabase } from '#test/support/database.ts'
import { cardChangesAt } from '#test/support/cardChanges.ts'
import type { CardChanges } from '#test/support/cardChanges.ts'
import { aJoinableCentre } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre
let cards: CardChanges

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
  cards = cardChangesAt(centre)
})

describe('G03: a change of card that was interrupted', () => {
  it('is settled by the job where no one returns from the bank', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    await cards.answerBank(browser, await cards.change(browser, membershipId, cardEnding.challengedAndPassed))
    await cards.later(11)
    expect(await cards.collectedFrom(membershipId)).toBe('1231')
  })

  it('stays, and the new card is forgotten, when its bank does not answer in time', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    expect(await cards.change(browser, membershipId, cardEnding.pending)).toMatchObject({ status: 'pending' })
    await cards.later(60)
    expect(await cards.statuses()).toEqual(['pending'])
    await cards.later(1800)
    expect(await cards.statuses()).toEqual(['ended'])
    expect(await cards.savedAtCompany()).toEqual(['0930'])
    expect(await cards.collectedFrom(membershipId)).toBe('0930')
  })

  it('stays, and the new card is forgotten, when the answer of the company is lost', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const card = await cards.typed(browser, membershipId)
    const { provider } = centre.app.services.cards
    const { saveCard } = provider
    provider.saveCard = async (ask) => {
      await saveCard(ask)
      throw new CardsUnavailable(new Error('lost'))
    }
    const sent = browser.send(api.payments.changeCard, { membershipId, ...card })
    expect(await refusal(sent)).toMatchObject({ status: 503, code: 'provider_unavailable' })
    expect(await cards.savedAtCompany()).toEqual(['0930', '1231'])
    await cards.later(1)
    expect(await cards.savedAtCompany()).toEqual(['0930'])
    expect(await cards.statuses()).toEqual(['ended'])
    provider.saveCard = saveCard
    expect(await cards.change(browser, membershipId)).toMatchObject({ status: 'saved' })
  })

  it('stays when the process that sent the request died, and the card is forgotten', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    await cards.change(browser, membershipId)
    await db.updateTable('cardChange').set({ status: 'started', reference: null }).execute()
    await db.updateTable('cardChange').set({ nextAttemptAt: centre.app.clock.now() }).execute()
    await cards.later(61)
    expect(await cards.statuses()).toEqual(['ended'])
    expect(await cards.savedAtCompany()).toEqual(['0930'])
  })

  it('is that of the later change, when the bank approves the earlier one after it', async () => {
    const { browser, membershipId } = await cards.aCardMember()
    const first = await cards.change(browser, membershipId, cardEnding.challengedAndPassed)
    await cards.change(browser, membershipId)
    const before = await cards.collectedFrom(membershipId)
    const back = await cards.answerBank(browser, first)
    await browser.fetch(back, { method: 'POST' })
    await cards.later(11)
    expect(await cards.statuses()).toEqual(['ended', 'saved'])
    expect(before).toBe('1231')
    const { lastFour } = (await browser.send(api.memberships.mine, {}))[0]?.changes?.card ?? {}
    expect(lastFour).toBe('0006')
  })
})
