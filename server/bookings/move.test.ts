import { beforeEach, describe, expect, it } from 'vitest'
import { creditOf } from '#server/credits/balance.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { on } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { aMovableClass, move } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { cancelBookingsOfCancelledOccurrences } from './cancel.ts'
import { sendReminders } from './remind.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }

beforeEach(async () => {
  db = (await testDatabase()).db
  world = await aMovableClass(db)
  ann = await world.customer({ email: 'ann@example.test' })
})

const booked = (browser: TestBrowser, bookingId: number) => browser.send(api.bookings.one, { bookingId })
const notices = (kind: string) =>
  db.selectFrom('notice').select(['subject', 'textBody', 'recipient']).where('kind', '=', kind).execute()

describe('moving a booking', () => {
  it('takes the new place and gives back the old one, with the same code and no charge', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    expect(booking.canBeMoved).toBe(true)
    const { booking: moved, refund } = await move(ann.browser, booking.id, world.noon)
    expect(moved).toMatchObject({
      id: booking.id,
      accessCode: booking.accessCode,
      status: 'booked',
      price: '£8.45',
      item: { id: world.noon.publicId, startsAt: { format24Hour: '12:00' } },
    })
    expect(refund).toMatchObject({ raw: 0, parts: [] })
    expect([await world.placesOf(world.ten), await world.placesOf(world.noon)]).toEqual([0, 1])
    expect(await booked(ann.browser, booking.id)).toMatchObject({ time: expect.stringContaining('12:00') })
    const order = await ann.browser.send(api.bookings.order, { completeOrderId: booking.orderId })
    expect(order).toMatchObject({
      status: 'confirmed',
      items: [{ name: expect.stringContaining('12:00'), cartableResource: { id: world.noon.publicId } }],
    })
    await world.audit()
  })

  it('is at the new time at the desk, in the timetable of the caller and in their calendar', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { address } = await ann.browser.send(api.bookings.makeFeed, {})
    await move(ann.browser, booking.id, world.friday)
    const desk = world.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, world.operatorId)).id)
    const register = (sessionId: number) => desk.send(api.attendance.register, { sessionId })
    expect((await register(world.ten.id)).expected).toEqual([])
    expect((await register(world.friday.id)).expected).toHaveLength(1)
    const calendar = await (await world.app.browser().fetch(new URL(address).pathname)).text()
    expect(calendar).toContain('DTSTART;TZID=Europe/London:20270305T100000')
    expect(calendar).toContain('SEQUENCE:1')
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it('sends a mail with the old and the new time, a calendar file that moves the entry, and where to have a new pass', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await move(ann.browser, booking.id, world.early, 695)
    await world.sendMails()
    const [mail] = await notices('booking_moved')
    expect(mail?.subject).toBe('Your booking has moved: Yoga, Thu 4 Mar, 07:00')
    expect(mail?.textBody).toContain('Thu 4 March 2027, 07:00 to 08:00')
    expect(mail?.textBody).toContain('It was on Thu 4 March 2027, 10:00 to 11:00.')
    expect(mail?.textBody).toContain('£1.50 refunded as credit')
    expect(mail?.textBody).not.toContain('free of charge')
    expect(mail?.textBody).toContain("Add it again from your booking's page")
    const files = await db
      .selectFrom('noticeAttachment as a')
      .innerJoin('notice as n', 'n.id', 'a.noticeId')
      .select(['a.content', 'a.fileName'])
      .where('n.kind', '=', 'booking_moved')
      .orderBy('a.position')
      .execute()
    expect(files.map(({ fileName }) => fileName.replace(/^.*\./, ''))).toEqual(['ics'])
    const text = Buffer.from(files[0]?.content ?? '').toString()
    expect(text).toContain('METHOD:PUBLISH')
    expect(text).toContain('SEQUENCE:1')
  })

  it('says in the mail that free cancellation is lost, where the new time is too close', async () => {
    const booking = await world.buy(ann.browser, world.friday)
    world.app.clock.forward(on('09:00').getTime() - world.app.clock.now().getTime())
    await ann.browser.logIn(ann.id)
    await move(ann.browser, booking.id, world.noon)
    await world.sendMails()
    const [mail] = await notices('booking_moved')
    expect(mail?.textBody).toContain("You can't cancel or move this booking free of charge any more")
  })

  it('is reminded of at the new time, also after a reminder of the old one', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const day = 24 * 3_600_000
    world.app.clock.forward(on('10:00').getTime() - day - world.app.clock.now().getTime())
    await sendReminders(db, world.app.clock.now())
    const weekLater = await world.classAt('10:00', '2027-03-10')
    await db.updateTable('venue').set({ releaseDaysCustomer: 14 }).execute()
    await move(ann.browser, booking.id, weekLater)
    world.app.clock.forward(weekLater.startsAt.getTime() - day - world.app.clock.now().getTime())
    await sendReminders(db, world.app.clock.now())
    await sendReminders(db, world.app.clock.now())
    expect(await notices('booking_reminder')).toHaveLength(2)
  })

  it('pays the difference back once, and later no more than what is left', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const key = { headers: { 'Idempotency-Key': 'a-move-that-is-sent-twice' } }
    const body = JSON.stringify({ to: world.early.publicId, price: 695 })
    const send = () => ann.browser.fetch(`/api/bookings/${booking.id}/move`, { method: 'POST', body, ...key })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await second.json()).toEqual(await first.json())
    expect((await creditOf(db, ann.id, world.app.clock.now())).general.balance).toBe(150)
    await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    expect((await creditOf(db, ann.id, world.app.clock.now())).general.balance).toBe(845)
    await world.audit()
  })

  it('refuses a dearer time, says what it costs and leaves the booking where it is', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    expect(await refusal(move(ann.browser, booking.id, world.late, 945))).toMatchObject({
      status: 409,
      code: 'costs_more',
      message: 'This time costs £9.45, which is £1.00 more. Choose it again to pay the difference.',
    })
    expect([await world.placesOf(world.ten), await world.placesOf(world.late)]).toEqual([1, 0])
    await world.audit()
  })

  it('refuses when the price is no longer what was displayed', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    expect(await refusal(move(ann.browser, booking.id, world.early, 845))).toMatchObject({
      status: 409,
      code: 'price_changed',
    })
    expect(await world.placesOf(world.ten)).toBe(1)
  })

  it('keeps the old place when the new one is gone', async () => {
    const last = await world.classAt('14:00', undefined, { capacity: 1 })
    const booking = await world.buy(ann.browser, world.ten)
    const bob = await world.customer()
    await world.add(bob.browser, last)
    expect(await refusal(move(ann.browser, booking.id, last))).toMatchObject({ code: 'held', status: 409 })
    await world.buy(bob.browser, last)
    expect(await refusal(move(ann.browser, booking.id, last))).toMatchObject({ code: 'full', status: 409 })
    expect(await booked(ann.browser, booking.id)).toMatchObject({ time: expect.stringContaining('10:00') })
    await world.audit()
  })

  it('offers the place it gives up to the waitlist', async () => {
    const small = await world.classAt('15:00', undefined, { capacity: 1 })
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const booking = await world.buy(ann.browser, small)
    const bob = await world.customer()
    await bob.browser.send(api.waitlists.join, { id: small.publicId, data: { userId: bob.id } })
    await move(ann.browser, booking.id, world.noon)
    expect(await bob.browser.send(api.waitlists.mine, {})).toMatchObject([{ status: 'offered' }])
    await world.audit()
  })

  it('takes the place that is on offer to the person, and nobody else’s', async () => {
    const small = await world.classAt('15:00', undefined, { capacity: 1 })
    await db.updateTable('activity').set({ hasWaitlist: true }).execute()
    const holder = await world.customer()
    const theirs = await world.buy(holder.browser, small)
    const booking = await world.buy(ann.browser, world.ten)
    const bob = await world.customer()
    const bobs = await world.buy(bob.browser, world.ten)
    await ann.browser.send(api.waitlists.join, { id: small.publicId, data: { userId: ann.id } })
    await holder.browser.send(api.bookings.cancel, { bookingId: theirs.id })
    expect(await refusal(move(bob.browser, bobs.id, small))).toMatchObject({ status: 409 })
    await move(ann.browser, booking.id, small)
    expect(await world.placesOf(small)).toBe(1)
    await world.audit()
  })

  it('follows the terms: not after free cancelling has ended, nor when it is over or cancelled', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    world.app.clock.forward(on('06:30').getTime() - world.app.clock.now().getTime())
    expect((await booked(ann.browser, booking.id)).canBeMoved).toBe(false)
    expect(await refusal(move(ann.browser, booking.id, world.friday))).toMatchObject({
      status: 410,
      code: 'past_cutoff',
    })
    await ann.browser.send(api.bookings.cancel, { bookingId: booking.id })
    expect(await refusal(move(ann.browser, booking.id, world.friday))).toMatchObject({
      status: 409,
      code: 'already_cancelled',
    })
  })

  it('leaves a session that was called off to its refund', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    await db.updateTable('occurrence').set({ status: 'cancelled' }).where('id', '=', world.ten.id).execute()
    expect(await refusal(move(ann.browser, booking.id, world.noon))).toMatchObject({ code: 'cannot_move' })
    expect(await cancelBookingsOfCancelledOccurrences(db, world.app.clock.now())).toBe(1)
    await world.audit()
  })

  it('needs a time of the same class, which can be booked and is another one', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const pilates = await world.classAt('16:00', undefined, { name: 'Pilates' })
    const later = await world.classAt('10:00', '2027-03-20')
    const codes: unknown[] = []
    for (const to of [pilates, later, world.ten])
      codes.push((await refusal(move(ann.browser, booking.id, to))).code)
    expect(codes).toEqual(['not_found', 'not_open_yet', 'same_time'])
  })

  it('needs a person who may go: age, weekly limit, other bookings', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const other = await world.buy(ann.browser, world.noon)
    expect(await refusal(move(ann.browser, booking.id, world.noon))).toMatchObject({ code: 'already_booked' })
    const overlapping = await world.classAt('12:30')
    expect(await refusal(move(ann.browser, booking.id, overlapping))).toMatchObject({
      code: 'clash',
      message: 'You have another booking at this time: Yoga at 12:00.',
    })
    // Its own place does not count towards the limit, nor as a clash.
    await db.updateTable('activity').set({ weeklyLimit: 2 }).execute()
    const halfPast = await world.classAt('10:30')
    await move(ann.browser, booking.id, halfPast)
    await db.updateTable('activity').set({ ageMax: 12 }).execute()
    await db.updateTable('customer').set({ dateOfBirth: '1990-05-01' }).execute()
    expect(await refusal(move(ann.browser, other.id, world.friday))).toMatchObject({
      code: 'age',
      status: 403,
    })
    await world.audit()
  })

  it('needs an agreement that still holds then', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const health = await aRestriction(db, world.operatorId, [world.activity.id], { validMonths: 12 })
    const { id: attendeeId } = await db
      .insertInto('attendee')
      .values({
        operatorId: world.operatorId,
        customerId: ann.id,
        personId: ann.id,
        firstName: 'Ann',
        lastName: 'Example',
        dateOfBirth: '1990-05-01',
        createdAt: on('08:00'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('waiver')
      .values({
        attendeeId,
        restrictionId: health.id,
        validUntil: '2027-03-04',
        html: '<p>I am well.</p>',
        agreedAt: on('08:00'),
      })
      .execute()
    expect(await refusal(move(ann.browser, booking.id, world.friday))).toMatchObject({
      code: 'waiver_required',
    })
    await move(ann.browser, booking.id, world.noon)
  })

  it('is for the buyer, the attendee and staff, who leave a trace', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const bob = await world.customer()
    expect(await refusal(move(bob.browser, booking.id, world.noon))).toMatchObject({ status: 404 })
    expect(await refusal(move(world.app.browser(), booking.id, world.noon))).toMatchObject({ status: 401 })
    const desk = world.app.browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(db, world.operatorId)).id)
    await move(desk, booking.id, world.noon)
    const { detail } = await db
      .selectFrom('auditEntry')
      .select('detail')
      .where('act', '=', 'booking moved')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ from: world.ten.id, to: world.noon.id, refunded: 0 })
  })
})
