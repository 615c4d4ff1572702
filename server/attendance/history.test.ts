import { beforeEach, expect, test } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToAttend, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let priti: TestBrowser
let sessionId: number

beforeEach(async () => {
  evening = await aClassToAttend()
  sessionId = evening.occurrence.id
  const { id } = await aMemberOfStaff(evening.db, evening.operator.id, {
    firstName: 'Priti',
    staffLevel: 'supervisor',
  })
  priti = evening.app.browser({ site: 'desk' })
  await priti.logIn(id)
})

const history = (browser = evening.desk, id = sessionId) =>
  browser.send(api.attendance.sessionHistory, { sessionId: id })
const texts = async () => (await history()).map(({ text }) => text)
const minutesLater = (minutes: number) => evening.app.clock.set(new Date(now.getTime() + minutes * 60_000))

test('a session tells who did what with it and its bookings, the latest first', async () => {
  expect(await history()).toEqual([])
  const { id: bookingId } = await evening.aBooking(evening.ann.id)
  await priti.send(api.attendance.resize, { sessionId, places: 6 })
  minutesLater(1)
  await priti.send(api.attendance.changeSession, { sessionId, startsAt: '18:30', endsAt: '19:30' })
  minutesLater(2)
  await evening.mark(bookingId, 'attended')
  minutesLater(3)
  await evening.mark(bookingId, 'booked')
  minutesLater(4)
  await priti.send(api.attendance.notifySession, { sessionId, message: 'Bring a mat.' })
  minutesLater(5)
  await priti.send(api.bookings.refundAtDesk, { bookingId, amount: 150, reason: 'Cold hall' })
  expect(await history()).toEqual([
    expect.objectContaining({
      at: '2027-03-02T09:05:00Z',
      person: 'Priti Deskford',
      text: '£1.50 refunded to Ann Example',
    }),
    expect.objectContaining({ text: 'Message sent to 1 person' }),
    expect.objectContaining({ person: 'Sam Deskford', text: 'Check-in or absence of Ann Example undone' }),
    expect.objectContaining({ text: 'Ann Example checked in' }),
    expect.objectContaining({ text: 'Changed: 18:00–19:00 → 18:30–19:30' }),
    expect.objectContaining({ person: 'Priti Deskford', text: 'Places: 2 → 6' }),
  ])
})

test('a call-off says why, for how many and what it gives back', async () => {
  await evening.aBooking(evening.ann.id)
  await evening.aBooking(null)
  const { digest } = await priti.send(api.attendance.previewCallOff, { sessionId })
  await priti.send(api.attendance.callOff, { sessionId, reason: 'The roof leaks', digest })
  minutesLater(0.5)
  await priti.send(api.attendance.takeBackCallOff, { sessionId })
  expect(await texts()).toEqual([
    'Call-off taken back',
    'Called off: “The roof leaks”, 2 bookings, £10.00 back',
  ])
})

test('each session has a history of its own, which names the day where it changes', async () => {
  const { id: bookingId } = await evening.aBooking(null)
  await evening.mark(bookingId, 'attended')
  const other = await anOccurrence(evening.db, {
    activity: evening.activity,
    locationId: evening.studio.id,
    startsAt: new Date('2027-03-09T18:00:00Z'),
  })
  expect(await history(evening.desk, other.id)).toEqual([])
  expect(await texts()).toEqual(['This walk-in checked in'])
  await priti.send(api.attendance.changeSession, { sessionId: other.id, date: '2027-03-10' })
  expect((await history(priti, other.id)).map(({ text }) => text)).toEqual([
    'Changed: Tue 9 Mar, 18:00–19:00 → Wed 10 Mar, 18:00–19:00',
  ])
})
