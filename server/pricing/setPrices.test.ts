import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aPriceStep } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-12-29T09:00:00Z')

let db: Database
let centre: Centre
let yoga: Awaited<ReturnType<Centre['yoga']>>
let ruth: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, now)
  yoga = await centre.yoga({ price: 500, vatRate: 2000 })
  ruth = await aMemberOfStaff('supervisor')
})

const aMemberOfStaff = async (staffLevel: 'desk' | 'supervisor') => {
  const browser = centre.app.browser({ site: 'desk' })
  const { id } = await aCustomer(db, centre.operatorId, {
    role: 'staff',
    staffLevel,
    firstName: 'Ruth',
    lastName: 'Rill',
  })
  await browser.logIn(id)
  return browser
}

type Step = { price: number; fromDay?: string; typed?: number; pricingOptionId?: number }

const stepOf = ({
  fromDay = '2028-01-01',
  pricingOptionId = yoga.activity.pricingOptionId,
  ...more
}: Step) => ({
  pricingOptionId,
  fromDay,
  ...more,
})

const preview = (...steps: Step[]) => ruth.send(api.priceSteps.preview, { steps: steps.map(stepOf) })

const set = async (...steps: Step[]) =>
  ruth.send(api.priceSteps.set, { steps: steps.map(stepOf), digest: (await preview(...steps)).digest })

const buy = async (browser: TestBrowser, id: string) => {
  await browser.send(api.baskets.add, { items: [{ id }] })
  await complete(browser, (await authorise(browser)).transactionUuid)
}

const stored = () =>
  db.selectFrom('priceStep').select(['fromDay', 'price', 'filesPrice']).orderBy('fromDay').execute()

const listed = async () => (await ruth.send(api.priceSteps.list, {})).prices

describe('the price list', () => {
  it('has what everything costs today, what it will cost, and what was sold', async () => {
    await aPriceStep(db, yoga.activity.pricingOptionId, '2027-12-01', 510)
    await set({ price: 520 })
    const session = await centre.aClassOf(yoga, '18:00', { date: '2027-12-29' })
    const { browser } = await centre.customer()
    await buy(browser, session.publicId)
    expect(await ruth.send(api.priceSteps.list, {})).toMatchObject({
      today: '2027-12-29',
      pricesBy: 'session',
      prices: [
        {
          id: yoga.activity.pricingOptionId,
          venue: { slug: 'demo-centre' },
          activity: { slug: 'yoga', name: 'Yoga', heading: null },
          ticket: null,
          option: 'standard',
          price: 510,
          steps: [{ fromDay: '2028-01-01', price: 520, inFiles: null, setBy: 'Ruth Rill' }],
          vatRate: 2000,
          sold: 1,
        },
      ],
    })
  })

  it('is for those who may publish prices', async () => {
    const desk = await aMemberOfStaff('desk')
    const steps = [stepOf({ price: 520 })]
    for (const call of [
      () => desk.send(api.priceSteps.list, {}),
      () => desk.send(api.priceSteps.preview, { steps }),
      () => desk.send(api.priceSteps.set, { steps, digest: 'any' }),
      () => desk.send(api.priceSteps.end, { stepId: 1 }),
      () => desk.send(api.priceSteps.readFile, { text: '' }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await stored()).toEqual([])
  })
})

describe('prices from a day on', () => {
  it('say first what they do: the sessions at them, and what a year brings at the pace of four weeks', async () => {
    for (const date of ['2027-12-31', '2028-01-01', '2028-01-02'])
      await centre.aClassOf(yoga, '18:00', { date })
    await set({ price: 560, fromDay: '2028-01-02' })
    const { browser } = await centre.customer()
    await buy(browser, (await centre.aClassOf(yoga, '20:00', { date: '2027-12-29' })).publicId)
    expect(await preview({ price: 520 })).toMatchObject({
      steps: [
        {
          name: 'Demo Centre: Yoga, Standard',
          fromDay: '2028-01-01',
          from: 500,
          to: 520,
          percent: 4,
          isJump: false,
          sessions: 1,
          aYear: 261,
          until: '2028-01-02',
        },
      ],
      sessions: 1,
      aYear: 261,
    })
    expect(await stored()).toHaveLength(1)
  })

  it('hold for baskets at once, and are recorded with what was before', async () => {
    const { publicId: id } = await centre.aClassOf(yoga, '18:00', { date: '2028-01-01' })
    const priceOf = async () =>
      (await centre.app.browser().send(api.baskets.add, { items: [{ id }] })).items[0]?.price.raw
    expect(await priceOf()).toBe(500)
    expect(await set({ price: 520 })).toEqual({ changed: 1 })
    expect(await priceOf()).toBe(520)
    await set({ price: 530 })
    expect(await stored()).toEqual([{ fromDay: '2028-01-01', price: 530, filesPrice: null }])
    const { entries } = await ruth.send(api.audit.entries, {})
    expect(
      entries.map(({ act, facts }) => [act, ...facts.map(({ before, value }) => [before, value])]),
    ).toEqual([
      ['price set', [null, 'Demo Centre: Yoga, Standard'], [null, '2028-01-01'], ['£5.20', '£5.30']],
      ['price set', [null, 'Demo Centre: Yoga, Standard'], [null, '2028-01-01'], ['£5.00', '£5.20']],
    ])
  })

  it('are set once, however often the call is made', async () => {
    const call = { steps: [stepOf({ price: 520 })], digest: (await preview({ price: 520 })).digest }
    const once = { idempotencyKey: 'one' }
    expect(await ruth.send(api.priceSteps.set, call, once)).toEqual({ changed: 1 })
    expect(await ruth.send(api.priceSteps.set, call, once)).toEqual({ changed: 1 })
    expect((await ruth.send(api.audit.entries, {})).entries).toHaveLength(1)
  })

  it('are refused where they have changed since they were seen', async () => {
    const { digest } = await preview({ price: 520 })
    await set({ price: 510 })
    const refused = await refusal(ruth.send(api.priceSteps.set, { steps: [stepOf({ price: 520 })], digest }))
    expect(refused).toMatchObject({ status: 409, code: 'effect_changed' })
    expect(await stored()).toMatchObject([{ price: 510 }])
  })

  it('are refused for a day that has passed on the wall of the venue', async () => {
    const yesterday = { price: 520, fromDay: '2027-12-28' }
    expect(await refusal(preview(yesterday))).toMatchObject({ status: 409, code: 'in_past' })
    expect(
      await refusal(ruth.send(api.priceSteps.set, { steps: [stepOf(yesterday)], digest: 'any' })),
    ).toMatchObject({ status: 409, code: 'in_past' })
    expect(await set({ price: 520, fromDay: '2027-12-29' })).toEqual({ changed: 1 })
  })

  it('of more than a quarter are confirmed by typing the new price', async () => {
    const jump = { price: 626 }
    expect(await preview(jump)).toMatchObject({ steps: [{ isJump: true, percent: 25 }] })
    for (const typed of [undefined, 625]) {
      const refused = await refusal(set(typed === undefined ? jump : { ...jump, typed }))
      expect(refused).toMatchObject({
        status: 409,
        code: 'price_jump',
        message: 'Demo Centre: Yoga, Standard: £5.00 → £6.26 (+25 %). Type £6.26 to confirm.',
      })
    }
    expect(await stored()).toEqual([])
    expect(await set({ ...jump, typed: 626 })).toEqual({ changed: 1 })
  })

  it('that are the prices already, and two for one day, are no change', async () => {
    expect(await refusal(preview({ price: 500 }))).toMatchObject({ status: 422 })
    expect(await refusal(preview({ price: 510 }, { price: 520 }))).toMatchObject({ status: 422 })
  })

  it('of another operator are not found', async () => {
    const other = await anOperator(db, { slug: 'other' })
    const elsewhere = await aVenue(db, { operatorId: other.id })
    const { pricingOptionId } = await anActivity(db, elsewhere.id)
    expect(await refusal(preview({ price: 520, pricingOptionId }))).toMatchObject({ status: 404 })
    await aPriceStep(db, pricingOptionId, '2028-01-01', 520)
    const { id } = await db.selectFrom('priceStep').select('id').executeTakeFirstOrThrow()
    expect(await refusal(ruth.send(api.priceSteps.end, { stepId: id }))).toMatchObject({ status: 404 })
    expect(await stored()).toHaveLength(1)
  })
})

describe('finance of one venue', () => {
  it('see and change its prices alone', async () => {
    await set({ price: 520 })
    const [step] = await db.selectFrom('priceStep').select('id').execute()
    const elsewhere = await aVenue(db, { operatorId: centre.operatorId }, { slug: 'elsewhere' })
    const { pricingOptionId } = await anActivity(db, elsewhere.id, { price: 300 })
    const { id } = await aCustomer(db, centre.operatorId, {
      role: 'staff',
      roles: [{ role: 'finance', venueId: elsewhere.id }],
    })
    const finn = centre.app.browser({ site: 'desk' })
    await finn.logIn(id)
    expect((await finn.send(api.priceSteps.list, {})).prices.map((price) => price.id)).toEqual([
      pricingOptionId,
    ])
    const elsewhereSteps = [stepOf({ price: 310, pricingOptionId })]
    const { digest } = await finn.send(api.priceSteps.preview, { steps: elsewhereSteps })
    expect(await finn.send(api.priceSteps.set, { steps: elsewhereSteps, digest })).toEqual({ changed: 1 })
    const steps = [stepOf({ price: 530 })]
    for (const call of [
      () => finn.send(api.priceSteps.preview, { steps }),
      () => finn.send(api.priceSteps.set, { steps, digest: 'any' }),
      () => finn.send(api.priceSteps.end, { stepId: step?.id ?? 0 }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 404 })
    expect((await stored()).map(({ price }) => price)).toEqual([520, 310])
  })
})

describe('a coming price', () => {
  const stepId = async () => (await listed())[0]?.steps[0]?.id ?? 0

  it('can be taken back, and what holds then is recorded', async () => {
    await set({ price: 520 })
    expect(await ruth.send(api.priceSteps.end, { stepId: await stepId() })).toEqual({})
    expect(await stored()).toEqual([])
    const [entry] = (await ruth.send(api.audit.entries, {})).entries
    expect(entry?.act).toBe('coming price taken back')
    expect(entry?.facts).toContainEqual({ name: 'price', before: '£5.20', value: '£5.00' })
  })

  it('of the files is gone and stays so', async () => {
    await aPriceStep(db, yoga.activity.pricingOptionId, '2028-01-01', 520)
    await ruth.send(api.priceSteps.end, { stepId: await stepId() })
    expect(await stored()).toEqual([{ fromDay: '2028-01-01', price: null, filesPrice: 520 }])
    expect(await listed()).toMatchObject([{ price: 500, steps: [] }])
    // Set as the files say it, it is theirs again.
    await set({ price: 520 })
    expect(await listed()).toMatchObject([{ steps: [{ price: 520, setBy: null }] }])
  })

  it('that has begun, or is gone, cannot', async () => {
    await set({ price: 520, fromDay: '2027-12-29' })
    const { id } = await db.selectFrom('priceStep').select('id').executeTakeFirstOrThrow()
    expect(await refusal(ruth.send(api.priceSteps.end, { stepId: id }))).toMatchObject({
      status: 409,
      code: 'in_past',
    })
    expect(await refusal(ruth.send(api.priceSteps.end, { stepId: id + 1 }))).toMatchObject({ status: 404 })
  })
})

describe('a table of prices', () => {
  const header = 'venue,activity,ticket,band,option,name,price,from,new_price'
  const read = (...lines: string[]) => ruth.send(api.priceSteps.readFile, { text: lines.join('\r\n') })

  it('becomes steps where it has a day and a new price', async () => {
    const line = 'demo-centre,yoga,,,standard,Standard,5.00'
    const step = { pricingOptionId: yoga.activity.pricingOptionId, fromDay: '2028-01-01' }
    expect(await read(`\uFEFF${header}`, `${line},2028-01-01,£5.2`, `${line},,`)).toEqual({
      steps: [{ ...step, price: 520 }],
      problems: [],
    })
  })

  it('says of each line what is wrong', async () => {
    const line = 'demo-centre,yoga,,,standard,Standard,5.00'
    const { steps, problems } = await read(
      header,
      `${line},1/1/2028,5.20`,
      `${line},2028-01-01,"5,20"`,
      'demo-centre,judo,,,standard,Standard,5.00,2028-01-01,5.20',
    )
    expect(steps).toEqual([])
    expect(problems).toEqual([
      { line: 2, sentence: '“1/1/2028” is no day. Write it as 2027-01-01.' },
      { line: 3, sentence: '“5,20” is no price. Write it as 6.20.' },
      { line: 4, sentence: 'There is no price demo-centre/judo///standard.' },
    ])
    expect((await read('venue,price', 'demo-centre,5.00')).problems).toMatchObject([{ line: 1 }])
    expect((await read('"open')).problems).toMatchObject([{ line: null }])
  })
})
