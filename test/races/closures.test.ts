/**
 * Staff close a venue while somebody pays for a place there, on PostgreSQL. A lock that the test holds puts both in a row:
 * who came first is certain. In the last part the sessions are not looked at again under their locks, and a booking is
 * ended that nobody has seen.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { closePlaces } from '#server/timetable/closures.ts'
import { aCentre, monday as now } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/** A class that costs nothing and lies in Mo's basket, and a supervisor who has seen that nobody has booked it. */
const aWorld = async (db: Database) => {
  const centre = await aCentre(db)
  const { id: sessionId, publicId } = await centre.aClassOf(await centre.yoga({ price: 0 }), '18:00')
  const { venueId, localDate: day } = await db
    .updateTable('occurrence')
    .set({ slug: 'evening' })
    .where('id', '=', sessionId)
    .returning(['venueId', 'localDate'])
    .executeTakeFirstOrThrow()
  const { slug } = await db
    .selectFrom('venue')
    .select('slug')
    .where('id', '=', venueId)
    .executeTakeFirstOrThrow()
  const mo = await centre.customer({ firstName: 'Mo' })
  await mo.browser.send(api.baskets.add, { items: [{ id: publicId }] })
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })).id)
  const interval = { venue: slug, from: `${day}T00:00`, until: `${day}T23:00` }
  const { digest } = await desk.send(api.closures.preview, interval)
  return {
    sessionId,
    venueId,
    close: () => outcome(desk.send(api.closures.close, { ...interval, digest })),
    pay: () => outcome(mo.browser.send(api.checkout.complete, { termsAccepted: true })),
  }
}

const lockOnPlaces = sql`select 1 from occurrence order by id for no key update`

let opened: Opened
let world: Awaited<ReturnType<typeof aWorld>>
beforeAll(async () => {
  opened = await openCopy()
})
beforeEach(async () => {
  world = await aWorld(opened.db)
})
afterAll(() => opened.close())

const stateNow = async () => {
  const { status } = await opened.db
    .selectFrom('occurrence')
    .select('status')
    .where('id', '=', world.sessionId)
    .executeTakeFirstOrThrow()
  const bookings = await opened.db.selectFrom('booking').select('status').execute()
  const closures = await opened.db.selectFrom('closure').select('id').execute()
  return { session: status, bookings: bookings.map((booking) => booking.status), closures: closures.length }
}

describe('closing a venue', () => {
  it('somebody has paid just before: it stays open, and staff are told', async () => {
    expect(await inARow(opened.db, lockOnPlaces, [world.pay, world.close])).toEqual(['ok', 'effect_changed'])
    expect(await stateNow()).toEqual({ session: 'scheduled', bookings: ['booked'], closures: 0 })
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('somebody pays just after: they get no booking', async () => {
    const [closed, paid] = await inARow(opened.db, lockOnPlaces, [world.close, world.pay])
    expect(closed).toBe('ok')
    expect(paid).not.toBe('ok')
    expect(await stateNow()).toEqual({ session: 'withdrawn', bookings: [], closures: 1 })
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })
})

describe('closing a venue without comparing with what staff have seen', () => {
  it('calls off a booking that nobody has seen', async () => {
    const close = async () => {
      await transact(opened.db, (tx) =>
        closePlaces(
          tx,
          { venueId: world.venueId, locationIds: [], startsAt: now, endsAt: null },
          { reason: '', note: '', offers: new Map() },
          now,
        ),
      )
      return 'ok'
    }
    expect(await inARow(opened.db, lockOnPlaces, [world.pay, close])).toEqual(['ok', 'ok'])
    expect(await stateNow()).toEqual({ session: 'cancelled', bookings: ['booked'], closures: 1 })
  })
})
