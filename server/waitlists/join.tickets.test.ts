/** An offer of a session that is sold by tickets. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aTicketType } from '#test/support/factories/activities.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'
import { promoteWaitlists } from './offer.ts'

let db: Database
let centre: Centre
let swim: Awaited<ReturnType<Centre['swim']>>
let parent: { id: number; browser: TestBrowser }
let child: Awaited<ReturnType<typeof aTicketType>>

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
  swim = await centre.swim()
  child = await aTicketType(db, swim.activity.id, { name: 'Child', price: 300, ageMin: 4, ageMax: 15 })
  await db.updateTable('occurrence').set({ capacity: 1 }).execute()
  const first = await centre.customer()
  const [session] = swim.sessions
  await first.browser.send(api.baskets.add, {
    items: [{ id: session!.publicId, ticketId: swim.adult.publicId }],
  })
  parent = await centre.customer({ dateOfBirth: '1990-05-01' })
  await parent.browser.send(api.waitlists.join, { id: session!.publicId, data: { userId: parent.id } })
  const { items } = await first.browser.send(api.baskets.read, {})
  await first.browser.send(api.baskets.remove, { cartItemIds: items.map(({ id }) => id) })
})

const take = (item: object) =>
  parent.browser.send(api.baskets.add, { items: [{ id: swim.sessions[0]!.publicId, ...item }] })

const isSound = async () => {
  const now = centre.app.clock.now()
  await promoteWaitlists(db, now)
  expect(await wrongWithPlaces(db, now)).toEqual([])
  expect(await wrongWithWaitlists(db, now)).toEqual([])
  return db.selectFrom('waitlistEntry').select('state').execute()
}

describe('the place that is on offer', () => {
  it('is had with a ticket for the person', async () => {
    await take({ ticketId: swim.adult.publicId })
    expect(await isSound()).toEqual([{ state: 'taken' }])
  })

  it('is had with a ticket for a child who has no account, though it is not for the age of who waited', async () => {
    expect((await take({ ticketId: child.publicId })).items).toHaveLength(1)
    expect(await isSound()).toEqual([{ state: 'taken' }])
    expect(await db.selectFrom('hold').select('personId').where('state', '=', 'held').execute()).toEqual([
      { personId: null },
    ])
  })

  it('is had with a ticket for a guest', async () => {
    expect((await take({ ticketId: swim.adult.publicId, forGuest: true })).items).toHaveLength(1)
    expect(await isSound()).toEqual([{ state: 'taken' }])
  })

  it('is had with one ticket more of those in the basket', async () => {
    const { publicId } = swim.sessions[0]!
    await take({ ticketId: swim.adult.publicId })
    // Another place, for a friend.
    await parent.browser.send(api.waitlists.join, { id: publicId, data: { userId: parent.id } })
    const more = { ticketId: swim.adult.publicId }
    expect((await refusal(take(more))).message).toBe('The session being booked is already full')
    await db.updateTable('occurrence').set({ capacity: 2 }).execute()
    await promoteWaitlists(db, centre.app.clock.now())
    expect((await take(more)).items).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
    expect(await isSound()).toEqual([{ state: 'taken' }, { state: 'taken' }])
  })

  it('stays on offer while a stranger asks for it', async () => {
    const stranger = centre.app.browser()
    const item = { id: swim.sessions[0]!.publicId, ticketId: child.publicId }
    await refusal(stranger.send(api.baskets.add, { items: [item] }))
    expect(await isSound()).toEqual([{ state: 'offered' }])
  })
})
