/**
 * Random memberships, benefits, tickets, price bands and freezes: the price on the pricing page is the one in the
 * timetable, in the dialog, in the basket and on the card. A membership that is frozen or has not started changes none.
 * Then families with packages, documents and prices for an age: what the dialog names for each is what their line costs.
 */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre, on, thursday } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aPricingOption, aTicketType } from '#test/support/factories/activities.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

const days = {
  active: {},
  'frozen now': { frozenFrom: '2027-02-01', frozenUntil: '2027-04-01' },
  'frozen until paid': { status: 'frozen' as const },
  'frozen later': { frozenFrom: '2027-04-01', frozenUntil: '2027-05-01' },
  'frozen before': { frozenFrom: '2027-01-01', frozenUntil: '2027-02-01' },
  'not started': { startsOn: '2027-05-01' },
}
const valid = ['active', 'frozen later', 'frozen before']

const price = fc.constantFrom(0, 1, 99, 333, 540, 1621)
const benefit = fc.tuple(
  fc.oneof(
    fc.record({ kind: fc.constant('free' as const) }),
    fc.record({ kind: fc.constant('percent' as const), percentOff: fc.constantFrom(10, 33, 50) }),
    fc.record({ kind: fc.constant('fixed' as const), fixedPrice: fc.constantFrom(0, 100, 400) }),
  ),
  fc.constantFrom('all', 'swim', 'yoga'),
  fc.constantFrom({}, { allowance: 2, allowancePeriod: 'week' as const }),
)
const arbitrary = fc.record({
  band: fc.constantFrom('', 'peak'),
  prices: fc.array(price, { minLength: 6, maxLength: 6 }),
  hasPeak: fc.boolean(),
  hasConcession: fc.boolean(),
  memberships: fc.array(
    fc.record({
      state: fc.constantFrom(...(Object.keys(days) as (keyof typeof days)[])),
      benefits: fc.array(benefit, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  bought: fc.nat(),
})
type Case = typeof arbitrary extends fc.Arbitrary<infer C> ? C : never

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** A swim with tickets for one and for four, and yoga, each perhaps with peak prices and a price from 40 years. */
const open = async ({ band, prices, hasPeak, hasConcession, memberships }: Case) => {
  const centre = await aCentre(db)
  const [adult = 0, family = 0, class_ = 0, concession = 0, peak = 0, peakClass = 0] = prices
  const heading = await anActivity(db, centre.venue.id, { slug: 'swimming', kind: 'tickets' })
  const swim = await anActivity(db, centre.venue.id, {
    slug: 'family-swim',
    kind: 'tickets',
    parentId: heading.id,
  })
  const { id: ticketTypeId } = await aTicketType(db, swim.id, { name: 'Adult', price: adult })
  await aTicketType(db, swim.id, { name: 'Family', price: family, places: 4 })
  const { studio, activity: yoga } = await centre.yoga({ price: class_ })
  const reduced = { slug: 'older', name: '40 and over', concession: true, price: concession, ageMin: 40 }
  const busy = { slug: 'peak', name: 'Standard', band: 'peak' }
  if (hasConcession) {
    await aPricingOption(db, swim.id, { ...reduced, ticketTypeId })
    await aPricingOption(db, yoga.id, reduced)
  }
  if (hasPeak) {
    await aPricingOption(db, swim.id, { ...busy, ticketTypeId, price: peak })
    await aPricingOption(db, yoga.id, { ...busy, price: peakClass })
  }
  const pool = await aLocation(db, centre.venue.id, { slug: 'pool' })
  const session = await anOccurrence(
    db,
    { activity: swim, locationId: pool.id, startsAt: on('10:00') },
    { capacity: 20, band },
  )
  const course = await centre.aClassOf({ studio, activity: yoga }, '18:00', { band })
  const { id, browser } = await centre.customer({ dateOfBirth: '1984-11-02' })
  const covered = { all: null, swim: [swim.id], yoga: [yoga.id] }
  for (const [index, { state, benefits }] of memberships.entries()) {
    const plan = await aPlan(db, centre.venue, {
      name: `Plan ${index}`,
      benefits: benefits.map(([kind, of, allowance]) => {
        const activityIds = covered[of]
        return { ...kind, ...allowance, ...(activityIds === null ? {} : { activityIds }) }
      }),
    })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] }, days[state])
  }
  return { browser, sessions: [session, course] }
}

/** The lowest price of each row of the pricing page, by activity and name. */
const pricesOnPage = async (browser: TestBrowser) => {
  const found = new Map<string, string>()
  const { activities } = await browser.send(api.pricing.venue, { venue: 'demo-centre' })
  for (const { slug, prices } of activities)
    for (const { name, price: full } of prices) found.set(`${slug} ${name}`, full)
  const { memberships } = await browser.send(api.pricing.discounts, { venue: 'demo-centre' })
  for (const { benefits } of memberships)
    for (const of of benefits.flatMap((one) => one.activities))
      for (const { name, price: own } of of.prices) {
        const key = `${of.slug} ${name}`
        const before = found.get(key)
        if (before === undefined || penceOf(own) < penceOf(before)) found.set(key, own)
      }
  return { found, memberships }
}

const penceOf = (text: string): number => Math.round(Number(text.replace('£', '')) * 100)

it('A14: the prices of the pricing page, the timetable, the dialog, the basket and the card are the same', async () => {
  const reached = { discounted: 0, frozen: 0, concessions: 0, charged: 0 }
  await fc.assert(
    fc.asyncProperty(arbitrary, async (one) => {
      const { browser, sessions } = await open(one)
      const { found, memberships } = await pricesOnPage(browser)
      const validIndexes = one.memberships.flatMap(({ state }, index) =>
        valid.includes(state) ? [index] : [],
      )
      expect(memberships.filter(({ status }) => status === 'active').map(({ name }) => name)).toEqual(
        validIndexes.map((index) => `Plan ${index}`),
      )
      for (const { status, benefits } of memberships) if (status !== 'active') expect(benefits).toEqual([])
      reached.frozen += memberships.filter(({ status }) => status === 'frozen').length

      const items: {
        id: number | string
        ticketId?: number | string
        pricingOptionId: number
        raw: number
      }[] = []
      const [swim] = sessions
      const swims = await browser.send(api.timetable.tickets, {
        venue: 'demo-centre',
        category: 'swimming',
        activity: 'family-swim',
        date: thursday,
      })
      const classes = await browser.send(api.timetable.classes, {
        venue: 'demo-centre',
        activity: 'yoga',
        date: thursday,
      })
      const timetable = [
        ...swims.flatMap(({ tickets }) => tickets.flatMap(({ pricingOptions }) => pricingOptions)),
        ...classes.flatMap(({ pricingOptions }) => pricingOptions),
      ]
      for (const session of sessions) {
        const dialog = await browser.send(api.timetable.occurrence, { id: session?.publicId ?? '' })
        for (const ticket of dialog.tickets)
          for (const option of ticket.pricingOptions) {
            const isTicket = session === swim
            const isPeak = one.hasPeak && one.band === 'peak' && ticket.name !== 'Family'
            const hasSeveral = one.hasConcession && !isPeak
            const optionName = [
              ...(isTicket
                ? [ticket.name, ...(hasSeveral && ticket.name === 'Adult' ? [option.name] : [])]
                : [option.name]),
              ...(isPeak ? ['peak'] : []),
            ].join(', ')
            const slug = isTicket ? 'family-swim' : 'yoga'
            const onPage = found.get(`${slug} ${optionName}`) ?? found.get(`${slug} `)
            expect([slug, optionName, onPage]).toEqual([slug, optionName, option.price.formatted])
            const row = timetable.find(({ id }) => id === option.id)
            expect(row?.price.raw).toBe(option.price.raw)
            if (option.price.full !== undefined) reached.discounted += 1
            if (option.name === '40 and over') reached.concessions += 1
            items.push({
              id: dialog.id,
              ...(isTicket ? { ticketId: ticket.id } : {}),
              pricingOptionId: option.id,
              raw: option.price.raw,
            })
          }
      }
      for (const { raw, ...item } of items) {
        const basket = await browser.send(api.baskets.add, { items: [item] })
        expect(basket).toMatchObject({ total: raw, notices: [] })
        await browser.send(api.baskets.clear, {})
      }
      const last = items[one.bought % items.length]
      if (last === undefined) throw new Error('Nothing is on sale.')
      const { raw, ...item } = last
      await browser.send(api.baskets.add, { items: [item] })
      const uuid = raw === 0 ? undefined : (await authorise(browser)).transactionUuid
      const { completeOrderId } = await complete(browser, uuid)
      const paid = await db
        .selectFrom('orderPayment')
        .select((eb) => eb.fn.sum<string>('amount').as('pence'))
        .where('orderId', '=', completeOrderId)
        .executeTakeFirst()
      expect(Number(paid?.pence ?? 0)).toBe(raw)
      if (raw > 0) reached.charged += 1
    }),
    { numRuns: Number(process.env['RUNS'] ?? caseCount(15)) },
  )
  for (const [what, times] of Object.entries(reached)) expect({ [what]: times > 0 }).toEqual({ [what]: true })
})

const proofs = { none: null, valid: '2027-12-31', 'until the day before': '2027-03-03' }
const personal = fc.record({
  dateOfBirth: fc.constantFrom('1984-11-02', '2011-03-04', '2011-03-05', '2017-06-01'),
  proof: fc.constantFrom(...(Object.keys(proofs) as (keyof typeof proofs)[])),
  isMember: fc.boolean(),
  visits: fc.constantFrom(null, 0, 1, 5),
})
const household = fc.record({
  prices: fc.array(price, { minLength: 3, maxLength: 3 }),
  benefit,
  self: personal.map((one) => ({ ...one, dateOfBirth: '1984-11-02' })),
  child: personal,
})

/** Yoga with a usual price, one up to 15 years and one for students, for a parent and a child. */
const openHousehold = async ({ prices: [usual = 0, junior = 0, student = 0], ...one }: HouseholdCase) => {
  const centre = await aCentre(db)
  const { operatorId } = centre
  const yoga = await centre.yoga({ price: usual })
  await aPricingOption(db, yoga.activity.id, { slug: 'junior', name: 'Junior', price: junior, ageMax: 15 })
  const withProof = { slug: 'student', name: 'Student', price: student, proof: 'student-card' }
  await aPricingOption(db, yoga.activity.id, withProof)
  const session = await centre.aClassOf(yoga, '18:00')
  const { id, browser } = await centre.customer({ dateOfBirth: one.self.dateOfBirth })
  const child = await aChildOf(db, operatorId, id, { dateOfBirth: one.child.dateOfBirth })
  const [kind, , allowance] = one.benefit
  const plan = await aPlan(db, centre.venue, { benefits: [{ ...kind, ...allowance }] })
  for (const [customerId, { isMember, proof, visits }] of [
    [id, one.self],
    [child.id, one.child],
  ] as const) {
    if (isMember) await aMembership(db, { plan, venue: centre.venue, customerIds: [customerId] })
    const about = { operatorId, customerId }
    if (proofs[proof] !== null)
      await db
        .insertInto('document')
        .values({
          ...about,
          documentType: 'student-card',
          fileKey: `${operatorId}-${customerId}`,
          fileName: 'card.png',
          mediaType: 'image/png',
          size: 1,
          status: 'accepted',
          uploadedAt: centre.app.clock.now(),
          expiresOn: proofs[proof],
        })
        .execute()
    if (visits !== null)
      await aPackage(db, { ...about, activityIds: [yoga.activity.id] }, { usesLeft: visits })
  }
  return {
    browser,
    session,
    people: new Map([
      [id, one.self],
      [child.id, one.child],
    ]),
  }
}
type HouseholdCase = typeof household extends fc.Arbitrary<infer C> ? C : never

it('A14: what the dialog names for each of a family is what their line costs, by membership, package, age and document', async () => {
  const reached = { juniors: 0, students: 0, members: 0, packages: 0 }
  await fc.assert(
    fc.asyncProperty(household, async (one) => {
      const { browser, session, people } = await openHousehold(one)
      for (const { id, tickets } of await browser.send(api.timetable.household, { id: session.publicId })) {
        const person = people.get(id)
        const options = tickets.flatMap((ticket) => ticket.options)
        expect(options.map(({ name }) => name).toSorted()).toEqual([
          ...((person?.dateOfBirth ?? '') > '2011-03-04' ? ['Junior'] : []),
          'Standard',
          ...(person?.proof === 'valid' ? ['Student'] : []),
        ])
        for (const option of options) {
          const add = (more: { applyBenefit?: boolean; applyPackage: boolean }) =>
            browser.send(api.baskets.add, {
              items: [{ id: session.publicId, purchasedForUserId: id, pricingOptionId: option.id, ...more }],
            })
          expect(await add({ applyPackage: false })).toMatchObject({ total: option.price.raw, notices: [] })
          await browser.send(api.baskets.clear, {})
          if (option.name === 'Junior') reached.juniors += 1
          if (option.name === 'Student') reached.students += 1
          if (option.benefit !== null) reached.members += 1
          if (option.package === null) continue
          reached.packages += 1
          const basket = await add({ applyBenefit: false, applyPackage: true })
          expect(basket).toMatchObject({ total: option.package.price.raw, notices: [] })
          await browser.send(api.baskets.clear, {})
        }
      }
    }),
    { numRuns: Number(process.env['RUNS'] ?? caseCount(15)) },
  )
  for (const [what, times] of Object.entries(reached)) expect({ [what]: times > 0 }).toEqual({ [what]: true })
})
