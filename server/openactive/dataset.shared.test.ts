import { expect, it } from 'vitest'
import { shareFacts } from './dataset.ts'
import type { DatasetFacts } from './dataset.ts'

const at = (day: number) => new Date(`2027-03-0${day}T09:00:00Z`)
const facts = (operatorName: string, more: Partial<DatasetFacts> = {}): DatasetFacts => ({
  operatorSlug: operatorName.toLowerCase(),
  names: operatorName,
  operatorName,
  legalName: '',
  phone: '',
  email: '',
  sameAs: [],
  discussion: '',
  logo: '',
  openBooking: false,
  bookingTermsUrl: '',
  site: null,
  publishedAt: null,
  venues: 1,
  modifiedAt: null,
  ...more,
})

it('the data of one operator is its own', () => {
  const one = facts('Northgate', { openBooking: true })
  expect(shareFacts([one])).toBe(one)
  expect(shareFacts([])).toBeUndefined()
})

it('the first of several answers for all, with what they have together', () => {
  const all = [
    facts('Northgate', { venues: 2, publishedAt: at(2), modifiedAt: at(1) }),
    facts('Southgate', { openBooking: true, bookingTermsUrl: 'https://terms.example', publishedAt: at(1) }),
    facts('Eastgate', { venues: 3, modifiedAt: at(3), publishedAt: at(3) }),
  ]
  expect(shareFacts(all)).toEqual({
    ...all[0],
    names: 'Northgate, Southgate and Eastgate',
    openBooking: true,
    bookingTermsUrl: 'https://terms.example',
    venues: 6,
    publishedAt: at(3),
    modifiedAt: at(3),
  })
  expect(shareFacts([facts('A'), facts('B')])).toMatchObject({
    openBooking: false,
    bookingTermsUrl: '',
    publishedAt: null,
    modifiedAt: null,
  })
  expect(
    shareFacts([facts('A', { modifiedAt: at(2) }), facts('B', { modifiedAt: at(1) })])?.modifiedAt,
  ).toEqual(at(2))
})
