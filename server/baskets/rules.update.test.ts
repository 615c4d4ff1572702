import { describe, expect, it } from 'vitest'
import { choicesOf, whyQuantityRefused } from './rules.ts'

type Line = Parameters<typeof whyQuantityRefused>[0]

const now = new Date('2027-03-04T18:00:00Z')
const line = (more: Partial<Line> = {}): Line => ({
  kind: 'tickets',
  occurrenceId: 1,
  ticketTypeId: 7,
  purchasedForId: null,
  customerReference: null,
  forGuest: false,
  quantity: 2,
  maxQuantity: 5,
  holdState: 'held',
  heldUntil: new Date(now.getTime() + 1),
  ...more,
})
const whom = { purchasedForId: null, forGuest: false }

describe('the quantity of a line', () => {
  it('may always fall', () => {
    const item = line({ quantity: 9 })
    expect(whyQuantityRefused(item, [item], { quantity: 9, ...whom }, now)).toBeNull()
    expect(whyQuantityRefused(item, [item], { quantity: 8, ...whom }, now)).toBeNull()
  })

  it('rises to the maximum of its ticket, other lines included', () => {
    const item = line()
    expect(whyQuantityRefused(item, [item], { quantity: 5, ...whom }, now)).toBeNull()
    expect(whyQuantityRefused(item, [item], { quantity: 6, ...whom }, now)).not.toBeNull()
    const other = line({ quantity: 1 })
    expect(whyQuantityRefused(item, [item, other], { quantity: 4, ...whom }, now)).toBeNull()
    expect(whyQuantityRefused(item, [item, other], { quantity: 5, ...whom }, now)).not.toBeNull()
  })

  it('does not count lines that have lapsed or are of another ticket', () => {
    const item = line()
    const others = [line({ heldUntil: now }), line({ ticketTypeId: 8 }), line({ purchasedForId: 3 })]
    expect(whyQuantityRefused(item, [item, ...others], { quantity: 5, ...whom }, now)).toBeNull()
  })

  it('is counted for the person whom the line is to be for', () => {
    const item = line()
    const child = line({ purchasedForId: 3, quantity: 4 })
    const lines = [item, child]
    expect(
      whyQuantityRefused(item, lines, { quantity: 2, purchasedForId: 3, forGuest: false }, now),
    ).not.toBeNull()
    expect(
      whyQuantityRefused(item, lines, { quantity: 1, purchasedForId: 3, forGuest: false }, now),
    ).toBeNull()
    const guest = line({ forGuest: true, quantity: 4 })
    expect(
      whyQuantityRefused(item, [item, guest], { quantity: 2, purchasedForId: null, forGuest: true }, now),
    ).not.toBeNull()
  })

  it('is 1 for what is not sold by tickets, and 100 without a maximum of its own', () => {
    const court = line({ kind: 'courts', ticketTypeId: null, quantity: 1, maxQuantity: null })
    expect(whyQuantityRefused(court, [court], { quantity: 2, ...whom }, now)).not.toBeNull()
    expect(
      whyQuantityRefused(court, [court], { quantity: 1, purchasedForId: 3, forGuest: false }, now),
    ).toBeNull()
    const plain = line({ maxQuantity: null })
    expect(whyQuantityRefused(plain, [plain], { quantity: 100, ...whom }, now)).toBeNull()
    expect(whyQuantityRefused(plain, [plain], { quantity: 101, ...whom }, now)).not.toBeNull()
  })
})

describe('what pays for a line', () => {
  const undecided = { wantsBenefit: null, wantsPackage: null }

  it('is anything the buyer has, unless they have chosen', () => {
    expect(choicesOf(undecided, {})).toEqual({ wantsBenefit: true, wantsPackage: true })
    const chosen = { wantsBenefit: false, wantsPackage: true }
    expect(choicesOf(chosen, {})).toEqual(chosen)
  })

  it('is one of both: asking for one gives up the other', () => {
    expect(choicesOf(undecided, { applyBenefit: true })).toEqual({ wantsBenefit: true, wantsPackage: false })
    expect(choicesOf(undecided, { applyPackage: true })).toEqual({ wantsBenefit: false, wantsPackage: true })
    expect(choicesOf(undecided, { applyBenefit: false })).toEqual({ wantsBenefit: false, wantsPackage: true })
    expect(choicesOf(undecided, { applyPackage: false })).toEqual({ wantsBenefit: true, wantsPackage: false })
    expect(choicesOf(undecided, { applyBenefit: true, applyPackage: true })).toEqual({
      wantsBenefit: true,
      wantsPackage: true,
    })
  })
})
