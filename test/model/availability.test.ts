/**
 * What is displayed as bookable is what can be booked (I7): in states made at random every thing is looked at by
 * several people, each tries to put it into their basket, and the answer must be the one that was displayed.
 */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError, api } from '#web/platform/api.ts'
import { caseCount } from '#test/support/cases.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'

type ModelOccurrence = { activity: string; publicId: string; ticketId: string | null }

/** Two lengths of badminton and five-a-side on one floor, two classes that overlap, one for adults, and a swim. */
const fill = async (centre: Centre): Promise<ModelOccurrence[]> => {
  const hours = (await centre.badminton(['10:00'])).slots
  const shorter = (await centre.badminton(['10:00', '10:40'], 40, 'badminton-40min')).slots
  const hall = await centre.fiveASide(['10:00'])
  const studio = await centre.yoga({ ageMin: 18 })
  const classes = [
    await centre.aClassOf(studio, '10:00', { capacity: 1 }),
    await centre.aClassOf(studio, '10:30', { capacity: 2 }),
  ]
  const swim = await centre.swim(['10:00'])
  const of =
    (activity: string, ticketId: string | null = null) =>
    ({ publicId }: { publicId: string }) => ({
      activity,
      publicId,
      ticketId,
    })
  return [
    ...hours.slice(0, 2).map(of('badminton-60min')),
    ...[0, 1, 3].flatMap((index) => shorter[index] ?? []).map(of('badminton-40min')),
    ...hall.map(of('five-a-side')),
    ...classes.map(of('yoga')),
    ...swim.sessions.map(of('swim-for-all', swim.adult.publicId)),
  ]
}

type Step =
  | { do: 'add'; who: number; occurrence: number; quantity: number }
  | { do: 'buy'; who: number }
  | { do: 'wait'; minutes: number }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      who: fc.nat(3),
      occurrence: fc.nat(),
      quantity: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), who: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 11 }) }),
  },
)

const adds = (who: number, occurrence: number): Step => ({ do: 'add', who, occurrence, quantity: 1 })

/** A court in a basket, a class sold out, a class that stands in the way of others. */
const allStates: Step[] = [adds(0, 0), adds(1, 6), { do: 'buy', who: 1 }, adds(2, 7)]

/** A customer's own court, sold, on which another length would stand at the same time. */
const ownFloor: Step[] = [adds(2, 0), { do: 'buy', who: 2 }]

const add = async (
  browser: TestBrowser,
  occurrence: ModelOccurrence,
  quantity = 1,
): Promise<number[] | ApiError> => {
  const item = {
    id: occurrence.publicId,
    ticketId: occurrence.ticketId,
    quantity: occurrence.ticketId === null ? 1 : quantity,
  }
  try {
    const basket = await browser.send(api.baskets.add, { items: [item] })
    return basket.items.map(({ id }) => id)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

describe('availability', () => {
  let centre: Centre
  let occurrences: ModelOccurrence[]
  beforeAll(async () => {
    centre = await aCentre((await testDatabase()).db)
    occurrences = await fill(centre)
  })

  it('shows as bookable exactly what can be booked, and otherwise the very reason of the refusal (I7)', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
        await centre.freeAll()
        centre.app.clock.set(monday)
        // Two visitors, and two customers of whom one is a child.
        const people = [
          centre.app.browser(),
          centre.app.browser(),
          (await centre.customer()).browser,
          (await centre.customer({ dateOfBirth: '2012-01-01' })).browser,
        ]
        for (const step of steps) {
          if (step.do === 'wait') {
            centre.app.clock.forward(step.minutes * 60_000)
            continue
          }
          const browser = people[step.who]
          if (browser === undefined) continue
          if (step.do === 'buy') await centre.buy(browser)
          else
            await add(
              browser,
              occurrences[step.occurrence % occurrences.length] ?? {
                activity: '',
                publicId: '',
                ticketId: null,
              },
              step.quantity,
            )
        }
        for (const browser of [...people, centre.app.browser()]) {
          const { items } = await browser.send(api.baskets.read, {})
          const before = items.map(({ id }) => id)
          for (const occurrence of occurrences) seen.add(await triedAction(browser, before, occurrence))
        }
      }),
      { numRuns: caseCount(6), examples: [[allStates], [ownFloor]] },
    )
    // The states were not all alike.
    for (const state of ['BOOK', 'held', 'full', 'clash', 'age', 'CANCEL_RESERVATION'])
      expect([...seen]).toContain(state)
  })

  /** Tries what is displayed, leaves the basket as it was (`before`, its lines), and tells what came of it. */
  const triedAction = async (
    browser: TestBrowser,
    before: readonly number[],
    occurrence: ModelOccurrence,
  ): Promise<string> => {
    const day = { venue: 'demo-centre', activity: occurrence.activity, date: thursday }
    const visible = (await browser.send(api.timetable.slotsV2, day)).find(
      ({ id }) => id === occurrence.publicId,
    )
    const { status, reasonCode, cartItemId, otherActions } = visible?.actionToShow ?? {}
    const tried = await add(browser, occurrence)
    if (status === 'CANCEL_RESERVATION') {
      expect(before).toContain(cartItemId)
      // What is in the basket already stays as it is; where more tickets are offered, each is a line of its own.
      if (tried instanceof ApiError)
        expect({ tried: tried.code, otherActions }).toEqual({ tried: 'held', otherActions: [] })
      else if (occurrence.ticketId === null) expect(tried).toEqual(before)
      else await removeAdded(browser, before, tried)
      return status
    }
    const outcome = tried instanceof ApiError ? tried.code : 'ok'
    expect({ occurrence, status, outcome }).toEqual({ occurrence, status, outcome: reasonCode ?? 'ok' })
    if (tried instanceof ApiError) return outcome
    await removeAdded(browser, before, tried)
    return status ?? 'nothing'
  }

  const removeAdded = async (
    browser: TestBrowser,
    before: readonly number[],
    tried: readonly number[],
  ): Promise<void> => {
    const cartItemIds = tried.filter((id) => !before.includes(id))
    expect(cartItemIds).toHaveLength(1)
    await browser.send(api.baskets.remove, { cartItemIds })
  }
})
