/** Desks that admit a guest with the same pass at once, on PostgreSQL; without the row locks the race must be lost. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { emptyTables, openCopy } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { aWaitingCall } from '#test/support/locks.ts'
import { outcome } from '#test/support/outcome.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-04T10:00:00Z')
const today = '2027-03-04'
const venue = 'demo-centre'

let opened: Opened
beforeAll(async () => {
  opened = await openCopy()
})
beforeEach(() => emptyTables(opened.db))
afterAll(() => opened.close())

/** A member who sends passes for today, and eight desks. `on`: what the desks work on. */
const aCentreWithDesks = async (on: Database = opened.db) => {
  const { db } = opened
  const app = testApp(on, { now })
  const { id: operatorId } = await anOperator(db)
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  await aVenue(db, { operatorId }, { slug: venue })
  const { id: customerId } = await aCustomer(db, operatorId)
  const member = app.browser()
  await member.logIn(customerId)
  const desks: TestBrowser[] = []
  for (let n = 0; n < 8; n += 1) {
    const desk = app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, operatorId)).id)
    desks.push(desk)
  }
  let passes = 0
  return {
    customerId,
    member,
    desks,
    aSentPass: async (): Promise<number> => {
      passes += 1
      const pass = { operatorId, customerId, name: 'Guest', code: `INV-${passes}` }
      const { id } = await db
        .insertInto('guestPass')
        .values({ ...pass, validFrom: today, validUntil: today })
        .returning('id')
        .executeTakeFirstOrThrow()
      const guest = { firstName: 'Bo', lastName: 'Example', email: 'bo@example.test' }
      await member.send(api.guestPasses.send, { guestPassId: id, ...guest, venueSlug: venue, date: today })
      return id
    },
    admitAtAll: (id: number): Promise<string[]> =>
      Promise.all(desks.map((desk) => outcome(desk.send(api.guestPasses.admit, { venue, id })))),
    admissions: async (id: number): Promise<number> =>
      (
        await db
          .selectFrom('auditEntry')
          .select('id')
          .where('act', '=', 'guest admitted')
          .where('subject', '=', `guest-pass:${id}`)
          .execute()
      ).length,
  }
}

it('G06: a pass that is used at eight desks at once admits one guest', async () => {
  const centre = await aCentreWithDesks()
  for (let round = 0; round < 5; round += 1) {
    const id = await centre.aSentPass()
    const outcomes = await centre.admitAtAll(id)
    expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('already_used'), 'ok'])
    expect(await centre.admissions(id)).toBe(1)
  }
})

it('G06: a pass that its member withdraws while its guest is admitted is withdrawn or used, not both', async () => {
  const centre = await aCentreWithDesks()
  for (let round = 0; round < 10; round += 1) {
    const id = await centre.aSentPass()
    const withdrawn = outcome(centre.member.send(api.guestPasses.withdraw, { id }))
    const admitted = (await centre.admitAtAll(id)).includes('ok')
    expect([await withdrawn, admitted]).toBeOneOf([
      ['ok', false],
      ['not_available', true],
    ])
    const pass = await opened.db
      .selectFrom('guestPass')
      .select(['usedAt', 'withdrawnAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([pass.usedAt !== null, pass.withdrawnAt !== null]).toEqual([admitted, !admitted])
  }
})

it('a guest whose member closes their account meanwhile is not admitted, and neither waits for the other', async () => {
  const { customerId, desks, aSentPass } = await aCentreWithDesks()
  const id = await aSentPass()
  let admitting: Promise<string> | undefined
  // What closing an account does: it locks the customer first and deletes the passes in the end.
  await transact(opened.db, async (tx) => {
    await sql`select 1 from customer where id = ${customerId} for update`.execute(tx)
    const admit = desks[0]?.send(api.guestPasses.admit, { venue, id })
    admitting = outcome(admit ?? Promise.reject(new Error('There is no desk.')))
    await aWaitingCall(opened.db)
    await sql`delete from guest_pass where customer_id = ${customerId}`.execute(tx)
  })
  expect(await admitting).toBe('not_found')
})

it('control: without the row locks a pass admits two guests', async () => {
  const centre = await aCentreWithDesks(withoutRowLocks(opened.db))
  let admissions = 0
  for (let round = 0; round < 15 && admissions < 2; round += 1) {
    const id = await centre.aSentPass()
    await centre.admitAtAll(id)
    admissions = await centre.admissions(id)
  }
  expect(admissions).toBeGreaterThan(1)
})
