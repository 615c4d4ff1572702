import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClass, put, read, takenOf } from '#test/support/baskets.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { password, passwordHash, username } from '#test/support/secondFactor.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let staffId: number

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  staffId = (await aMemberOfStaff(db, centre.operatorId)).id
})

const aDesk = async (): Promise<TestBrowser> => {
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn(staffId)
  return desk
}

describe('the basket of a walk-in', () => {
  it('belongs to the log-in: two browsers under one name serve two people', async () => {
    const [first, second] = [await aDesk(), await aDesk()]
    await put(first, { id: (await aClass(centre, '10:00')).id })
    await put(second, { id: (await aClass(centre, '11:00')).id })
    const [one, other] = [await read(first), await read(second)]
    expect(one).toMatchObject({
      itemCount: 1,
      items: [{ cartableResource: { startsAt: { format24Hour: '10:00' } } }],
    })
    expect(other).toMatchObject({
      itemCount: 1,
      items: [{ cartableResource: { startsAt: { format24Hour: '11:00' } } }],
    })
    expect(one.id).not.toBe(other.id)
    await second.send(api.baskets.clear, {})
    expect(await read(first)).toMatchObject({ id: one.id, itemCount: 1 })
  })

  it('takes what staff chose before they logged in, and leaves it with that log-in', async () => {
    const session = await aClass(centre)
    await db
      .updateTable('customer')
      .set({ email: username, passwordHash })
      .where('id', '=', staffId)
      .execute()
    const desk = centre.app.browser({ site: 'desk' })
    await put(desk, { id: session.id })
    await desk.send(api.sessions.login, { username, password })
    expect(await read(desk)).toMatchObject({ itemCount: 1 })
    expect(await read(await aDesk())).toMatchObject({ itemCount: 0 })
  })

  it('takes a second place of a class, and a call that is repeated adds it once', async () => {
    const session = await aClass(centre)
    const desk = await aDesk()
    await put(desk, { id: session.id })
    const again = () =>
      desk.send(api.baskets.add, { items: [{ id: session.id }] }, { idempotencyKey: 'second' })
    expect(await again()).toMatchObject({ itemCount: 2 })
    expect(await again()).toMatchObject({ itemCount: 2 })
    expect(await takenOf(db, session)).toBe(2)
    const { actionToShow } = await desk.send(api.timetable.occurrence, { id: session.publicId })
    expect(actionToShow).toMatchObject({ status: 'CANCEL_RESERVATION', otherActions: ['BOOK'] })
  })

  it('is refused the place that is not there, and a court that it has', async () => {
    const session = await aClass(centre, '10:00', {}, 1)
    const desk = await aDesk()
    await put(desk, { id: session.id })
    expect(await refusalOf(put(desk, { id: session.id }))).toMatchObject({ status: 409, code: 'full' })
    const [court] = (await centre.badminton(['12:00'])).slots
    const id = court?.id ?? 0
    await put(desk, { id })
    expect(await refusalOf(put(desk, { id }))).toMatchObject({ status: 409, code: 'full' })
    expect(await read(desk)).toMatchObject({ itemCount: 2 })
  })

  it('of a customer who is served has each class once', async () => {
    const session = await aClass(centre)
    const desk = await aDesk()
    const { id: selectedUserId } = await centre.customer()
    const add = () => desk.send(api.baskets.add, { items: [{ id: session.id }], selectedUserId })
    await add()
    expect(await add()).toMatchObject({ itemCount: 1 })
    expect(await takenOf(db, session)).toBe(1)
  })
})
