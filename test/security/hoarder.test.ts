import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { refusal } from '#test/support/refusal.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'
import { api, ApiError } from '#web/platform/api.ts'

/*
 * One visitor who wants every place, with the settings as they are without a choice, on an installation of two operators.
 * What 500 customers get beside them is in test/races/hoarding.test.ts.
 */

let world: TwoOperators
let places: string[]

beforeAll(async () => {
  world = await twoOperators((await testDatabase()).db)
  const hours = Array.from({ length: 16 }, (_, hour) => `${String(hour + 6).padStart(2, '0')}:00`)
  const { slots } = await world.badminton(hours)
  places = slots.map(({ publicId }) => publicId)
})

afterAll(() => world.removeFiles())

const from = (address: string) => world.app.browser({ headers: { 'x-rendering-for': address } })
const add = (browser: ReturnType<typeof from>, id: string | undefined) =>
  browser.send(api.baskets.add, { items: [{ id: id ?? '' }] })

/** null when it worked, else why not. */
const outcomeOf = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )

const heldBy = async (network: 'visitors' | 'all') => {
  const holds = await world.db
    .selectFrom('hold')
    .innerJoin('basket', 'basket.id', 'hold.basketId')
    .select(['hold.id', 'basket.customerId'])
    .where('hold.state', '=', 'held')
    .execute()
  return holds.filter(({ customerId }) => network === 'all' || customerId === null).length
}

describe('a visitor who wants every place', () => {
  it('holds a third with ever new baskets, and the rest stays for others', async () => {
    expect(places).toHaveLength(48)
    const outcomes: (string | null)[] = []
    for (const id of [...places, ...places.slice(0, 21)])
      outcomes.push(await outcomeOf(add(from('203.0.113.9'), id)))
    expect(outcomes.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => null))
    expect(outcomes.slice(16, 48)).toEqual(Array.from({ length: 32 }, () => 'login_required'))
    expect(await heldBy('visitors')).toBe(16)
    for (const id of places.slice(40)) expect(await outcomeOf(add(from('198.51.100.7'), id))).toBeNull()
  })

  it('is seen and freed by staff of the operator, and by no one of another', async () => {
    const venue = world.venue.slug
    const holders = await world.supervisor.send(api.baskets.placeHolders, { venue })
    expect(holders.length).toBeGreaterThan(0)
    const stranger = world.strangers["another operator's supervisor"]?.browser
    expect(stranger).toBeDefined()
    if (stranger === undefined) return
    expect((await refusal(stranger.send(api.baskets.placeHolders, { venue }))).status).toBe(404)
    const before = await heldBy('all')
    for (const { basketId } of holders)
      expect(
        (await refusal(stranger.send(api.baskets.freeHeldPlaces, { venue, basketId, reason: 'mine' })))
          .status,
      ).toBe(404)
    expect(await heldBy('all')).toBe(before)
  })

  it('holds twelve in one basket', async () => {
    world.app.clock.forward(3 * 3_600_000)
    const browser = from('203.0.113.77')
    for (const id of places.slice(0, 12)) expect(await outcomeOf(add(browser, id))).toBeNull()
    for (const id of places.slice(12, 14)) expect(await outcomeOf(add(browser, id))).toBe('too_many')
    expect((await browser.send(api.baskets.read, {})).items).toHaveLength(12)
  })
})
