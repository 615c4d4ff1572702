import type { DeskTender } from '#contract/tenders.ts'
import { testApp } from './app.ts'
import { emptyTables, testDatabase } from './database.ts'
import { aBookableClass } from './factories/bookableClass.ts'
import { aCustomer } from './factories/customers.ts'
import { refusal } from './refusal.ts'
import { aMemberOfStaff } from './tills.ts'
import { api } from '#web/platform/api.ts'

export const now = new Date('2027-02-28T10:00:00Z')

export type DeskPayments = {
  tenderType: DeskTender
  type?: 'general' | 'membership'
  amount: number
  amountTendered?: number | null
  reference?: string | null
  lastFour?: string
  terminal?: string
}[]

export const cash = (amount: number, amountTendered?: number): DeskPayments => [
  { tenderType: 'cash', amount, ...(amountTendered === undefined ? {} : { amountTendered }) },
]

/** A class at £8.45, which staff sell to Ann or to walk-ins who accept the house rules. */
export const aDeskToPayAt = async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const app = testApp(db, { now })
  const world = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z'), price: 845 })
  const { id: operatorId } = world.operator
  const staff = await aMemberOfStaff(db, operatorId)
  const ann = await aCustomer(db, operatorId)
  const terms = await db
    .insertInto('terms')
    .values({ operatorId, slug: 'house-rules', name: 'House rules', html: '<p>Be kind.</p>', required: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  return {
    ...world,
    db,
    app,
    staff,
    ann,
    desk,
    termsId: terms.id,
    addFor: (selectedUserId: number | null, id = world.occurrence.id) =>
      desk.send(api.baskets.add, { items: [{ id }], selectedUserId }),
    pay: (
      selectedUserId: number | null,
      payments: DeskPayments,
      more: {
        terms?: number[]
        idempotencyKey?: string
        itemHash?: string
        email?: string
        firstName?: string
        lastName?: string
        phone?: string
        tillId?: number
      } = {},
    ) => {
      const { idempotencyKey, ...body } = more
      return desk.send(
        api.checkout.payAtDesk,
        {
          selectedUserId,
          payments,
          terms: [terms.id],
          source: 'front-of-house',
          printReceipt: false,
          ...body,
        },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      )
    },
    orders: () => db.selectFrom('customerOrder').selectAll().orderBy('id').execute(),
    entries: () => db.selectFrom('tillEntry').selectAll().orderBy('id').execute(),
  }
}

export type DeskToPayAt = Awaited<ReturnType<typeof aDeskToPayAt>>

export const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code
