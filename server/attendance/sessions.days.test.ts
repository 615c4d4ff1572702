import { beforeEach, describe, expect, it } from 'vitest'
import { generateOccurrences } from '#server/timetable/generate.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { anEmptyTimetable, now } from '#test/support/generation.ts'
import type { EmptyTimetable } from '#test/support/generation.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

/* Today is Monday 1 March 2027. Visitors book on the day, customers a day before. */

let timetable: EmptyTimetable
let app: TestApp
let desk: TestBrowser
let visitor: TestBrowser

beforeEach(async () => {
  timetable = await anEmptyTimetable()
  const { gymnastics, hall, operator } = await timetable.aHall()
  await timetable.aSeries({ activityId: gymnastics.id, locationIds: [hall.id] })
  await generateOccurrences(timetable.db, { now })
  app = testApp(timetable.db, { now })
  desk = app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(timetable.db, operator.id)).id)
  visitor = app.browser()
})

const readDay = (date: string) => desk.send(api.attendance.day, { venue: 'demo-centre', date, show: 'all' })
const localDays = async () => (await timetable.occurrences()).map(({ localDate }) => localDate)

describe('a day that is not released yet', () => {
  it('is made when the desk opens it, once, and stays when the programme is made again', async () => {
    const before = await localDays()
    expect(before).not.toContain('2027-12-20')
    for (let time = 0; time < 2; time += 1)
      expect((await readDay('2027-12-20')).sessions).toMatchObject([
        { activitySlug: 'gymnastics', spaces: 10 },
      ])
    expect(await localDays()).toEqual([...before, '2027-12-20'])
    expect(await generateOccurrences(timetable.db, { now })).toMatchObject({ added: 0, withdrawn: 0 })
  })

  it('is sold at the desk, and to nobody else before booking opens', async () => {
    const { sessions } = await readDay('2027-12-20')
    const id = sessions[0]?.bookableId ?? ''
    const ofDay = { venue: 'demo-centre', activity: 'gymnastics', date: '2027-12-20' }
    expect(await refusal(visitor.send(api.timetable.classesV2, ofDay))).toMatchObject({ code: 'invalid' })
    expect(await refusal(visitor.send(api.baskets.add, { items: [{ id }] }))).toMatchObject({
      code: 'not_open_yet',
    })
    expect(await visitor.send(api.timetable.occurrence, { id })).toMatchObject({
      actionToShow: { status: null, reasonCode: 'not_open_yet' },
    })
    expect(await desk.send(api.timetable.occurrence, { id })).toMatchObject({
      actionToShow: { status: 'BOOK' },
    })
    await desk.send(api.baskets.add, { items: [{ id }] })
    await desk.send(api.checkout.payAtDesk, { payments: [{ tenderType: 'cash', amount: 500 }] })
    expect((await readDay('2027-12-20')).sessions).toMatchObject([{ booked: 1 }])
  })

  it('is not made more than 400 days ahead, nor in the past', async () => {
    const before = await localDays()
    await readDay('2028-04-05')
    await readDay('2027-02-20')
    expect(await localDays()).toEqual(before)
    await readDay('2028-04-04')
    expect(await localDays()).toEqual([...before, '2028-04-04'])
  })
})
