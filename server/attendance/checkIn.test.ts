import { beforeEach, describe, expect, it } from 'vitest'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { aClassToAttend, afterwards, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

const checkIn = (code: string, venue = 'demo-centre') =>
  evening.desk.send(api.attendance.checkIn, { venue, code })

describe('check-in by code', () => {
  it('accepts a code typed or scanned', async () => {
    const { id, accessCode } = await evening.aBooking(evening.ann.id)
    const typed = `${accessCode.slice(0, 3).toLowerCase()} ${accessCode.slice(3)}`
    expect(await checkIn(typed)).toMatchObject({
      expected: { bookingId: id, status: 'attended', firstName: 'Ann' },
    })
    expect(await refusal(checkIn(accessCode))).toMatchObject({
      status: 409,
      code: 'already_attended',
      message: 'Ann Example was already checked in at 09:00.',
    })
    await evening.mark(id, 'booked')
    expect(await checkIn(`https://onside.example/t/${accessCode}`)).toMatchObject({
      expected: { bookingId: id },
    })
  })

  it('names the right venue or day, and refuses an unknown code', async () => {
    await aVenue(evening.db, { operatorId: evening.operator.id }, { slug: 'other', name: 'Other Centre' })
    const { id, accessCode } = await evening.aBooking(evening.ann.id)
    expect(await refusal(checkIn(accessCode, 'other'))).toMatchObject({
      status: 409,
      code: 'another_venue',
      message: 'Ann Example is expected at Venue demo-centre.'.replace('Venue demo-centre', 'Demo Centre'),
    })
    await evening.setClock(new Date('2027-03-01T09:00:00Z'))
    expect(await refusal(checkIn(accessCode))).toMatchObject({
      code: 'another_day',
      message: 'Ann Example is expected on Tue 2 March 2027.',
    })
    await evening.cancelBooking(id)
    expect(await refusal(checkIn(accessCode))).toMatchObject({ code: 'booking_cancelled' })
    expect(await refusal(checkIn('NOBODY'))).toMatchObject({
      status: 404,
      message: 'No booking found for this code.',
    })
    const customer = evening.app.browser()
    await customer.logIn(evening.ann.id)
    const byCustomer = customer.send(api.attendance.checkIn, { venue: 'demo-centre', code: accessCode })
    expect((await refusal(byCustomer)).code).toBe('forbidden')
  })

  it('accepts the code while a session runs past midnight', async () => {
    const { accessCode } = await evening.aBooking(evening.ann.id)
    await evening.db
      .updateTable('occurrence')
      .set({ startsAt: new Date('2027-03-02T23:30:00Z'), endsAt: new Date('2027-03-03T00:30:00Z') })
      .execute()
    const { orderReference } = (await evening.register()).expected[0] ?? { orderReference: '' }
    await evening.setClock(new Date('2027-03-03T00:05:00Z'))
    const group = { venue: 'demo-centre', code: orderReference }
    expect(await evening.desk.send(api.attendance.group, group)).toHaveLength(1)
    expect(await checkIn(accessCode)).toMatchObject({ expected: { status: 'attended' } })
  })
})

describe('the code for all people of an order', () => {
  const group = (code: string) => evening.desk.send(api.attendance.group, { venue: 'demo-centre', code })

  it('names those who are expected here today, whom the desk ticks', async () => {
    const { id } = await evening.aBooking(evening.ann.id)
    const { orderReference } = (await evening.register()).expected[0] ?? { orderReference: '' }
    const found = await group(orderReference)
    expect(found).toMatchObject([
      { expected: { bookingId: id, status: 'booked', firstName: 'Ann' }, session: { name: 'yoga' } },
    ])
    await evening.mark(id, 'attended')
    expect(await group(orderReference.toLowerCase().replace('-', ''))).toMatchObject([
      { expected: { status: 'attended' } },
    ])
    expect(await refusal(group('ONS-222222'))).toMatchObject({ status: 404 })
    await evening.setClock(new Date('2027-03-01T09:00:00Z'))
    expect(await refusal(group(orderReference))).toMatchObject({ code: 'another_day' })
  })

  it('checks everyone in at a kiosk', async () => {
    await evening.aBooking(evening.ann.id)
    const { orderReference } = (await evening.register()).expected[0] ?? { orderReference: '' }
    await evening.setClock(new Date('2027-03-02T17:30:00Z'))
    const kiosk = evening.app.browser()
    expect(
      await kiosk.send(api.attendance.checkInSelf, { venue: 'demo-centre', code: orderReference }),
    ).toMatchObject({ firstName: 'Ann', quantity: 1 })
    expect((await evening.register()).expected).toMatchObject([{ status: 'attended' }])
    const again = kiosk.send(api.attendance.checkInSelf, { venue: 'demo-centre', code: orderReference })
    expect(await refusal(again)).toMatchObject({ code: 'already_attended' })
  })
})

describe('checking oneself in at a kiosk', () => {
  it('takes the code from an hour before the start, once, and tells a first name only', async () => {
    const { id, accessCode } = await evening.aBooking(evening.ann.id)
    const kiosk = evening.app.browser()
    const send = (code: string, venue = 'demo-centre') =>
      kiosk.send(api.attendance.checkInSelf, { venue, code })
    expect(await refusal(send('NOBODY'))).toMatchObject({ status: 404 })
    expect(await refusal(send(accessCode))).toMatchObject({
      status: 409,
      code: 'too_early',
      message: 'You can check in from 17:00.',
    })
    evening.app.clock.set(new Date('2027-03-02T17:00:00Z'))
    await aVenue(evening.db, { operatorId: evening.operator.id }, { slug: 'other' })
    expect(await refusal(send(accessCode, 'other'))).toMatchObject({ code: 'another_venue' })
    expect(await send(accessCode)).toEqual({
      firstName: 'Ann',
      title: 'yoga',
      quantity: 1,
      startsAt: expect.objectContaining({ format24Hour: '18:00' }),
      locationName: 'Studio 1',
    })
    expect(await refusal(send(accessCode))).toMatchObject({ code: 'already_attended' })
    const row = await evening.db
      .selectFrom('booking')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'attended', attendanceBy: null })
  })

  it('is refused for another day, after the end, when marked absent and when cancelled', async () => {
    const { id, accessCode } = await evening.aBooking(evening.ann.id)
    const send = () =>
      evening.app.browser().send(api.attendance.checkInSelf, { venue: 'demo-centre', code: accessCode })
    evening.app.clock.set(new Date('2027-03-01T18:00:00Z'))
    expect(await refusal(send())).toMatchObject({ code: 'another_day' })
    evening.app.clock.set(afterwards)
    expect(await refusal(send())).toMatchObject({ status: 410, code: 'closed' })
    evening.app.clock.set(startsAt)
    await evening.db.updateTable('booking').set({ status: 'not_attended' }).where('id', '=', id).execute()
    expect(await refusal(send())).toMatchObject({ code: 'closed' })
    await evening.cancelBooking(id)
    expect(await refusal(send())).toMatchObject({ code: 'booking_cancelled' })
  })
})
