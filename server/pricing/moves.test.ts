import { describe, expect, it } from 'vitest'
import { priceMoved } from './moves.ts'
import type { LineToPrice, Member, Wallet } from './rules.ts'

const option = {
  id: 1,
  name: 'Standard',
  price: 800,
  band: '',
  ticketTypeId: null,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
}

const line: LineToPrice = {
  id: 7,
  occurrenceId: 9,
  activityId: 3,
  venueId: 2,
  day: '2027-03-05',
  quantity: 1,
  places: 1,
  options: [option],
  optionId: 1,
  unitPrice: 500,
  discount: 0,
  applied: null,
  personId: 11,
  onlyUnlimited: false,
  memberId: null,
  wantsBenefit: true,
  wantsPackage: true,
}

const benefit = {
  id: 21,
  name: 'Gold classes',
  kind: 'free' as const,
  percentOff: null,
  fixedPrice: null,
  allowance: 1,
  allowancePeriod: 'day' as const,
  activityIds: null,
}

const member: Member = {
  id: 31,
  planName: 'Gold',
  status: 'active',
  startsOn: '2027-01-01',
  endsOn: null,
  frozenFrom: null,
  frozenUntil: null,
  venueIds: [2],
  benefits: [benefit],
  uses: [{ benefitId: 21, itemId: 7, day: '2027-03-04', occurrenceId: null }],
}

const visits = {
  id: 41,
  name: 'Ten swims',
  boughtOn: '2027-01-01',
  expiresOn: '2027-03-05',
  left: 0,
  activityIds: [3],
  reserved: [],
}

const wallet: Wallet = { personId: 11, dateOfBirth: null, proofs: [], members: [member], packages: [visits] }

const byBenefit = {
  ...line,
  applied: {
    type: 'membership' as const,
    benefitId: 21,
    memberId: 31,
    name: 'Gold classes',
    planName: 'Gold',
  },
}
const byVisit = {
  ...line,
  applied: { type: 'package' as const, packageId: 41, visits: 1, name: 'Ten swims' },
}

describe('the price of a bought line at another time', () => {
  it('is covered by the visit that paid for it, though none is left, until the package ends', () => {
    expect(priceMoved(byVisit, wallet)).toMatchObject({ total: 0, applied: { type: 'package', visits: 1 } })
    // Also where its membership could pay: the visit was chosen.
    expect(priceMoved({ ...byVisit, day: '2027-03-06' }, wallet)).toMatchObject({ total: 800, applied: null })
  })

  it('takes no more visits than before, however many there are', () => {
    const two = { ...byVisit, quantity: 2, day: '2027-03-05' }
    const rich = { ...wallet, packages: [{ ...visits, left: 9 }] }
    expect(priceMoved(two, rich)).toMatchObject({ total: 800, applied: { visits: 1 } })
  })

  it('is covered by the benefit that paid for it, where its allowance is not used up', () => {
    expect(priceMoved(byBenefit, wallet)).toMatchObject({ total: 0, applied: { benefitId: 21 } })
    const usedUp = {
      ...member,
      uses: [...member.uses, { benefitId: 21, itemId: 8, day: '2027-03-05', occurrenceId: null }],
    }
    expect(priceMoved(byBenefit, { ...wallet, members: [usedUp] })).toMatchObject({
      total: 800,
      applied: null,
    })
  })

  it('uses nothing limited that was not used before, and a benefit without an allowance', () => {
    const rich = { ...wallet, packages: [{ ...visits, left: 9 }] }
    expect(priceMoved(line, rich)).toMatchObject({ total: 800, applied: null })
    const unlimited = { ...member, benefits: [{ ...benefit, allowance: null, allowancePeriod: null }] }
    expect(priceMoved(line, { ...rich, members: [unlimited] })).toMatchObject({ total: 0 })
    expect(priceMoved({ ...line, wantsBenefit: false }, { ...rich, members: [unlimited] })).toMatchObject({
      total: 800,
    })
  })

  it('of a visitor is the price of the day', () => {
    expect(priceMoved({ ...line, personId: null }, null)).toMatchObject({ total: 800, discount: 0 })
  })
})
