import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'

/*
 * Rows for tests. A test says what matters to it; the rest is filled in. Each factory answers the ids that
 * the next one needs.
 */

let count = 0
const next = (): number => (count += 1)

const firstRow = async <T>(rows: Promise<T | undefined>): Promise<T> => {
  const row = await rows
  if (row === undefined) throw new Error('The factory made no row.')
  return row
}

export type OperatorRow = { id: number; slug: string; timezone: string }

export const anOperator = async (
  db: Tx,
  more: {
    slug?: string
    onlineJoiningEnabled?: boolean
    frameOrigins?: string[]
    migrationDate?: string | null
    bearerTokenEnabled?: boolean
    basketHoldSeconds?: number
  } = {},
): Promise<OperatorRow> =>
  firstRow(
    db
      .insertInto('operator')
      .values({ slug: 'demo', name: 'Demo Leisure', ...more })
      .returning(['id', 'slug', 'timezone'])
      .executeTakeFirst(),
  )

export type VenueRow = { id: number; slug: string; operatorId: number; timezone: string }

export const aVenue = async (
  db: Tx,
  of: { operatorId: number },
  more: {
    slug?: string
    name?: string
    status?: 'open' | 'maintenance' | 'closed'
    timezone?: string
    lat?: number | null
    lng?: number | null
    activitiesV2Enabled?: boolean
    migrationDate?: string | null
    displayVenueSelectionButton?: boolean
    footerHtml?: string
    releaseDaysVisitor?: number
    releaseDaysCustomer?: number
    releaseTime?: string
  } = {},
): Promise<VenueRow> => {
  const slug = more.slug ?? `venue-${next()}`
  return firstRow(
    db
      .insertInto('venue')
      .values({ operatorId: of.operatorId, name: `Venue ${slug}`, timezone: 'Europe/London', ...more, slug })
      .returning(['id', 'slug', 'operatorId', 'timezone'])
      .executeTakeFirst(),
  )
}

export type LocationRow = { id: number; slug: string; name: string }

/** A place within a venue. `spaces` names its pieces of floor; a hall that is four courts names all four. */
export const aLocation = async (
  db: Tx,
  venueId: number,
  more: { slug?: string; name?: string; spaces?: string[] } = {},
): Promise<LocationRow> => {
  const slug = more.slug ?? `location-${next()}`
  const row = await firstRow(
    db
      .insertInto('location')
      .values({ venueId, slug, name: more.name ?? slug, position: next() })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirst(),
  )
  for (const name of more.spaces ?? []) {
    const existing = await db
      .selectFrom('space')
      .select('id')
      .where('venueId', '=', venueId)
      .where('slug', '=', name)
      .executeTakeFirst()
    const space =
      existing ??
      (await firstRow(
        db.insertInto('space').values({ venueId, slug: name }).returning('id').executeTakeFirst(),
      ))
    await db.insertInto('locationSpace').values({ locationId: row.id, spaceId: space.id }).execute()
  }
  return row
}

export type ActivityRow = { id: number; slug: string; venueId: number; pricingOptionId: number }

/** What you can book at a venue, with one price option (`Standard`, £5.00 unless `price` says otherwise). */
export const anActivity = async (
  db: Tx,
  venueId: number,
  more: {
    slug?: string
    name?: string
    kind?: 'classes' | 'courts' | 'tickets'
    parentId?: number | null
    browseBy?: 'location' | 'time'
    price?: number
    vatRate?: number
    allowsAnonymousBookings?: boolean
    allowsOverlap?: boolean
    hasWaitlist?: boolean
    withdrawn?: boolean
    releaseDays?: number | null
    releaseTime?: string | null
    releaseMinutes?: number | null
    lastBookableMinutes?: number
    freeCancelMinutes?: number
    printReceipt?: boolean
    ageMin?: number | null
    ageMax?: number | null
    weeklyLimit?: number | null
  } = {},
): Promise<ActivityRow> => {
  const { price = 500, ...columns } = more
  const slug = more.slug ?? `activity-${next()}`
  const row = await firstRow(
    db
      .insertInto('activity')
      .values({ venueId, name: slug, kind: 'classes', position: next(), ...columns, slug })
      .returning(['id', 'slug', 'venueId'])
      .executeTakeFirst(),
  )
  const option = await aPricingOption(db, row.id, { price })
  return { ...row, pricingOptionId: option.id }
}

export const aPricingOption = async (
  db: Tx,
  activityId: number,
  more: {
    slug?: string
    name?: string
    price?: number
    band?: string
    ticketTypeId?: number
    concession?: boolean
    proof?: string
    ageMin?: number
    ageMax?: number
  } = {},
): Promise<{ id: number }> =>
  firstRow(
    db
      .insertInto('pricingOption')
      .values({ activityId, slug: 'standard', name: 'Standard', price: 500, position: next(), ...more })
      .returning('id')
      .executeTakeFirst(),
  )

export type TicketTypeRow = { id: number; publicId: string; pricingOptionId: number }

export const aTicketType = async (
  db: Tx,
  activityId: number,
  more: {
    slug?: string
    name?: string
    places?: number
    maxQuantity?: number | null
    ageMin?: number
    ageMax?: number
    price?: number
  } = {},
): Promise<TicketTypeRow> => {
  const { price = 500, ...columns } = more
  const slug = more.slug ?? `ticket-${next()}`
  const row = await firstRow(
    db
      .insertInto('ticketType')
      .values({ publicId: publicId('AQT'), activityId, name: slug, position: next(), ...columns, slug })
      .returning(['id', 'publicId'])
      .executeTakeFirst(),
  )
  const option = await aPricingOption(db, activityId, { ticketTypeId: row.id, price })
  return { ...row, pricingOptionId: option.id }
}

export type OccurrenceRow = { id: number; publicId: string; startsAt: Date; endsAt: Date }

/** One class, slot or ticketed session at an instant. */
export const anOccurrence = async (
  db: Tx,
  of: { activity: ActivityRow; locationId: number; startsAt: Date },
  more: {
    minutes?: number
    capacity?: number
    status?: 'scheduled' | 'cancelled' | 'withdrawn'
    name?: string
    band?: string
    instructorIds?: number[]
    tagIds?: number[]
    compositeKey?: string
  } = {},
): Promise<OccurrenceRow> => {
  const { minutes = 60, capacity = 1, ...columns } = more
  return firstRow(
    db
      .insertInto('occurrence')
      .values({
        publicId: publicId('AQG'),
        venueId: of.activity.venueId,
        activityId: of.activity.id,
        locationId: of.locationId,
        name: of.activity.slug,
        startsAt: of.startsAt,
        endsAt: new Date(of.startsAt.getTime() + minutes * 60_000),
        localDate: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(of.startsAt),
        compositeKey: randomBytes(4).toString('hex'),
        capacity,
        ...columns,
      })
      .returning(['id', 'publicId', 'startsAt', 'endsAt'])
      .executeTakeFirst(),
  )
}

export type CustomerRow = { id: number; reference: string; email: string }

/** A customer or a member of staff. Without `passwordHash` no one can log in as them; see `logIn` in app.ts. */
export const aCustomer = async (
  db: Tx,
  operatorId: number,
  more: {
    firstName?: string
    lastName?: string
    email?: string
    role?: 'customer' | 'staff'
    staffLevel?: 'desk' | 'supervisor'
    postcode?: string
    passwordHash?: string
    dateOfBirth?: string
    homeVenueId?: number
    emailVerifiedAt?: Date | null
  } = {},
): Promise<CustomerRow> => {
  const number = next()
  return firstRow(
    db
      .insertInto('customer')
      .values({
        operatorId,
        reference: `DL-${10_000 + number}`,
        email: `person-${number}@example.test`,
        firstName: 'Ann',
        lastName: 'Example',
        dateOfBirth: '1990-05-01',
        createdAt: new Date('2026-01-01T00:00:00Z'),
        emailVerifiedAt: more.email === '' ? null : new Date('2026-01-01T00:00:00Z'),
        ...more,
      })
      .returning(['id', 'reference', 'email'])
      .executeTakeFirst(),
  )
}

/** Something asked of people before an activity; `activityIds` are those that ask for it. */
export const aRestriction = async (
  db: Tx,
  operatorId: number,
  activityIds: readonly number[],
  more: {
    kind?: 'waiver' | 'induction' | 'criteria'
    name?: string
    html?: string
    perAttendee?: boolean
    validMonths?: number | null
  } = {},
): Promise<{ id: number }> => {
  const slug = `restriction-${next()}`
  const row = await firstRow(
    db
      .insertInto('restriction')
      .values({
        operatorId,
        slug,
        kind: 'waiver',
        name: 'Health statement',
        html: '<p>I am well.</p>',
        ...more,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  for (const activityId of activityIds) {
    await db.insertInto('activityRestriction').values({ activityId, restrictionId: row.id }).execute()
  }
  return row
}

/** A question of a waiver or of an activity; an optional text by default. */
export const aQuestion = async (
  db: Tx,
  operatorId: number,
  of: { restrictionId: number } | { activityId: number },
  more: {
    text?: string
    type?: 'text' | 'number' | 'date' | 'select' | 'checkbox'
    required?: boolean
    options?: { value: string; label: string }[]
  } = {},
): Promise<{ id: number }> => {
  const { options = [], ...columns } = more
  const position = next()
  return firstRow(
    db
      .insertInto('question')
      .values({
        operatorId,
        slug: `question-${position}`,
        text: 'Any injury?',
        type: 'text',
        required: false,
        position,
        ...columns,
        restrictionId: 'restrictionId' in of ? of.restrictionId : null,
        activityId: 'activityId' in of ? of.activityId : null,
        options: JSON.stringify(options),
      })
      .returning('id')
      .executeTakeFirst(),
  )
}

/** A person one may book for. */
export const aChildOf = async (
  db: Tx,
  operatorId: number,
  parentId: number,
  more: { firstName?: string; dateOfBirth?: string } = {},
): Promise<CustomerRow> => {
  const child = await aCustomer(db, operatorId, {
    firstName: 'Tom',
    email: '',
    dateOfBirth: '2017-06-01',
    ...more,
  })
  await db
    .insertInto('linkedCustomer')
    .values({ customerId: parentId, linkedId: child.id, relation: 'child' })
    .execute()
  return child
}

/** An operator with one venue and one class of the given capacity, which is what most tests need. */
export const aBookableClass = async (
  db: Tx,
  more: { startsAt: Date; capacity?: number; price?: number; allowsAnonymousBookings?: boolean },
) => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id }, { slug: 'demo-centre', name: 'Demo Centre' })
  const studio = await aLocation(db, venue.id, { slug: 'studio-1', name: 'Studio 1' })
  const activity = await anActivity(db, venue.id, {
    slug: 'yoga',
    name: 'Yoga',
    price: more.price ?? 500,
    allowsAnonymousBookings: more.allowsAnonymousBookings ?? true,
  })
  const occurrence = await anOccurrence(
    db,
    { activity, locationId: studio.id, startsAt: more.startsAt },
    { capacity: more.capacity ?? 10 },
  )
  return { operator, venue, studio, activity, occurrence }
}

/** 34 letters, never all digits (wire §1.9). */
export const publicId = (prefix: 'AQG' | 'AQT'): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return prefix + [...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')
}

export type BenefitRow = { id: number; name: string }
export type PlanRow = { id: number; name: string; benefits: BenefitRow[] }

/** A plan for one venue. Its benefits cover everything there unless they name activities. */
export const aPlan = async (
  db: Tx,
  venue: VenueRow,
  more: {
    name?: string
    description?: string
    documentType?: string
    price?: number
    joiningFee?: number
    billingPeriod?: 'month' | 'year' | 'once'
    minimumTermMonths?: number
    cancellationNoticeDays?: number
    freezeMonths?: number
    firstDays?: 'share' | 'free'
    paymentMethods?: ('direct_debit' | 'card' | 'cash')[]
    ageMin?: number
    ageMax?: number
    soldOnline?: boolean
    withdrawn?: boolean
    benefits?: {
      name?: string
      kind?: 'free' | 'percent' | 'fixed'
      percentOff?: number
      fixedPrice?: number
      allowance?: number
      allowancePeriod?: 'day' | 'week' | 'month'
      activityIds?: number[]
    }[]
  } = {},
): Promise<PlanRow> => {
  const { benefits = [{}], name = 'Gold', ...columns } = more
  const plan = await firstRow(
    db
      .insertInto('membershipPlan')
      .values({ operatorId: venue.operatorId, slug: `plan-${next()}`, name, price: 4200, ...columns })
      .returning(['id', 'name'])
      .executeTakeFirst(),
  )
  await db.insertInto('membershipPlanVenue').values({ planId: plan.id, venueId: venue.id }).execute()
  const made: BenefitRow[] = []
  for (const { activityIds, ...benefit } of benefits) {
    const row = await firstRow(
      db
        .insertInto('benefit')
        .values({
          planId: plan.id,
          slug: `benefit-${next()}`,
          name: `${name} classes`,
          description: 'All classes free',
          kind: 'free',
          coversAll: activityIds === undefined,
          ...benefit,
        })
        .returning(['id', 'name'])
        .executeTakeFirst(),
    )
    for (const activityId of activityIds ?? []) {
      await db.insertInto('benefitActivity').values({ benefitId: row.id, activityId }).execute()
    }
    made.push(row)
  }
  return { ...plan, benefits: made }
}

/** A membership of that plan for these people, the first of whom pays. Answers the number of each. */
export const aMembership = async (
  db: Tx,
  of: { plan: { id: number }; venue: VenueRow; customerIds: readonly [number, ...number[]] },
  more: {
    reference?: string
    status?: 'awaiting_payment' | 'pending' | 'active' | 'frozen' | 'ended'
    startsOn?: string
    endsOn?: string | null
    nextBillingOn?: string
    billingDay?: number
    frozenFrom?: string
    frozenUntil?: string
  } = {},
): Promise<{ id: number; memberIds: [number, ...number[]] }> => {
  const membership = await firstRow(
    db
      .insertInto('membership')
      .values({
        operatorId: of.venue.operatorId,
        reference: `GM-${next()}`,
        planId: of.plan.id,
        venueId: of.venue.id,
        payerId: of.customerIds[0],
        startsOn: '2026-09-01',
        price: 4200,
        billingPeriod: 'month',
        paymentMethod: 'direct_debit',
        createdAt: new Date('2026-08-20T00:00:00Z'),
        ...more,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  const members = await db
    .insertInto('membershipMember')
    .values(of.customerIds.map((customerId) => ({ membershipId: membership.id, customerId })))
    .returning('id')
    .execute()
  return { id: membership.id, memberIds: members.map(({ id }) => id) as [number, ...number[]] }
}

/** A package of visits to these activities. */
export const aPackage = async (
  db: Tx,
  of: { operatorId: number; customerId: number; activityIds: readonly number[] },
  more: { name?: string; totalUses?: number; usesLeft?: number; boughtOn?: string; expiresOn?: string } = {},
): Promise<{ id: number; name: string }> => {
  const { name = 'Ten swims', totalUses = 10, usesLeft = totalUses, ...days } = more
  const product = await firstRow(
    db
      .insertInto('packageProduct')
      .values({ operatorId: of.operatorId, slug: `package-${next()}`, name, uses: totalUses, validDays: 180 })
      .returning('id')
      .executeTakeFirst(),
  )
  for (const activityId of of.activityIds) {
    await db.insertInto('packageActivity').values({ productId: product.id, activityId }).execute()
  }
  const row = await firstRow(
    db
      .insertInto('package')
      .values({
        operatorId: of.operatorId,
        reference: `QP-${next()}`,
        productId: product.id,
        customerId: of.customerId,
        totalUses,
        usesLeft,
        boughtOn: '2027-01-10',
        expiresOn: '2027-07-10',
        createdAt: new Date('2027-01-10T00:00:00Z'),
        ...days,
      })
      .returning('id')
      .executeTakeFirst(),
  )
  return { id: row.id, name }
}
