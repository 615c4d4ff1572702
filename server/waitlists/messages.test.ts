import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { notifyWaitlist } from './notify.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined }

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
})

describe('a notice about somebody without an address whom the desk put on the waitlist', () => {
  const recipients = async (parents: readonly string[]) => {
    const session = await centre.aClassOf(await centre.yoga(), '18:00', { capacity: 1 })
    const holder = await centre.customer()
    await centre.add(holder.browser, session)
    const child = await aCustomer(db, centre.operatorId, { firstName: 'Anya', email: '' })
    const link = async (linkedId: number, email: string) => {
      const { id: customerId } = await aCustomer(db, centre.operatorId, { email })
      await db.insertInto('linkedCustomer').values({ customerId, linkedId, relation: 'child' }).execute()
    }
    await link((await aCustomer(db, centre.operatorId, { email: '' })).id, 'other@example.test')
    for (const email of parents) await link(child.id, email)
    const staff = await centre.customer({ role: 'staff', email: 'desk@example.test' })
    await staff.browser.send(api.waitlists.join, { id: session.publicId, data: { userId: child.id } })
    await holder.browser.send(api.baskets.clear, {})
    await staff.browser.send(api.attendance.changeSession, { sessionId: session.id, name: 'Flow yoga' })
    await notifyWaitlist(db, centre.app.clock.now())
    return db.selectFrom('notice').select(['kind', 'recipient']).orderBy('id').execute()
  }

  it('goes to the person who books for them, and not to the desk', async () => {
    expect(await recipients(['', 'parent@example.test'])).toEqual([
      { kind: 'waitlist_joined', recipient: 'parent@example.test' },
      { kind: 'waitlist_changed', recipient: 'parent@example.test' },
      { kind: 'waitlist_offered', recipient: 'parent@example.test' },
    ])
  })

  it('names the price of a place on offer', async () => {
    await recipients(['parent@example.test'])
    const [offer] = await sentMessages(db, centre.app, 'waitlist_offered')
    expect(offer?.text).toMatch(/Studio 1.*\n {2}£5\.00\n/)
  })

  it('speaks of the person, not to them', async () => {
    await recipients(['parent@example.test'])
    await runDueJobs(
      db,
      jobHandlers({
        db,
        clock: centre.app.clock,
        log: quiet,
        services: centre.app.services,
      }),
      centre.app.clock.now(),
      quiet,
    )
    const [joined, changed, offered] = await db
      .selectFrom('notice')
      .select(['subject', 'textBody'])
      .orderBy('id')
      .execute()
    expect(joined?.textBody).toMatch(/^Anya is on the waitlist\n\nPosition 1\./)
    expect(changed?.textBody).toContain('The session Anya is waiting for has changed')
    expect(changed?.textBody).not.toContain('Hello Anya')
    expect(offered?.subject).toMatch(/^A place for Anya: Flow yoga/)
    expect(offered?.textBody).toContain(
      "Anya is next on the waitlist. We've reserved a place for Anya until ",
    )
  })

  it('goes to nobody where nobody books for them', async () => {
    expect(await recipients([])).toEqual([])
  })
})
