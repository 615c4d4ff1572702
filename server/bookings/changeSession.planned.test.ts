import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { complete, typeCard, visitor as payer } from '#test/support/buying.ts'
import { aCentre, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let yoga: Awaited<ReturnType<Centre['yoga']>>

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

const runJobs = async () => {
  const { clock, services } = centre.app
  await runDueJobs(db, jobHandlers({ db, clock, log: quiet, services }), clock.now(), quiet)
}

/** The operator's files have the class at this hour. */
const planAt = async (startTime: string) => {
  const openDay = {
    activityId: yoga.activity.id,
    locationId: yoga.studio.id,
    slug: 'open-day',
    name: 'Yoga',
    description: null,
    date: thursday,
    startTime,
    durationMinutes: 60,
    capacity: 1,
    band: '',
    instructorIds: [],
    tagIds: [],
  }
  await generateOccurrences(db, {
    now: centre.app.clock.now(),
    operatorId: centre.operatorId,
    oneOffs: new Map([[centre.venue.id, [openDay]]]),
  })
}

const session = () =>
  db.selectFrom('occurrence').select(['id', 'publicId', 'startsAt']).executeTakeFirstOrThrow()

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
  yoga = await centre.yoga()
  await planAt('18:00')
})

/** The places in baskets are held no longer. */
const lapse = () => centre.app.clock.forward(660_000)

describe('a session that the files move', () => {
  it('is not paid for at another time than the basket has displayed', async () => {
    const visitor = centre.app.browser()
    await centre.add(visitor, await session())
    const pay = async (card: Awaited<ReturnType<typeof typeCard>>) =>
      visitor.send(api.checkout.authorise, { ...payer, ...card })
    const card = await typeCard(visitor)
    lapse()
    await planAt('19:30')
    await runJobs()
    expect((await session()).startsAt).toEqual(new Date('2027-03-04T19:30:00Z'))
    expect(await refusal(pay(card))).toMatchObject({ status: 409, code: 'basket_changed' })
    const { lapsedItems, notices } = await visitor.send(api.baskets.read, {})
    expect(lapsedItems[0]?.cartableResource?.startsAt.format24Hour).toBe('19:30')
    expect(notices.filter(({ code }) => code === 'session_changed')).toMatchObject([
      { cartItemId: lapsedItems[0]?.id, message: expect.stringContaining('19:30') as string },
    ])
    const { transactionUuid } = await pay(card)
    expect((await complete(visitor, transactionUuid)).completeOrderId).toEqual(expect.any(Number))
  })

  it('says nothing to baskets that got it at its new time', async () => {
    const visitor = centre.app.browser()
    await centre.add(visitor, await session())
    lapse()
    await planAt('19:30')
    centre.app.clock.forward(1000)
    const later = centre.app.browser()
    await centre.add(later, await session())
    await runJobs()
    expect((await later.send(api.baskets.read, {})).notices).toEqual([])
  })

  it('is told to those who wait for it', async () => {
    const { activity } = yoga
    await db
      .insertInto('blockBooking')
      .values({
        activityId: activity.id,
        slug: 'club',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        startTime: '00:00',
        untilTime: '24:00',
        places: 1,
      })
      .execute()
    await planAt('18:00')
    const ann = await centre.customer({ email: 'ann@example.test' })
    const { publicId } = await session()
    await ann.browser.send(api.waitlists.join, { id: publicId, data: { userId: ann.id } })
    await planAt('19:30')
    await runJobs()
    const mails = await db
      .selectFrom('notice')
      .select(['recipient', 'kind'])
      .where('kind', '=', 'waitlist_changed')
      .execute()
    expect(mails).toEqual([{ recipient: 'ann@example.test', kind: 'waitlist_changed' }])
  })
})
