import { beforeEach, expect, test } from 'vitest'
import { publishFeeds } from '#server/openactive/publish.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aHall, now } from '#test/support/feeds.ts'
import {
  aPartner,
  aUuid,
  failuresOf,
  offerAddress,
  orderOf,
  paidWith,
  seller,
  site,
} from '#test/support/partners.ts'
import type { Body, TestPartner } from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'

let db: Database
let hall: Awaited<ReturnType<typeof aHall>>
let partner: TestPartner

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  hall = await aHall(db)
  await db.updateTable('operator').set({ openBooking: true }).execute()
  await db.updateTable('venue').set({ region: 'Greater Manchester' }).execute()
  await db
    .updateTable('activity')
    .set({ conceptIds: ['https://openactive.io/facility-types#9db5681e-700e-4b30-99a5-355885d94db2'] })
    .execute()
  const app = testApp(db, { now })
  const desk = app.browser({ site: 'desk' })
  const supervisor = await aCustomer(db, hall.operator.id, { role: 'staff', staffLevel: 'supervisor' })
  await desk.logIn(supervisor.id)
  await publishFeeds(db, site, now)
  partner = await aPartner(app, desk)
})

const slot = (occurrenceId: number, activity = hall.activity) =>
  [`${seller}/slots/${occurrenceId}`, offerAddress(activity.pricingOptionId)] as const

const remaining = ({ body }: { body: Body }): number[] =>
  (body['orderedItem'] as Body[]).map((item) => item['orderedItem'].remainingUses as number)

test('a court is quoted, held for the partner, and booked', async () => {
  const uuid = aUuid()
  const places = [slot(hall.slots[0].id), slot(hall.slots[1].id)]
  const quoted = await partner.send('PUT', `/order-quote-templates/${uuid}`, orderOf('OrderQuote', places))
  expect(quoted.status).toBe(200)
  expect(remaining(quoted)).toEqual([1, 1])
  expect(await failuresOf(quoted.body, 'C1Response')).toEqual([])
  // The same again, now with its lease.
  const again = await partner.send('PUT', `/order-quote-templates/${uuid}`, orderOf('OrderQuote', places))
  expect(remaining(again)).toEqual([1, 1])
  const other = await partner.send('PUT', `/order-quote-templates/${aUuid()}`, orderOf('OrderQuote', places))
  expect(other.body['orderedItem'][0].error).toMatchObject([
    { '@type': 'OpportunityCapacityIsReservedByLeaseError' },
  ])
  const booked = await partner.send('PUT', `/orders/${uuid}`, orderOf('Order', places, paidWith(26.9)))
  expect(booked.status).toBe(201)
  expect(await failuresOf(booked.body, 'BResponse')).toEqual([])
  const full = await partner.send('PUT', `/order-quote-templates/${aUuid()}`, orderOf('OrderQuote', places))
  expect(remaining(full)).toEqual([0, 0])
  expect(full.body['orderedItem'][1].error).toMatchObject([{ '@type': 'OpportunityIsFullError' }])
  expect(await failuresOf(full.body, 'C1ResponseOrderItemError')).toEqual([])
  expect(await wrongWithPlaces(db, now)).toEqual([])
})

test('a court and the hall it is part of cannot be had together', async () => {
  const places = [slot(hall.slots[0].id), slot(hall.whole.id, hall.football)]
  const { status, body } = await partner.send(
    'PUT',
    `/order-quote-templates/${aUuid()}`,
    orderOf('OrderQuote', places),
  )
  expect(status).toBe(409)
  expect(body['orderedItem'][0].error).toBeUndefined()
  expect(body['orderedItem'][1].error).toMatchObject([{ '@type': 'OpportunityIsInConflictError' }])
  expect(await db.selectFrom('hold').select('id').where('state', '=', 'held').execute()).toEqual([])
  expect(await wrongWithPlaces(db, now)).toEqual([])
})
