/**
 * Booking partners and visitors of our own at the same last places, on PostgreSQL. The negative control is the same
 * race with the locks of places taken out of the database's functions: it sells too many.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHolds } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  aPartner,
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import type { TestPartner } from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const startsAt = new Date('2027-03-02T18:00:00Z')
const capacity = 3
const rivals = 8

type Shop = Awaited<ReturnType<typeof openPartners>> & { db: Database; partners: TestPartner[] }

const open = async (): Promise<{ opened: Opened; shop: Shop }> => {
  const opened = await openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: '14' }))
  const { db } = opened
  const world = await openPartners(db, { now, startsAt, capacity, price: 650 })
  const partners = [world.fitFinder, await aPartner(world.app, world.desk, 'OtherFinder')]
  return { opened, shop: { ...world, db, partners } }
}

let guarded: Awaited<ReturnType<typeof open>>
let unguarded: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  guarded = await open()
  unguarded = await open()
  const { db } = unguarded.shop
  await sql`alter table occurrence drop constraint places_within_capacity`.execute(db)
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc ~* 'for no key update'`.execute(
    db,
  )
  for (const { definition } of rows)
    await sql.raw(definition.replaceAll(/for no key update/gi, '')).execute(db)
})
afterAll(async () => {
  await guarded.opened.close()
  await unguarded.opened.close()
})

const aSession = async ({ db, activity, studio }: Shop): Promise<number> =>
  (await anOccurrence(db, { activity, locationId: studio.id, startsAt }, { capacity })).id

const place = (shop: Shop, occurrenceId: number) =>
  [sessionAddress(occurrenceId), offerAddress(shop.activity.pricingOptionId)] as const

const visitor = async (shop: Shop, occurrenceId: number): Promise<boolean> => {
  const { outcome } = await createHolds(shop.db, () => now).takePlaces({
    heldUntil: new Date(now.getTime() + 600_000),
    firstBasket: { uuid: aUuid(), operatorId: shop.operator.id },
    items: [
      {
        occurrenceId,
        places: 1,
        idForm: 'v1',
        ticketTypeId: null,
        pricingOptionId: shop.activity.pricingOptionId,
        quantity: 1,
        unitPrice: 650,
        purchasedForId: null,
        customerReference: null,
        personId: null,
        mayOverlap: false,
      },
    ],
  })
  return outcome === 'ok'
}

const buyer = async (shop: Shop, partner: TestPartner, occurrenceId: number): Promise<boolean> => {
  const order = orderOf('Order', [place(shop, occurrenceId)], paidWith(6.5))
  const { status } = await partner.send('PUT', `/orders/${aUuid()}`, order)
  expect([201, 409]).toContain(status)
  return status === 201
}

/** Asks for a place that the desk accepts first. */
const proposer = async (shop: Shop, partner: TestPartner, occurrenceId: number): Promise<boolean> => {
  const proposal = orderOf('OrderProposal', [place(shop, occurrenceId)], paidWith(6.5))
  const { status } = await partner.send('PUT', `/order-proposals/${aUuid()}`, proposal)
  expect([201, 409]).toContain(status)
  return status === 201
}

/** Partners and visitors want the places of a new session. How many have got one. */
const race = async (shop: Shop, buy = buyer): Promise<number> => {
  const id = await aSession(shop)
  const calls = Array.from({ length: rivals }, (_, index) => [
    visitor(shop, id),
    buy(shop, shop.partners[index % 2] as TestPartner, id),
  ])
  return (await Promise.all(calls.flat())).filter(Boolean).length
}

it('sells the last places once, to partners and visitors together', { timeout: 60_000 }, async () => {
  const { shop } = guarded
  for (let turns = 0; turns < 3; turns += 1) expect(await race(shop)).toBe(capacity)
  expect(await wrongWithPlaces(shop.db, now)).toEqual([])
  expect(await wrongWithMoney(shop.db)).toEqual([])
})

it('sells too many with the locks taken out', { timeout: 120_000 }, async () => {
  let most = 0
  for (let turns = 0; turns < 30 && most <= capacity; turns += 1) most = await race(unguarded.shop)
  expect(most).toBeGreaterThan(capacity)
})

const needsApproval = async ({ db }: Shop, isNeeded: boolean) => {
  await db.updateTable('activity').set({ needsApproval: isNeeded }).execute()
}

it('holds the last places once, for proposals and visitors together', { timeout: 60_000 }, async () => {
  const { shop } = guarded
  await needsApproval(shop, true)
  for (let turns = 0; turns < 3; turns += 1) expect(await race(shop, proposer)).toBe(capacity)
  await needsApproval(shop, false)
  expect(await wrongWithPlaces(shop.db, now)).toEqual([])
})

it('holds too many for proposals with the locks taken out', { timeout: 120_000 }, async () => {
  const { shop } = unguarded
  await needsApproval(shop, true)
  let most = 0
  for (let turns = 0; turns < 30 && most <= capacity; turns += 1) most = await race(shop, proposer)
  await needsApproval(shop, false)
  expect(most).toBeGreaterThan(capacity)
})

it('decides on a proposal once, whoever answers first', { timeout: 60_000 }, async () => {
  const { shop } = guarded
  await needsApproval(shop, true)
  await proposer(shop, shop.fitFinder, await aSession(shop))
  await needsApproval(shop, false)
  const { id } = await shop.db
    .selectFrom('partnerProposal')
    .select('partnerOrderId as id')
    .orderBy('partnerOrderId', 'desc')
    .executeTakeFirstOrThrow()
  const decisions = await Promise.allSettled(
    Array.from({ length: rivals }, (_, index) =>
      shop.desk.send(api.openBooking.decideProposal, { proposalId: id, accepted: index % 2 === 0 }),
    ),
  )
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status } = await shop.db
    .selectFrom('partnerProposal')
    .select('status')
    .where('partnerOrderId', '=', id)
    .executeTakeFirstOrThrow()
  expect(decisions.find((one) => one.status === 'fulfilled')).toMatchObject({ value: { status } })
})

it('books a uuid once, however often it is sent at the same time', { timeout: 60_000 }, async () => {
  const { shop } = guarded
  const id = await aSession(shop)
  const uuid = aUuid()
  const order = orderOf('Order', [place(shop, id)], paidWith(6.5))
  const answers = await Promise.all(
    Array.from({ length: rivals }, () => shop.fitFinder.send('PUT', `/orders/${uuid}`, order)),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  const bookings = await shop.db.selectFrom('booking').select('id').where('occurrenceId', '=', id).execute()
  expect(bookings).toHaveLength(1)
})
