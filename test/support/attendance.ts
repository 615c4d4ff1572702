import { testApp } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { aCustomer } from './factories/customers.ts'
import { aMemberOfStaff } from './tills.ts'
import { api } from '#web/platform/api.ts'

/** The morning of the day of the class. */
export const now = new Date('2027-03-02T09:00:00Z')
export const startsAt = new Date('2027-03-02T18:00:00Z')
export const afterwards = new Date('2027-03-02T19:30:00Z')

/** A class of two places at £5.00, this evening, with a desk that sells its places and records who comes. */
export const aClassToAttend = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now })
  const world = await aBookableClass(db, { startsAt, capacity: 2, price: 500 })
  const staff = await aMemberOfStaff(db, world.operator.id)
  const ann = await aCustomer(db, world.operator.id, { firstName: 'Ann', lastName: 'Example' })
  const desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  const payAtDesk = async (customerId: number | null) => {
    const { completeOrderId } = await desk.send(api.checkout.payAtDesk, {
      selectedUserId: customerId,
      payments: [{ tenderType: 'cash', amount: 500 }],
    })
    return db
      .selectFrom('booking')
      .select(['id', 'accessCode'])
      .where('orderId', '=', completeOrderId)
      .executeTakeFirstOrThrow()
  }
  return {
    ...world,
    db,
    app,
    staff,
    ann,
    desk,
    payAtDesk,
    /** Sells a place in a session. */
    aBooking: async (customerId: number | null, id = world.occurrence.id) => {
      await desk.send(api.baskets.add, { items: [{ id }], selectedUserId: customerId })
      return payAtDesk(customerId)
    },
    register: (sessionId = world.occurrence.id) => desk.send(api.attendance.register, { sessionId }),
    mark: (bookingId: number, status: 'booked' | 'attended' | 'not_attended') =>
      desk.send(api.attendance.mark, { bookingId, status }),
    cancelBooking: (id: number) =>
      db.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', id).execute(),
    /** Sets the clock, and logs the desk in anew. */
    setClock: async (to: Date) => {
      app.clock.set(to)
      await desk.logIn(staff.id)
    },
  }
}

export type ClassToAttend = Awaited<ReturnType<typeof aClassToAttend>>
