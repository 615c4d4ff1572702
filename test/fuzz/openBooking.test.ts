/**
 * Bodies of the Open Booking API with any part of them replaced, left out or repeated: each is answered in the standard's
 * form, and none is an unexpected failure.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookingErrors } from '#server/open-booking/rules.ts'
import { caseCount } from '#test/support/cases.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  aUuid,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  sessionAddress,
} from '#test/support/partners.ts'
import { wrongWithPlaces } from '#test/support/places.ts'

const now = new Date('2027-03-01T09:00:00Z')

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The whole with the part at a step of a walk through it replaced. */
const withPart = (whole: Json, steps: readonly number[], part: Json | undefined): Json | undefined => {
  const [step, ...rest] = steps
  if (step === undefined || typeof whole !== 'object' || whole === null) return part
  const names = Object.keys(whole)
  const name = names[step % Math.max(names.length, 1)]
  if (name === undefined) return part
  const inner = withPart((whole as { [name: string]: Json })[name] ?? null, rest, part)
  if (Array.isArray(whole)) {
    return whole.flatMap((value, index) =>
      String(index) === name ? (inner === undefined ? [] : [inner]) : [value],
    )
  }
  const { [name]: _replaced, ...others } = whole
  return inner === undefined ? others : { ...others, [name]: inner }
}

const parts = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<Json>(
    null,
    '',
    [],
    {},
    -1,
    0.001,
    1e308,
    'https://openactive.io/NoBroker',
    'https://openactive.io/CustomerCancelled',
    'x'.repeat(3000),
    [[]],
    { '@id': '' },
    { '@type': 'Person' },
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
)

test('no body of a partner is an unexpected failure', { timeout: 180_000 }, async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  const world = await openPartners(db, { now, startsAt: new Date('2027-03-03T18:00:00Z'), capacity: 6 })
  const place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)] as const
  const uuids = [aUuid(), aUuid(), aUuid()]
  const bodies = [
    orderOf('OrderQuote', [place, place], paidWith(10)),
    orderOf('Order', [place], paidWith(5)),
    orderOf('OrderProposal', [place], paidWith(5)),
    { '@type': 'OrderProposal', orderProposalStatus: 'https://openactive.io/CustomerRejected' },
    {
      '@type': 'Order',
      orderProposalVersion: `http://bookings.onside.localhost:3000/api/open-booking/order-proposals/${uuids[0]}/versions/x`,
      payment: { '@type': 'Payment', identifier: 'pi_1' },
    },
    {
      '@type': 'Order',
      orderedItem: [
        {
          '@type': 'OrderItem',
          '@id': `http://bookings.onside.localhost:3000/api/open-booking/orders/${uuids[0]}#/orderedItem/1`,
          orderItemStatus: 'https://openactive.io/CustomerCancelled',
        },
      ],
    },
  ]
  const calls = fc.constantFrom(
    ['PUT', 'order-quote-templates'] as const,
    ['PUT', 'order-quotes'] as const,
    ['PUT', 'orders'] as const,
    ['PATCH', 'orders'] as const,
    ['PUT', 'order-proposals'] as const,
    ['PATCH', 'order-proposals'] as const,
    ['DELETE', 'order-quotes'] as const,
  )
  await fc.assert(
    fc.asyncProperty(
      calls,
      fc.constantFrom(...uuids, 'x', '%00'),
      fc.constantFrom(...bodies),
      fc.array(fc.tuple(fc.array(fc.nat(12), { maxLength: 5 }), parts), { maxLength: 3 }),
      async ([method, path], uuid, body, changes) => {
        let changed: Json = JSON.parse(JSON.stringify(body)) as Json
        for (const [steps, part] of changes) changed = withPart(changed, steps, part) ?? {}
        const sent = typeof changed === 'object' && changed !== null && !Array.isArray(changed) ? changed : {}
        const answer = await world.fitFinder.send(
          method,
          `/${path}/${uuid}`,
          method === 'DELETE' ? undefined : sent,
        )
        expect([200, 201, 204, 409, ...Object.values(bookingErrors)]).toContain(answer.status)
        expect(answer.body['@type']).not.toBe('InternalApplicationError')
        expect(answer.body['@type'] ?? '').not.toMatch(/^Temporarily/)
      },
    ),
    { numRuns: caseCount(400) },
  )
  expect(await wrongWithPlaces(db, now)).toEqual([])
  expect(await wrongWithMoney(db)).toEqual([])
})
