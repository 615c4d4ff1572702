/**
 * A person closes their account while others, or they themselves on another screen, book, pay or give credit, on
 * PostgreSQL. A lock that the test holds puts everybody in a row: who came first is certain. In the last part what
 * keeps them apart is taken out, and something must be left on the closed account, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantCredit } from '#server/credits/grant.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { isAccountClosed } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { aCentre, monday as now } from '#test/support/centre.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { openCopy } from '#test/support/database.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const password = 'a heron on the lock gate'

/** What came of it, also where no call answers for the database. */
const outcomeOf = async (doing: Promise<unknown>): Promise<string> => {
  try {
    return await outcome(doing)
  } catch (error) {
    if (isAccountClosed(error)) return 'not_found'
    throw error
  }
}

/** Lou, who has a log-in of her own; her mother, who may book for her; a desk; and a class that costs nothing. */
const aWorld = async (db: Database) => {
  const centre = await aCentre(db)
  const yoga = await centre.yoga({ price: 0 })
  const session = await centre.aClassOf(yoga, '10:00')
  const full = await centre.aClassOf(yoga, '14:00', { capacity: 1 })
  const lou = centre.app.browser()
  const { user } = await lou.send(api.customers.register, {
    firstName: 'Lou',
    lastName: 'Example',
    email: 'lou@example.test',
    password,
    dateOfBirth: '1990-05-01',
    termsAccepted: true,
    clientId: 'demo',
    source: 'bookings',
  })
  const mother = await centre.customer({ firstName: 'Mo' })
  await db
    .insertInto('linkedCustomer')
    .values({ customerId: mother.id, linkedId: user.id, relation: 'child' })
    .execute()
  await centre.add(mother.browser, full)
  await centre.book(mother.browser, mother.id)
  const desk = centre.app.browser({ site: 'desk' })
  const clerk = await aMemberOfStaff(db, centre.operatorId, {
    staffLevel: 'supervisor',
    homeVenueId: centre.venue.id,
  })
  await desk.logIn(clerk.id)
  return { db, centre, session, full, lou, louId: user.id, mother: mother.browser, desk }
}
type World = Awaited<ReturnType<typeof aWorld>>

const closeBy = (browser: TestBrowser) => browser.send(api.privacy.close, { currentPassword: password })

const items = ({ session: { publicId } }: World, purchasedForUserId: number | null = null) => ({
  items: [{ id: publicId, purchasedForUserId }],
})

/** What may come in the same moment. `before` is done in good time. */
const deeds: Record<
  string,
  { before?: (world: World) => unknown; deed: (world: World) => Promise<unknown> }
> = {
  'they put a class into their basket': { deed: (world) => world.lou.send(api.baskets.add, items(world)) },
  'the desk books for them': {
    deed: (world) => world.desk.send(api.baskets.add, { ...items(world), selectedUserId: world.louId }),
  },
  'their mother books for them': {
    deed: (world) => world.mother.send(api.baskets.add, items(world, world.louId)),
  },
  'they join a waitlist': {
    deed: ({ lou, full, louId }) =>
      lou.send(api.waitlists.join, { id: full.publicId, data: { userId: louId } }),
  },
  'staff give them credit': {
    deed: ({ db, centre: { operatorId }, louId }) =>
      transact(db, (tx) =>
        grantCredit(
          tx,
          {
            operatorId,
            customerId: louId,
            type: 'general',
            amount: 500,
            expiresOn: null,
            description: 'Sorry',
            from: 'grant',
          },
          now,
        ),
      ),
  },
}

const payments: typeof deeds = {
  'they pay': {
    before: (world) => world.lou.send(api.baskets.add, items(world)),
    deed: ({ lou }) => lou.send(api.checkout.complete, { termsAccepted: true }),
  },
  'the desk takes the payment': {
    before: (world) => world.desk.send(api.baskets.add, { ...items(world), selectedUserId: world.louId }),
    deed: ({ desk, louId }) => desk.send(api.checkout.payAtDesk, { selectedUserId: louId, payments: [] }),
  },
  'their mother pays': {
    before: (world) => world.mother.send(api.baskets.add, items(world, world.louId)),
    deed: ({ mother }) => mother.send(api.checkout.complete, { termsAccepted: true }),
  },
}

/** Places, waiting, orders and money of accounts that are closed: there should be none. */
const leftOnTheClosed = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`
    select 'hold' as what from hold h join customer c on c.id = h.person_id
      where c.closed_at is not null and h.state in ('held', 'confirmed')
    union all select 'booking' from booking k join customer c on c.id in (k.person_id, k.customer_id)
      where c.closed_at is not null and k.status = 'booked'
    union all select 'order' from customer_order o join customer c on c.id = o.customer_id where c.closed_at is not null
    union all select 'payment' from payment_transaction t join customer c on c.id = t.customer_id
      where c.closed_at is not null and t.next_attempt_at is not null
    union all select 'waiting' from waitlist_entry w join customer c on c.id = w.person_id where c.closed_at is not null
    union all select 'credit' from credit_lot l join customer c on c.id = l.customer_id
      where c.closed_at is not null and l.available + l.reserved > 0`.execute(db)
  return rows.map(({ what }) => what)
}

const lockOn = (customerId: number) => sql`select 1 from customer where id = ${customerId} for update`
const lockOnPlaces = sql`select 1 from occurrence order by id for no key update`

describe('closing an account while something happens', () => {
  let opened: Opened
  let world: World
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(async () => {
    world = await aWorld(opened.db)
  })
  afterAll(() => opened.close())

  const expectSound = async (): Promise<void> => {
    expect(await leftOnTheClosed(opened.db)).toEqual([])
    expect(await wrongWithPlaces(opened.db, now)).toEqual([])
    expect(await wrongWithCredit(opened.db)).toEqual([])
  }

  it.each(Object.entries({ ...deeds, ...payments }))('%s: too late', async (_, { before, deed }) => {
    await before?.(world)
    const [closed, done] = await inARow(opened.db, lockOn(world.louId), [
      () => outcomeOf(closeBy(world.lou)),
      () => outcomeOf(deed(world)),
    ])
    expect(closed).toBe('ok')
    expect(done).not.toBe('ok')
    expect(done).not.toBe('failed')
    await expectSound()
  })

  it.each(Object.entries(payments))(
    '%s: just in time, and the account stays',
    async (_, { before, deed }) => {
      await before?.(world)
      const [done, closed] = await inARow(opened.db, lockOn(world.louId), [
        () => outcomeOf(deed(world)),
        () => outcomeOf(closeBy(world.lou)),
      ])
      expect([done, closed]).toEqual(['ok', 'upcoming_bookings'])
      await expectSound()
    },
  )

  it('what lay in baskets of others goes, and with it the credit they had reserved', async () => {
    const { desk, mother, louId, lou } = world
    await opened.db.updateTable('pricingOption').set({ price: 500 }).execute()
    await someCredit(opened.db, { operatorId: world.centre.operatorId, customerId: louId, amount: 500 }, now)
    await desk.send(api.baskets.add, { ...items(world), selectedUserId: louId })
    await desk.send(api.credits.apply, {
      creditsToReserve: [{ amount: 500, type: 'general' }],
      selectedUserId: louId,
    })
    await lou.send(api.privacy.close, { currentPassword: password, giveUpWhatIsLeft: true })
    expect((await desk.send(api.baskets.read, {})).items).toEqual([])
    expect((await mother.send(api.baskets.read, {})).items).toEqual([])
    await expectSound()
  })
})

describe('closing an account with what keeps it apart taken out', () => {
  let opened: Opened
  let world: World
  beforeAll(async () => {
    opened = await openCopy()
    const { rows } = await sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'account_open'`.execute(opened.db)
    if (rows.length === 0) throw new Error('There is nothing to take out.')
    for (const { name } of rows)
      await sql`alter table ${sql.table(name)} disable trigger account_open`.execute(opened.db)
    // Closing deletes the idempotency keys, and a call that has lost its key is rolled back.
    await sql`create rule keep_keys as on delete to idempotent_answer do instead nothing`.execute(opened.db)
  })
  beforeEach(async () => {
    world = await aWorld(opened.db)
  })
  afterAll(() => opened.close())

  it.each(Object.entries(deeds))('%s: something is left', async (_, { before, deed }) => {
    await before?.(world)
    await inARow(opened.db, lockOn(world.louId), [
      () => outcomeOf(closeBy(world.lou)),
      () => outcomeOf(deed(world)),
    ])
    expect(await leftOnTheClosed(opened.db)).not.toEqual([])
  })

  it.each(Object.entries(payments))(
    'and its locks too, %s: a booking is left',
    async (_, { before, deed }) => {
      await before?.(world)
      const unlocked: TestApp = testApp(withoutRowLocks(opened.db), { now })
      const lou = unlocked.browser()
      await lou.logIn(world.louId)
      await inARow(opened.db, lockOnPlaces, [() => outcomeOf(deed(world)), () => outcomeOf(closeBy(lou))])
      expect(await leftOnTheClosed(opened.db)).not.toEqual([])
    },
  )
})
