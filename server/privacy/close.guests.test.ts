import { afterEach, beforeEach, expect, it } from 'vitest'
import { tracesOf } from '#test/support/traces.ts'
import { anAccountHolder } from '#test/support/closing.ts'
import type { AccountHolder } from '#test/support/closing.ts'
import { api } from '#web/platform/api.ts'

let holder: AccountHolder

beforeEach(async () => {
  holder = await anAccountHolder()
})
afterEach(() => holder.removeFolder())

const aPassSent = async (code: string, guest: { firstName: string; email: string; date: string }) => {
  const { id: guestPassId } = await holder.db
    .insertInto('guestPass')
    .values({
      operatorId: holder.centre.operatorId,
      customerId: holder.customerId,
      name: 'Bring a friend',
      code,
      validFrom: '2027-03-01',
      validUntil: '2027-03-31',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await holder.browser.send(api.guestPasses.send, {
    guestPassId,
    lastName: 'Example',
    venueSlug: 'demo-centre',
    ...guest,
  })
}

it('closing an account writes to guests who would come in vain, and does not say whose it was', async () => {
  await aPassSent('INV-1', { firstName: 'Bo', email: 'bo@example.test', date: '2027-03-04' })
  await aPassSent('INV-2', { firstName: 'Cy', email: 'cy@example.test', date: '2027-03-01' })
  holder.app.clock.forward(86_400_000)
  await holder.browser.logIn(holder.customerId)
  await holder.close({ giveUpWhatIsLeft: true })
  await holder.runJobs()
  const written = await holder.db
    .selectFrom('notice')
    .select(['recipient', 'subject', 'textBody'])
    .where('kind', 'like', 'guest_pass%')
    .execute()
  // Cy's day is over.
  expect(written).toMatchObject([{ recipient: 'bo@example.test' }])
  expect(written[0]?.subject).toContain('has withdrawn your guest pass for Demo Centre')
  expect(written[0]?.textBody).toContain("its code doesn't work any more")
  expect(await tracesOf(holder.db, ['Quilliam', 'Zebrafish'])).toEqual([])
})
