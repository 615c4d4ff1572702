import { beforeEach, describe, expect, test } from 'vitest'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { runCallOffJobs } from '#test/support/callOffJobs.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { wrongWithWaitlists } from '#test/support/waitlists.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let supervisor: TestBrowser
let sessionId: number
/** The same class tomorrow and the day after. */
let tomorrow: number
let dayAfter: number

beforeEach(async () => {
  evening = await aClassToAttend()
  const { db, operator, activity, studio } = evening
  sessionId = evening.occurrence.id
  const aClass = async (day: string, capacity: number) =>
    (
      await anOccurrence(
        db,
        { activity, locationId: studio.id, startsAt: new Date(`${day}T18:00:00Z`) },
        { capacity },
      )
    ).id
  tomorrow = await aClass('2027-03-03', 1)
  dayAfter = await aClass('2027-03-04', 10)
  supervisor = evening.app.browser({ site: 'desk' })
  await supervisor.logIn((await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })).id)
})

const preview = () => supervisor.send(api.attendance.previewCallOff, { sessionId })
const callOff = async (offers: number[]) =>
  supervisor.send(api.attendance.callOff, { sessionId, offers, digest: (await preview()).digest })

const at = async (moment: string) => {
  evening.app.clock.set(new Date(moment))
  await runCallOffJobs(evening)
}

const entries = () =>
  evening.db
    .selectFrom('waitlistEntry')
    .select(['personId', 'occurrenceId', 'state', 'offerExpiresAt'])
    .orderBy('id')
    .execute()

const mailOf = async (kind: string) =>
  (await evening.db.selectFrom('notice').select('textBody').where('kind', '=', kind).execute()).map(
    ({ textBody }) => textBody ?? '',
  )

describe('other sessions offered to those whose session is called off', () => {
  beforeEach(async () => {
    await evening.aBooking(evening.ann.id)
  })

  test('are found with their free places: of the same activity, on sale, still to come', async () => {
    expect((await preview()).alternatives).toMatchObject([
      { id: tomorrow, name: 'yoga', locationName: 'Studio 1', free: 1, startsAt: { format24Hour: '18:00' } },
      { id: dayAfter, free: 10 },
    ])
    await evening.aBooking(null, tomorrow)
    expect((await preview()).alternatives.map(({ id }) => id)).toEqual([dayAfter])
  })

  test('have no place for anybody before the minute is over, and none once it is taken back', async () => {
    await callOff([tomorrow, dayAfter])
    await at('2027-03-02T09:00:59Z')
    expect(await entries()).toEqual([])
    await supervisor.send(api.attendance.takeBackCallOff, { sessionId })
    await at('2027-03-02T09:05:00Z')
    expect(await entries()).toEqual([])
    expect(await mailOf('booking_called_off')).toEqual([])
  })

  test('keep places for half the time that is left, at most a day, and the mail has a button for each', async () => {
    await callOff([tomorrow, dayAfter])
    await at('2027-03-02T09:01:00Z')
    expect(await entries()).toMatchObject([
      {
        occurrenceId: tomorrow,
        state: 'offered',
        offerExpiresAt: new Date('2027-03-03T01:31:00Z'),
      },
      { occurrenceId: dayAfter, state: 'offered', offerExpiresAt: new Date('2027-03-03T09:01:00Z') },
    ])
    const [mail = ''] = await mailOf('booking_called_off')
    expect(mail).toContain("We've kept places for you at these sessions.")
    expect(mail).toContain('A place is kept for you until Wed 3 Mar, 01:31.')
    expect(mail).toContain('Book yoga, Wed 3 Mar, 18:00')
    expect(mail).toContain('Book yoga, Thu 4 Mar, 18:00')
    // No other message says the same.
    expect(await mailOf('waitlist_offered')).toEqual([])
    expect(await wrongWithPlaces(evening.db, evening.app.clock.now())).toEqual([])
    expect(await wrongWithWaitlists(evening.db, evening.app.clock.now())).toEqual([])
  })

  test('are booked by whom they are kept for; the others then go back', async () => {
    await callOff([tomorrow, dayAfter])
    await at('2027-03-02T09:01:00Z')
    const stranger = evening.app.browser()
    expect(await refusal(stranger.send(api.baskets.add, { items: [{ id: tomorrow }] }))).toBeDefined()
    await evening.aBooking(evening.ann.id, tomorrow)
    await at('2027-03-02T09:02:00Z')
    expect(await entries()).toMatchObject([{ state: 'taken' }, { state: 'taken' }])
    expect(await mailOf('waitlist_lapsed')).toEqual([])
    expect(await wrongWithPlaces(evening.db, evening.app.clock.now())).toEqual([])
    expect(await wrongWithWaitlists(evening.db, evening.app.clock.now())).toEqual([])
  })

  test('go back when their time has run out, without another mail', async () => {
    await callOff([tomorrow])
    await at('2027-03-02T09:01:00Z')
    await at('2027-03-03T01:31:00Z')
    expect(await entries()).toMatchObject([{ state: 'passed' }])
    expect(await mailOf('waitlist_lapsed')).toEqual([])
    const stranger = evening.app.browser()
    await stranger.send(api.baskets.add, { items: [{ id: tomorrow }] })
  })

  test('are kept first come first served, after those who wait there, and for nobody twice', async () => {
    const ben = await aCustomer(evening.db, evening.operator.id, { firstName: 'Ben' })
    await evening.aBooking(ben.id)
    // Ann comes on the day after anyway.
    await evening.aBooking(evening.ann.id, dayAfter)
    await callOff([tomorrow, dayAfter])
    await at('2027-03-02T09:01:00Z')
    expect(await entries()).toMatchObject([
      { personId: evening.ann.id, occurrenceId: tomorrow, state: 'offered' },
      { personId: ben.id, occurrenceId: dayAfter, state: 'offered' },
    ])
    const mails = await mailOf('booking_called_off')
    expect(mails.find((mail) => mail.includes('No place is kept for you there.'))).toBeDefined()
  })

  test('are refused where one has no place left, is another activity or a fourth', async () => {
    await evening.aBooking(null, tomorrow)
    expect(await refusal(callOff([tomorrow]))).toMatchObject({
      code: 'offer_gone',
      message: 'A session you offer has no place left, or is not on sale any more. Choose again.',
    })
    expect(await refusal(callOff([sessionId]))).toMatchObject({ code: 'offer_gone' })
    expect(await refusal(callOff([1, 2, 3, 4]))).toMatchObject({ status: 422 })
    expect((await supervisor.send(api.attendance.register, { sessionId })).session.cancelled).toBe(false)
  })

  test('are named to visitors, for whom no place is kept', async () => {
    const visitor = evening.app.browser()
    await evening.db.updateTable('occurrence').set({ capacity: 3 }).where('id', '=', sessionId).execute()
    await visitor.send(api.baskets.add, { items: [{ id: sessionId }] })
    const { transactionUuid } = await authorise(visitor)
    await complete(visitor, transactionUuid)
    await callOff([dayAfter])
    await at('2027-03-02T09:01:00Z')
    const mails = await mailOf('booking_called_off')
    expect(mails.filter((mail) => mail.includes('they are not kept for you'))).toHaveLength(1)
    expect(mails.filter((mail) => mail.includes('A place is kept for you'))).toHaveLength(1)
  })
})
