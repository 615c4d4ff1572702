import { describe, expect, test } from 'vitest'
import { now, weekly, programme, block, carriedOut, plan, emptyPlan } from '#test/fixtures/programmes.ts'

describe('a closure', () => {
  const tuesday = Date.parse('2027-03-02T12:00:00Z')
  const closed = programme({
    closures: [{ locationId: null, startsAt: tuesday, endsAt: tuesday + 12 * 3_600_000 }],
  })

  test('keeps occurrences from being made', () => {
    const made = plan(closed)
    expect(made.add.map(({ localDate }) => localDate)).not.toContain('2027-03-02')
    expect(made.add).toHaveLength(6)
  })

  test('withdraws those that noProfile bought and calls off those that person did', () => {
    const [monday, free, ...rest] = carriedOut(plan(programme()))
    expect(plan(closed, [monday!, free!, ...rest])).toMatchObject({
      withdraw: [{ id: free!.id }],
      cancel: [],
    })
    const bought = { ...free!, placesTaken: 1, ofPeople: 1, confirmed: 1 }
    expect(plan(closed, [monday!, bought, ...rest])).toMatchObject({
      withdraw: [],
      cancel: [{ id: free!.id }],
    })
    const inABasket = { ...free!, placesTaken: 1, ofPeople: 1, confirmed: 0 }
    expect(plan(closed, [monday!, inABasket, ...rest])).toMatchObject({
      withdraw: [{ id: free!.id }],
      cancel: [],
    })
  })

  test('shows an occurrence as called off to those who bought places of it elsewhere', () => {
    const made = plan({ ...closed, blocks: [block({ places: 3 })] })
    expect(made.add.filter(({ status }) => status === 'cancelled').map(({ localDate }) => localDate)).toEqual(
      ['2027-03-02'],
    )
    const deskOnly = plan({ ...closed, blocks: [block({ deskOnly: true })] })
    expect(deskOnly.add).toHaveLength(6)
  })

  test('of a hall closes its courts, and of a court the hall', () => {
    const spaces = new Map([
      [101, [1]],
      [102, [2]],
      [110, [1, 2]],
    ])
    const courts = weekly({ activityId: 2, locationIds: [101, 102, 110] })
    const at = (locationId: number) =>
      plan(
        programme({
          series: [courts],
          spaces,
          closures: [{ locationId, startsAt: now.getTime(), endsAt: now.getTime() + 86_400_000 }],
        }),
      ).add.map((occurrence) => occurrence.locationId)
    expect(at(110)).toEqual([])
    expect(at(101)).toEqual([102])
  })

  test('calls off what people have booked of a line that the programme no longer has', () => {
    const [, tuesdays] = carriedOut(plan(programme()))
    const booked = { ...tuesdays!, placesTaken: 1, ofPeople: 1, confirmed: 1 }
    const inABasket = { ...booked, confirmed: 0 }
    const withoutLine = { ...closed, series: [] }
    expect(plan(withoutLine, [booked])).toEqual({ ...emptyPlan, cancel: [{ id: booked.id, placesTaken: 1 }] })
    expect(plan(withoutLine, [inABasket])).toMatchObject({ cancel: [], withdraw: [{ id: booked.id }] })
    expect(plan(programme({ series: [] }), [booked])).toEqual({ ...emptyPlan, retainedSessions: [booked] })
    const begun = new Date(booked.startsAt)
    expect(plan(withoutLine, [booked], begun)).toEqual(emptyPlan)
  })

  test('called off stays called off when the closure is lifted, for people were told', () => {
    const off = carriedOut(plan(programme())).map((occurrence) => ({
      ...occurrence,
      status: 'cancelled' as const,
    }))
    expect(plan(programme(), off)).toEqual(emptyPlan)
  })

  test('called off stays called off when the closure is lifted and its line is at another hour, or in another room', () => {
    const [off, ...rest] = carriedOut(plan(programme()))
    const existing = [{ ...off!, status: 'cancelled' as const }, ...rest]
    for (const change of [
      { startTime: '19:00:00' },
      { locationIds: [102] },
      { durationMinutes: 90, startTime: '17:00:00' },
    ]) {
      const made = plan(programme({ series: [weekly(change)] }), existing)
      expect(made.add.map(({ localDate }) => localDate)).not.toContain(off!.localDate)
      expect(made.add).toHaveLength(6)
      expect(made.refused).toMatchObject([{ why: 'called_off', wanted: { localDate: off!.localDate } }])
    }
  })

  test('one hour of several that was called off keeps away those alone that would take its time', () => {
    const hours = weekly({ startTime: '10:00:00', untilTime: '13:00:00', weekdays: [1] })
    const [first, ...rest] = carriedOut(plan(programme({ series: [hours] })))
    const existing = [{ ...first!, status: 'cancelled' as const }, ...rest]
    const made = plan(programme({ series: [{ ...hours, startTime: '10:30:00' }] }), existing)
    expect(made.add.map(({ startsAt }) => new Date(startsAt).toISOString().slice(11, 16))).toEqual(['11:30'])
  })
})
