import { beforeAll, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { aCentre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let db: Database

beforeAll(async () => {
  db = (await testDatabase()).db
})

it('who does without an e-mail does not get it, and the others do', async () => {
  const centre = await aCentre(db)
  const session = await centre.aClassOf(await centre.yoga(), '10:00', { capacity: 1 })
  const first = await centre.customer()
  await centre.add(first.browser, session)
  await centre.buy(first.browser)
  const ann = await centre.customer({ email: 'ann@example.test' })
  const bo = await centre.customer({ email: 'bo@example.test' })
  const changed = await ann.browser.send(api.customers.changeDetails, {
    unwantedMessages: ['waitlist_joined'],
  })
  expect(changed.unwantedMessages).toEqual(['waitlist_joined'])
  for (const { id, browser } of [ann, bo])
    await browser.send(api.waitlists.join, { id: session.publicId, data: { userId: id } })
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
  const { clock, services } = centre.app
  await runDueJobs(db, jobHandlers({ db, clock, log, services }), clock.now(), log)
  const notices = await db
    .selectFrom('notice')
    .select(['recipient', 'state', 'subject'])
    .where('kind', '=', 'waitlist_joined')
    .orderBy('id')
    .execute()
  expect(notices).toMatchObject([
    { recipient: 'ann@example.test', state: 'dropped' },
    {
      recipient: 'bo@example.test',
      state: 'stored',
      subject: 'On the waitlist: Yoga, Thu 4 March 2027, 10:00 to 11:00',
    },
  ])
})
