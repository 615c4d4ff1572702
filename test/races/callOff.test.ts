/**
 * Staff call a session off while somebody pays for a place of it, another member of staff does the same, or its minute
 * ends, on PostgreSQL. A lock that the test holds puts everybody in a row: who came first is certain. In the last part
 * the session is not looked at again under its lock, and somebody is refunded whom nobody has seen.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { offerInstead } from '#server/holds/offers.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { callOffOccurrence, settleCallOffs } from '#server/timetable/callOff.ts'
import { aCentre, monday as now } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/** A class that costs nothing and lies in Mo's basket, and two supervisors who have seen that nobody has booked it. */
const aWorld = async (db: Database) => {
  const centre = await aCentre(db)
  const { id: sessionId, publicId } = await centre.aClassOf(await centre.yoga({ price: 0 }), '18:00')
  const mo = await centre.customer({ firstName: 'Mo' })
  await mo.browser.send(api.baskets.add, { items: [{ id: publicId }] })
  const aSupervisor = async () => {
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })).id)
    const { digest } = await desk.send(api.attendance.previewCallOff, { sessionId })
    return {
      callOff: () => outcome(desk.send(api.attendance.callOff, { sessionId, digest })),
      takeBack: () => outcome(desk.send(api.attendance.takeBackCallOff, { sessionId })),
    }
  }
  return {
    db,
    sessionId,
    one: await aSupervisor(),
    other: await aSupervisor(),
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

const statusNow = async () => {
  const { status } = await opened.db
    .selectFrom('occurrence')
    .select('status')
    .where('id', '=', world.sessionId)
    .executeTakeFirstOrThrow()
  const bookings = await opened.db.selectFrom('booking').select('status').execute()
  return { session: status, bookings: bookings.map((booking) => booking.status) }
}

describe('calling a session off', () => {
  it('somebody has paid just before: it stands, and staff are told', async () => {
    const outcomes = await inARow(opened.db, lockOnPlaces, [world.pay, world.one.callOff])
    expect(outcomes).toEqual(['ok', 'effect_changed'])
    expect(await statusNow()).toEqual({ session: 'scheduled', bookings: ['booked'] })
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('somebody pays just after: they get no booking', async () => {
    const [calledOff, paid] = await inARow(opened.db, lockOnPlaces, [world.one.callOff, world.pay])
    expect(calledOff).toBe('ok')
    expect(paid).not.toBe('ok')
    expect(await statusNow()).toEqual({ session: 'cancelled', bookings: [] })
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('two members of staff do it: once', async () => {
    const outcomes = await inARow(opened.db, lockOnPlaces, [world.one.callOff, world.other.callOff])
    expect(outcomes).toEqual(['ok', 'already_called_off'])
  })

  const settle = async () => {
    await settleCallOffs(opened.db, new Date(now.getTime() + 60_000))
    return 'settled'
  }

  it('is taken back just before it is final, or not any more', async () => {
    await world.one.callOff()
    expect(await inARow(opened.db, lockOnPlaces, [world.one.takeBack, settle])).toEqual(['ok', 'settled'])
    expect(await statusNow()).toEqual({ session: 'scheduled', bookings: [] })
    await world.one.callOff()
    expect(await inARow(opened.db, lockOnPlaces, [settle, world.one.takeBack])).toEqual([
      'settled',
      'too_late',
    ])
    expect(await statusNow()).toEqual({ session: 'cancelled', bookings: [] })
  })
})

describe('calling a session off without looking again under its lock', () => {
  it('ends a booking that nobody has seen', async () => {
    const callOff = async () => {
      await transact(opened.db, (tx) =>
        callOffOccurrence(tx, world.sessionId, { reason: '', offers: [] }, now),
      )
      return 'ok'
    }
    expect(await inARow(opened.db, lockOnPlaces, [world.pay, callOff])).toEqual(['ok', 'ok'])
    expect(await statusNow()).toEqual({ session: 'cancelled', bookings: ['booked'] })
  })
})

describe('the last place of a session that is offered instead', () => {
  /** Mo has booked the class that is called off, and the last place of the next one is offered; a visitor adds it. */
  const anOffer = async () => {
    const centre = await aCentre(opened.db)
    const yoga = await centre.yoga({ price: 0 })
    const { id: sessionId, publicId } = await centre.aClassOf(yoga, '18:00')
    const next = await centre.aClassOf(yoga, '20:00', { capacity: 1 })
    const mo = await centre.customer({ firstName: 'Mo' })
    await mo.browser.send(api.baskets.add, { items: [{ id: publicId }] })
    await mo.browser.send(api.checkout.complete, { termsAccepted: true })
    const desk = centre.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(opened.db, centre.operatorId, { staffLevel: 'supervisor' })).id)
    const { digest } = await desk.send(api.attendance.previewCallOff, { sessionId })
    await desk.send(api.attendance.callOff, { sessionId, digest, offers: [next.id] })
    const visitor = centre.app.browser()
    const moElsewhere = centre.app.browser()
    await moElsewhere.logIn(mo.id)
    const item = { items: [{ id: next.publicId }] }
    const offers = async () =>
      (await opened.db.selectFrom('waitlistEntry').select('state').execute()).map(({ state }) => state)
    return {
      sessionId,
      lock: sql`select 1 from occurrence where id = ${next.id} for no key update`,
      /** Takes it, in a transaction that has not ended. */
      lastPlace: sql`
        with guard as materialized (select open_reservation_guard() as state)
        update occurrence set places_taken = 1 from guard where id = ${next.id} and guard.state = 'open'`,
      add: () => outcome(visitor.send(api.baskets.add, item)),
      accept: () => outcome(mo.browser.send(api.baskets.add, item)),
      acceptElsewhere: () => outcome(moElsewhere.send(api.baskets.add, item)),
      /** In whose baskets it is, by first name; '' for a visitor. */
      holders: async () => {
        const { rows } = await sql<{ name: string }>`
          select coalesce(c.first_name, '') as name from basket_item i
          join basket b on b.id = i.basket_id
          join hold h on h.id = i.hold_id and h.state = 'held'
          left join customer c on c.id = b.customer_id
          where i.occurrence_id = ${next.id} and i.removed_at is null`.execute(opened.db)
        return rows.map(({ name }) => name)
      },
      offers,
    }
  }

  const settle = async () => {
    await settleCallOffs(opened.db, new Date(now.getTime() + 60_000))
    return 'settled'
  }

  it.each<['add' | 'settle', 'add' | 'settle']>([
    ['add', 'settle'],
    ['settle', 'add'],
  ])('goes to one of them where both come at once: %s, %s', async (first, second) => {
    const { add, lock, offers } = await anOffer()
    const calls = { add, settle }
    const outcomes = await inARow(opened.db, lock, [calls[first], calls[second]])
    expect(outcomes).toContain('settled')
    expect(await offers()).toEqual(outcomes.includes('ok') ? [] : ['offered'])
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('control: offered without the lock of its session, it is seen as free although somebody has it', async () => {
    const { lastPlace, sessionId, offers } = await anOffer()
    const offerUnlocked = () =>
      transact(opened.db, (tx) => offerInstead(tx, sessionId, now)).then(
        () => 'offered',
        (error: unknown) => String(error),
      )
    const [offered] = await inARow(opened.db, lastPlace, [offerUnlocked])
    expect(offered).toContain('places_within_capacity')
    expect(await offers()).toEqual([])
  })

  /** Mo has been offered the last place of the next class, which is kept for them; so has nobody else. */
  const anOfferToMo = async () => {
    const offer = await anOffer()
    await settle()
    expect(await offer.offers()).toEqual(['offered'])
    return offer
  }

  it.each<['accept' | 'add', 'accept' | 'add']>([
    ['accept', 'add'],
    ['add', 'accept'],
  ])('once it is kept for somebody is had by them, whoever comes first: %s, %s', async (first, second) => {
    const { add, accept, holders, lock, offers } = await anOfferToMo()
    const calls = { accept, add }
    const outcomes = await inARow(opened.db, lock, [calls[first], calls[second]])
    // Before it lies in a basket a visitor hears that the class is full.
    expect(outcomes).toEqual(first === 'accept' ? ['ok', 'held'] : ['full', 'ok'])
    expect(await offers()).toEqual(['taken'])
    expect(await holders()).toEqual(['Mo'])
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('is had once by somebody who takes it in two browsers at once', async () => {
    const { accept, acceptElsewhere, holders, lock } = await anOfferToMo()
    const outcomes = await inARow(opened.db, lock, [accept, acceptElsewhere])
    expect(outcomes).toContain('ok')
    expect(await holders()).toEqual(['Mo'])
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
  })

  it('control: not kept, it is had by a visitor who comes first', async () => {
    const { accept, add, holders, lock } = await anOffer()
    expect(await inARow(opened.db, lock, [add, accept])).toEqual(['ok', 'held'])
    expect(await holders()).toEqual([''])
  })
})
