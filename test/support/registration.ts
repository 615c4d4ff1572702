import type { Database } from '#server/platform/database.ts'

export const password = 'rain on court four'

/** The operator's terms of registration: one that must be accepted, whose id is returned, and one that may be. */
export const termsOfRegistration = async (db: Database, operatorId: number): Promise<number> => {
  const terms = [
    { slug: 'house-rules', name: 'House rules', html: '<p>Be kind.</p>', required: true },
    { slug: 'news', name: 'News', html: '<p>Sometimes.</p>', required: false },
  ]
  const rows = await db
    .insertInto('terms')
    .values(terms.map((row) => ({ ...row, operatorId })))
    .returning('id')
    .execute()
  return rows[0]?.id ?? 0
}

/** What Ann sends to register. */
export const aRegistration = (termsId: number) => ({
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.test',
  password,
  dateOfBirth: '1990-05-01',
  phone: '',
  addressLineOne: '1 Example Road',
  addressLineTwo: '',
  city: 'Exampleton',
  postcode: 'ZZ1 1ZZ',
  homeVenueSlug: 'demo-centre',
  marketingConsent: false,
  terms: [termsId],
  clientId: 'demo',
  source: 'bookings' as const,
})
