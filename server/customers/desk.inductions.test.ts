import { beforeEach, describe, expect, it } from 'vitest'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let induction: { id: number }

beforeEach(async () => {
  evening = await aClassToAttend()
  induction = await aRestriction(evening.db, evening.operator.id, [], {
    kind: 'induction',
    name: 'Gym induction',
    html: '',
  })
})

const ofAnn = () => evening.desk.send(api.customers.inductions, { customerId: evening.ann.id })
const give = (givenOn = '2027-03-02', restrictionId = induction.id) =>
  evening.desk.send(api.customers.giveInduction, { customerId: evening.ann.id, restrictionId, givenOn })

it('an induction is recorded at the desk, and what needs it can then be booked', async () => {
  await evening.db
    .insertInto('activityRestriction')
    .values({ activityId: evening.activity.id, restrictionId: induction.id })
    .execute()
  const add = () =>
    evening.desk.send(api.baskets.add, {
      items: [{ id: evening.occurrence.id }],
      selectedUserId: evening.ann.id,
    })
  expect(await refusal(add())).toMatchObject({
    code: 'induction_required',
    message: 'Ann needs an induction first: Gym induction. Book it at reception.',
  })
  expect(await ofAnn()).toEqual({ given: [], others: [{ id: induction.id, name: 'Gym induction' }] })
  expect(await give('2027-02-27')).toEqual({
    given: [{ id: induction.id, name: 'Gym induction', givenOn: '2027-02-27', byAttending: false }],
    others: [],
  })
  expect((await add()).items).toHaveLength(1)
  // The first day stays.
  expect((await give()).given).toMatchObject([{ givenOn: '2027-02-27' }])
  const audit = await evening.db
    .selectFrom('auditEntry')
    .select(['act', 'subject', 'forCustomerId'])
    .where('act', '=', 'induction given')
    .execute()
  expect(audit[0]).toEqual({
    act: 'induction given',
    subject: `induction:${induction.id}`,
    forCustomerId: evening.ann.id,
  })
})

it('an induction that was recorded by mistake is taken back once', async () => {
  await give()
  const of = { customerId: evening.ann.id, restrictionId: induction.id }
  expect((await evening.desk.send(api.customers.withdrawInduction, of)).given).toEqual([])
  expect((await refusal(evening.desk.send(api.customers.withdrawInduction, of))).status).toBe(404)
})

it('a day to come, a waiver and another operator’s customer are refused', async () => {
  expect((await refusal(give('2027-03-03'))).validationMessages).toEqual({
    givenOn: ['Choose today or a day before.'],
  })
  const waiver = await aRestriction(evening.db, evening.operator.id, [])
  expect(await refusal(give('2027-03-02', waiver.id))).toMatchObject({
    status: 404,
    message: "We couldn't find that induction.",
  })
  const stranger = await aCustomer(evening.db, (await anOperator(evening.db, { slug: 'another' })).id)
  const requested = evening.desk.send(api.customers.inductions, { customerId: stranger.id })
  expect((await refusal(requested)).status).toBe(404)
  const customer = evening.app.browser()
  await customer.logIn(evening.ann.id)
  const own = customer.send(api.customers.inductions, { customerId: evening.ann.id })
  expect((await refusal(own)).code).toBe('forbidden')
})

it('attending gives the inductions of the activity, and undoing it takes back those alone', async () => {
  const before = await aRestriction(evening.db, evening.operator.id, [], { kind: 'induction', name: 'Pool' })
  await evening.db
    .insertInto('activityInduction')
    .values([induction, before].map(({ id }) => ({ activityId: evening.activity.id, restrictionId: id })))
    .execute()
  await give('2027-02-01', before.id)
  const { id } = await evening.aBooking(evening.ann.id)
  await evening.mark(id, 'attended')
  expect((await ofAnn()).given).toMatchObject([
    { name: 'Gym induction', givenOn: '2027-03-02', byAttending: true },
    { name: 'Pool', givenOn: '2027-02-01', byAttending: false },
  ])
  await evening.mark(id, 'booked')
  expect((await ofAnn()).given).toMatchObject([{ name: 'Pool' }])
  // What staff have recorded since no longer follows the attendance.
  await evening.mark(id, 'attended')
  await give()
  await evening.mark(id, 'booked')
  expect((await ofAnn()).given).toMatchObject([
    { name: 'Gym induction', byAttending: false },
    { name: 'Pool' },
  ])
})

describe('a walk-in', () => {
  const needing = (kind: 'induction' | 'criteria') =>
    aRestriction(evening.db, evening.operator.id, [evening.activity.id], { kind, name: 'Gym induction' })
  const add = (selectedUserId: number | null) =>
    evening.desk.send(api.baskets.add, { items: [{ id: evening.occurrence.id }], selectedUserId })

  it('is refused what needs an induction until staff choose a customer who has had it', async () => {
    const { id: restrictionId } = await needing('induction')
    const message = 'Induction required: Gym induction. Choose the customer first.'
    expect(await refusal(add(null))).toMatchObject({ status: 403, code: 'induction_required', message })
    const { actionToShow } = await evening.desk.send(api.timetable.occurrence, {
      id: evening.occurrence.publicId,
      selectedUserId: null,
    })
    expect(actionToShow).toMatchObject({ status: null, reason: message, reasonCode: 'induction_required' })
    await give('2027-03-01', restrictionId)
    expect((await add(evening.ann.id)).items).toHaveLength(1)
  })

  it('is refused what is for members only', async () => {
    await needing('criteria')
    expect(await refusal(add(null))).toMatchObject({
      code: 'membership_required',
      message: 'This is for members only. Choose the customer first.',
    })
  })

  it('does not get what staff added for a customer who has had the induction, nor does another customer', async () => {
    const { id: restrictionId } = await needing('induction')
    await give('2027-03-01', restrictionId)
    await add(evening.ann.id)
    const bob = await aCustomer(evening.db, evening.operator.id, { firstName: 'Bob' })
    for (const customerId of [null, bob.id]) {
      await evening.desk.send(api.baskets.read, { selectedUserId: customerId })
      expect(await refusal(evening.payAtDesk(customerId))).toMatchObject({ code: 'place_lost' })
    }
    await evening.desk.send(api.baskets.read, { selectedUserId: evening.ann.id })
    expect(await evening.payAtDesk(evening.ann.id)).toBeDefined()
  })
})
