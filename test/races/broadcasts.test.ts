/**
 * A message to many that two nodes hand over at once, on PostgreSQL: each person gets it once. In the last part the nodes
 * do not wait for each other's rows, where people must be put on the list to ring twice, or the first part proves nothing.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findBuyers, informBuyers } from '#server/bookings/followUps.ts'
import { deliverBroadcasts } from '#server/broadcasts/deliver.ts'
import { waitingRecipients } from '#server/broadcasts/sql/broadcasts.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-02T09:00:00Z')
const aMinuteLater = new Date(now.getTime() + 60_000)
const day = '2027-03-02'
const [withAddress, withoutAddress] = [8, 4]

let opened: Opened
let db: Database

beforeAll(async () => {
  opened = await openCopy(6)
  db = opened.db
})

afterAll(() => opened.close())

/** @returns the message's id */
const aMessage = async (): Promise<number> => {
  const app = testApp(db, { now })
  const startsAt = new Date('2027-03-02T18:00:00Z')
  const { operator, venue, occurrence } = await aBookableClass(db, { startsAt, capacity: 50 })
  const desk = app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })).id)
  for (let person = 0; person < withAddress + withoutAddress; person += 1) {
    const email = person < withAddress ? `reader-${person}@example.test` : ''
    const { id: selectedUserId } = await aCustomer(db, operator.id, { email })
    await desk.send(api.baskets.add, { items: [{ id: occurrence.publicId }], selectedUserId })
    await desk.send(api.checkout.payAtDesk, {
      selectedUserId,
      payments: [{ tenderType: 'cash', amount: 500 }],
    })
  }
  const wanted = { venue: venue.slug, from: day, until: day }
  const { digest } = await desk.send(api.broadcasts.audience, wanted)
  const words = { subject: 'A change', text: 'Come to the side door.' }
  return (await desk.send(api.broadcasts.send, { ...wanted, ...words, digest })).id
}

const toRing = async (): Promise<number> => (await db.selectFrom('followUp').select('id').execute()).length

beforeEach(() => emptyTables(db))

it('reaches each person once, however many nodes hand it over', async () => {
  await aMessage()
  for (let round = 0; round < 4; round += 1)
    await Promise.all([1, 2, 3].map(() => deliverBroadcasts(db, aMinuteLater, 3)))
  const mails = await db.selectFrom('notice').select('recipient').where('kind', '=', 'broadcast').execute()
  expect(mails).toHaveLength(withAddress)
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(withAddress)
  expect(await toRing()).toBe(withoutAddress)
  expect(await db.selectFrom('broadcast').select('state').execute()).toEqual([{ state: 'sent' }])
})

it('would put people on the list twice where nodes did not take the message first', async () => {
  const id = await aMessage()
  let reading = 0
  let goOn = (): void => {}
  const bothHaveRead = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const deliver = () =>
    transact(db, async (tx) => {
      const recipients = await waitingRecipients(tx, id, 100)
      reading += 1
      if (reading === 2) goOn()
      await bothHaveRead
      const buyers = await findBuyers(
        tx,
        recipients.flatMap(({ bookingIds }) => bookingIds),
      )
      await informBuyers(
        tx,
        buyers.map((buyer) => ({ ...buyer, message: 'Come to the side door.' })),
        aMinuteLater,
      )
    })
  await Promise.all([deliver(), deliver()])
  expect(await toRing()).toBe(2 * withoutAddress)
})
