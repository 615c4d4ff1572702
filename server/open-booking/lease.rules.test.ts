import { describe, expect, it } from 'vitest'
import { allocate, matchLines } from './lease.ts'

const full = 'OpportunityIsFullError'
const leased = 'OpportunityCapacityIsReservedByLeaseError'
const tooFew = 'OpportunityHasInsufficientCapacityError'

describe('the places of an order', () => {
  const limits = [
    { occurrenceId: 1, own: 0, free: 2, available: 3 },
    { occurrenceId: 2, own: 0, free: 0, available: 0 },
    { occurrenceId: 3, own: 0, free: 1, available: 1 },
  ]
  const place = (occurrenceId: number, places = 1) => ({ occurrenceId, places })

  it('get what is free, then wait for the baskets of others, then find it too small', () => {
    expect(allocate([place(1), place(1), place(1), place(1)], limits)).toEqual([null, null, leased, tooFew])
    expect(allocate([place(1, 2), place(1)], limits)).toEqual([null, leased])
    expect(allocate([place(1, 3), place(1)], limits)).toEqual([leased, tooFew])
    expect(allocate([place(1, 4)], limits)).toEqual([tooFew])
  })

  it('are counted for each occurrence by itself', () => {
    expect(allocate([place(3), place(1), place(3), null, place(1)], limits)).toEqual([
      null,
      null,
      tooFew,
      null,
      null,
    ])
  })

  it('find an occurrence full that has none, or that is not there', () => {
    expect(allocate([place(2), place(9)], limits)).toEqual([full, full])
  })
})

describe('a line of a lease', () => {
  const line = (id: number, more = {}) => ({
    id,
    holdId: id + 100,
    occurrenceId: 1,
    pricingOptionId: 71,
    unitPrice: 500,
    places: 1,
    ...more,
  })

  it('serves one place with the same occurrence, price option, price and places', () => {
    const wanted = line(0)
    expect(matchLines([line(1), line(2)], [wanted, wanted, wanted])).toEqual([line(1), line(2), null])
    for (const more of [{ occurrenceId: 2 }, { pricingOptionId: 72 }, { unitPrice: 600 }, { places: 2 }]) {
      expect(matchLines([line(1)], [line(0, more)])).toEqual([null])
      expect(matchLines([line(1), line(2, more), line(3)], [line(0, more), wanted])).toEqual([
        line(2, more),
        line(1),
      ])
    }
  })
})
