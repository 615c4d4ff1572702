import { describe, expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Benefit, HeldPackage, OptionOnOffer, Wallet } from '#server/pricing/rules.ts'
import { personOn } from './actions.ts'
import { ticketsFor } from './household.ts'
import type { OfferingRow, TicketTypeRow } from './sql/availability.ts'

const option = (id: number, more: Partial<OptionOnOffer> = {}): OptionOnOffer => ({
  id,
  name: 'Standard',
  price: 500,
  band: '',
  ticketTypeId: null,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
  ...more,
})
const type = (id: number, more: Partial<TicketTypeRow> = {}): TicketTypeRow => ({
  id,
  publicId: `AQGT${id}`,
  name: `Ticket ${id}`,
  places: 1,
  maxQuantity: null,
  ageMin: null,
  ageMax: null,
  ...more,
})
const benefit: Benefit = {
  id: 21,
  name: 'Classes',
  kind: 'percent',
  percentOff: 20,
  fixedPrice: null,
  allowance: null,
  allowancePeriod: null,
  activityIds: null,
}
const swims: HeldPackage = {
  id: 41,
  name: 'Ten swims',
  boughtOn: '2027-01-01',
  expiresOn: '2027-12-31',
  left: 7,
  activityIds: [5],
  reserved: [],
}
const walletOf = (benefits: Benefit[], packages: HeldPackage[]): Wallet => ({
  personId: 501,
  dateOfBirth: '2010-03-04',
  proofs: [],
  packages,
  members: [
    {
      id: 31,
      planName: 'Gold',
      venueIds: [2],
      status: 'active',
      startsOn: '2027-01-01',
      endsOn: null,
      frozenFrom: null,
      frozenUntil: null,
      benefits,
      uses: [],
    },
  ],
})
const offers = {
  offering: { activityId: 5, venueId: 2, currencySymbol: '£' } as OfferingRow,
  form: 'v1' as const,
  day: '2027-03-04',
}
const anya = { age: 17, inductionIds: [], isMember: false, timesThisWeek: 0 }
const plain = (options: OptionOnOffer[], wallet: Wallet | null) =>
  ticketsFor(operatorMessages(), { options, tickets: [] }, anya, 'Anya', wallet, offers)

describe('what a person pays where nothing is sold by tickets', () => {
  it('is the price of the day', () => {
    expect(plain([option(1)], null)).toEqual([
      {
        ticketId: null,
        name: null,
        options: [
          {
            id: 1,
            name: 'Standard',
            price: expect.objectContaining({ raw: 500, isEstimated: false, benefitApplied: false }),
            benefit: null,
            package: null,
          },
        ],
      },
    ])
  })

  it('is less with a benefit, and nothing with a package that they choose', () => {
    const [ticket] = plain([option(1)], walletOf([benefit], [swims]))
    expect(ticket?.options[0]).toMatchObject({
      price: { raw: 400, benefitApplied: true, isEstimated: false },
      benefit: { name: 'Classes', planName: 'Gold', saves: { raw: 100 } },
      package: {
        id: 41,
        name: 'Ten swims',
        visitsLeft: 7,
        price: { raw: 0, packageApplied: true, isEstimated: false },
      },
    })
  })

  it('is not paid by a package where it is free already, or where none is left', () => {
    const free: Benefit = { ...benefit, kind: 'free', percentOff: null }
    expect(plain([option(1)], walletOf([free], [swims]))[0]?.options[0]).toMatchObject({
      price: { raw: 0 },
      package: null,
    })
    expect(plain([option(1)], walletOf([], [{ ...swims, left: 0 }]))[0]?.options[0]).toMatchObject({
      benefit: null,
      package: null,
    })
    const other = { ...swims, id: 40, left: 0 }
    expect(plain([option(1)], walletOf([], [other, swims]))[0]?.options[0]?.package?.id).toBe(41)
  })

  it('is of the prices that they may have', () => {
    const options = [option(1, { ageMin: 18 }), option(2), option(3, { proof: 'student-card' })]
    const wallet = walletOf([], [])
    expect(plain(options, wallet)[0]?.options.map(({ id }) => id)).toEqual([2])
    expect(plain([option(1, { ageMin: 18 })], wallet)).toEqual([])
  })
})

describe('the tickets of a person', () => {
  const tickets = [
    { type: type(1, { ageMin: 18 }), options: [option(1)] },
    { type: type(2, { ageMax: 17 }), options: [option(2)] },
    { type: type(3, { places: 4 }), options: [option(3)] },
    { type: type(4), options: [option(4, { ageMin: 18 })] },
  ]
  const of = (form: 'v1' | 'v2') =>
    ticketsFor(operatorMessages(), { options: [], tickets }, anya, 'Anya', walletOf([], []), {
      ...offers,
      form,
    })

  it('are those for one person of their age that have a price for them', () => {
    expect(
      of('v1').map(({ ticketId, name, options }) => [ticketId, name, options.map(({ id }) => id)]),
    ).toEqual([[2, 'Ticket 2', [2]]])
  })

  it('are named in the form of the caller', () => {
    expect(of('v2').map(({ ticketId }) => ticketId)).toEqual(['AQGT2'])
  })
})

it('a person on a day has its memberships, and what they do from its Monday to its Sunday', () => {
  const person = {
    id: 501,
    dateOfBirth: null,
    inductionIds: [],
    places: [],
    waitlists: [],
    memberOn: ['2027-03-04'],
    activityDays: ['2027-02-28', '2027-03-01', '2027-03-07', '2027-03-08'],
  }
  expect(personOn(person, '2027-03-04')).toMatchObject({ id: 501, isMember: true, timesThisWeek: 2 })
  expect(personOn(person, '2027-03-08')).toMatchObject({ isMember: false, timesThisWeek: 1 })
})
