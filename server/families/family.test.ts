import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { anAskingClass, send } from '#test/support/waivers.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let parent: { id: number; browser: TestBrowser }

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  parent = await centre.customer({ firstName: 'Ravi', lastName: 'Pendale' })
})

const anya = { firstName: 'Anya', lastName: 'Pendale', dateOfBirth: '2017-06-21' }
const addChild = (child: typeof anya) => parent.browser.send(api.families.addChild, child)
const family = () => parent.browser.send(api.families.mine, {})

describe('a family', () => {
  it('is the customer and the children they add, whom they can book for at once', async () => {
    const added = await addChild(anya)
    expect(added).toMatchObject({ ...anya, relation: 'child', hasLogin: false, waivers: [], proofs: [] })
    expect((await family()).map(({ firstName }) => firstName)).toEqual(['Ravi', 'Anya'])
    const { data } = await parent.browser.send(api.sessions.user, {})
    expect(data.linkedUsers.map(({ firstName }) => firstName)).toEqual(['Anya'])
  })

  it.each([
    ['2009-03-01', { date_of_birth: ['People aged 16 and over need their own account.'] }],
    ['2031-01-01', { date_of_birth: ['Enter a real date of birth.'] }],
  ])('a child born on %s is refused', async (dateOfBirth, errors) => {
    const refused = await refusalOf(addChild({ ...anya, dateOfBirth }))
    expect(refused).toMatchObject({ status: 422, validationMessages: errors })
  })

  it('no one is added twice', async () => {
    await addChild(anya)
    const refused = await refusalOf(addChild({ ...anya, firstName: 'ANYA' }))
    expect(refused.validationMessages).toEqual({ first_name: ['ANYA is in your family already.'] })
  })

  it('a child has another name and date of birth once they are changed, and an adult has not', async () => {
    const { id: personId } = await addChild(anya)
    const changed = { firstName: 'Ania', lastName: 'Pendale', dateOfBirth: '2016-06-21' }
    expect(await parent.browser.send(api.families.change, { personId, ...changed })).toMatchObject(changed)
    const tooOld = parent.browser.send(api.families.change, { personId, dateOfBirth: '2001-01-01' })
    expect((await refusalOf(tooOld)).validationMessages).toHaveProperty('date_of_birth')
    const own = await parent.browser.send(api.families.change, { personId: parent.id, firstName: 'Rav' })
    expect(own.firstName).toBe('Ravi')
  })

  it('a child is taken out once nothing is booked for them', async () => {
    const { id: personId } = await addChild(anya)
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    const items = [{ id: session.publicId, purchasedForUserId: personId }]
    await parent.browser.send(api.baskets.add, { items })
    const { transactionUuid } = await authorise(parent.browser)
    await complete(parent.browser, transactionUuid)
    const remove = () => parent.browser.send(api.families.remove, { personId })
    expect(await refusalOf(remove())).toMatchObject({
      status: 409,
      code: 'has_bookings',
      message: 'Anya has bookings to come. Cancel them first.',
    })
    const [booking] = await parent.browser.send(api.bookings.mine, {})
    await parent.browser.send(api.bookings.cancel, { bookingId: booking?.id ?? 0 })
    expect((await remove()).map(({ firstName }) => firstName)).toEqual(['Ravi'])
    expect(await refusalOf(remove())).toMatchObject({ code: 'not_found' })
  })

  it('is changed by staff for the customer they have selected, and the audit log says so', async () => {
    const sam = await centre.customer({ role: 'staff' })
    const of = { selectedUserId: parent.id }
    const added = await sam.browser.send(api.families.addChild, { ...anya, ...of })
    await sam.browser.send(api.families.change, { personId: added.id, medicalNotes: 'Asthma', ...of })
    const invited = await sam.browser.send(api.families.invite, { email: 'leela@example.test', ...of })
    await sam.browser.send(api.families.withdrawInvitation, { invitationId: invited.id, ...of })
    await addChild({ ...anya, firstName: 'Mina' })
    const entries = await db
      .selectFrom('auditEntry')
      .select(['actorId', 'forCustomerId', 'act', 'subject'])
      .orderBy('id')
      .execute()
    const who = { actorId: sam.id, forCustomerId: parent.id }
    expect(entries).toEqual([
      { ...who, act: 'family member added', subject: `customer:${added.id}` },
      { ...who, act: 'family member changed', subject: `customer:${added.id}` },
      { ...who, act: 'family invitation sent', subject: `invitation:${invited.id}` },
      { ...who, act: 'family invitation withdrawn', subject: `invitation:${invited.id}` },
    ])
  })

  it('medical notes and the emergency contact are changed by anyone who books for the person, and no one else', async () => {
    const { id: personId } = await addChild(anya)
    const notes = { medicalNotes: 'Asthma: blue inhaler in her bag', emergencyContactName: 'Leela' }
    await parent.browser.send(api.families.change, { personId, ...notes })
    expect((await family())[1]).toMatchObject({ ...notes, emergencyContactPhone: '' })
    const other = await centre.customer()
    const refused = await refusalOf(other.browser.send(api.families.change, { personId, ...notes }))
    expect(refused).toMatchObject({ status: 404 })
  })

  it("a waiver for a child is signed by the parent, whose name is kept; an adult's own is not", async () => {
    const tom = await aChildOf(db, centre.operatorId, parent.id, { firstName: 'Tom' })
    const { session, agreed } = await anAskingClass(centre)
    const { items } = await parent.browser.send(api.baskets.add, {
      items: [{ id: session.publicId, purchasedForUserId: tom.id }, { id: session.publicId }],
    })
    await send(
      parent.browser,
      agreed(items[0]?.id ?? 0, { firstName: 'Tom', lastName: 'Example', dateOfBirth: '2017-06-01' }),
      agreed(items[1]?.id ?? 0, { firstName: 'Ravi', lastName: 'Pendale', dateOfBirth: '1990-05-01' }),
    )
    const signed = (await family()).map(({ waivers }) => waivers.map(({ signedBy }) => signedBy))
    expect(signed).toEqual([[null], ['Ravi Pendale']])
    expect((await family())[1]?.waivers[0]).toMatchObject({ signedByRelation: 'parent' })
    const { attendees } = await parent.browser.send(api.privacy.data, {})
    expect(attendees.find(({ firstName }) => firstName === 'Tom')?.waivers).toMatchObject([
      { signedBy: 'Ravi Pendale', signedByRelation: 'parent' },
    ])
  })
})
