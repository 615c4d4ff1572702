import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'
import { promoteWaitlists } from './offer.ts'

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
})

type Session = Awaited<ReturnType<Centre['aClassOf']>>

const actionOf = async (browser: TestBrowser, { publicId: id }: Session) =>
  (await browser.send(api.timetable.occurrence, { id })).actionToShow

describe('an offer of an activity with a weekly limit', () => {
  it('does not count towards the limit until it is taken', async () => {
    const yoga = await centre.yoga({ weeklyLimit: 1 })
    const session = await centre.aClassOf(yoga, '18:00', { capacity: 1 })
    const other = await centre.aClassOf(yoga, '12:00')
    const [holder, ann] = [await centre.customer(), await centre.customer()]
    await centre.add(holder.browser, session)
    await ann.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: ann.id } })
    await holder.browser.send(api.baskets.clear, {})
    expect((await actionOf(ann.browser, session)).status).toBe('BOOK')
    expect((await actionOf(ann.browser, other)).status).toBe('BOOK')
    const { items } = await centre.add(ann.browser, session)
    expect(items).toHaveLength(1)
    expect((await actionOf(ann.browser, session)).status).toBe('CANCEL_RESERVATION')
    expect((await refusalOf(centre.add(ann.browser, other))).code).toBe('limit_reached')
  })
})

describe('a place that comes free while nobody can book there', () => {
  it.each([
    [
      'the venue is in maintenance',
      (on: boolean) =>
        db
          .updateTable('venue')
          .set({ status: on ? 'maintenance' : 'open' })
          .execute(),
    ],
    [
      'the activity is withdrawn',
      (on: boolean) => db.updateTable('activity').set({ withdrawn: on }).execute(),
    ],
  ])('is offered only after that: %s', async (_, shut) => {
    const session = await centre.aClassOf(await centre.yoga(), '18:00', { capacity: 1 })
    const [holder, ann] = [await centre.customer(), await centre.customer()]
    await centre.add(holder.browser, session)
    await ann.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: ann.id } })
    await shut(true)
    await holder.browser.send(api.baskets.clear, {})
    const promote = async () => {
      await promoteWaitlists(db, centre.app.clock.now())
      return (await ann.browser.send(api.waitlists.mine, {}))[0]?.status
    }
    expect(await promote()).toBe('waiting')
    await shut(false)
    expect(await promote()).toBe('offered')
  })
})
