import { describe, expect, it } from 'vitest'
import { actionStatuses } from '#contract/refusals.ts'
import {
  choicesAmong,
  filtersIn,
  filtersQuery,
  filtersSet,
  passes,
  standardFilters,
  type Filtered,
} from './filters.ts'

const item = (start: string, end: string, more: Partial<Filtered> = {}): Filtered => ({
  startsAt: { format24Hour: start },
  endsAt: { format24Hour: end },
  actionToShow: { status: 'BOOK' },
  instructors: [],
  tags: [],
  ...more,
})

const none = standardFilters('classes')

describe('the time window', () => {
  it('C06: a start time keeps what begins then or later', () => {
    const filters = { ...none, startTime: '17:00' }
    expect(passes(item('16:59', '18:00'), filters)).toBe(false)
    expect(passes(item('17:00', '18:00'), filters)).toBe(true)
  })

  it('C06: an end time keeps what has ended by then', () => {
    const filters = { ...none, endTime: '18:00' }
    expect(passes(item('17:00', '18:00'), filters)).toBe(true)
    expect(passes(item('17:00', '18:01'), filters)).toBe(false)
    expect(passes(item('19:00', '20:00'), filters)).toBe(false)
  })

  it('C06: what ends after midnight lies outside an end time of the evening', () => {
    expect(passes(item('23:00', '00:00'), { ...none, endTime: '23:30' })).toBe(false)
    expect(passes(item('22:30', '00:30'), { ...none, endTime: '23:59' })).toBe(false)
  })
})

describe('the actions to show', () => {
  it('C06: only the five actionable statuses are displayed unless all are', () => {
    const statusesFor = (show: 'all' | 'actionable') =>
      [...actionStatuses, null].filter((status) =>
        passes(item('10:00', '11:00', { actionToShow: { status } }), { ...none, show }),
      )
    expect(statusesFor('all')).toEqual([...actionStatuses, null])
    expect(statusesFor('actionable')).toEqual([
      'BOOK',
      'JOIN_WAITLIST',
      'LEAVE_WAITLIST',
      'CANCEL_RESERVATION',
      'CANCEL_BOOKING',
    ])
  })

  it('C07: classes and fast tickets show all at first, courts what can be acted on', () => {
    expect(standardFilters('classes').show).toBe('all')
    expect(standardFilters('tickets').show).toBe('all')
    expect(standardFilters('courts').show).toBe('actionable')
    expect(filtersIn(new URLSearchParams(), 'courts').show).toBe('actionable')
    expect(filtersIn(new URLSearchParams('show=all'), 'courts').show).toBe('all')
    expect(filtersIn(new URLSearchParams('show=nonsense'), 'tickets').show).toBe('all')
  })
})

describe('people and tags', () => {
  const sam = { id: 12, name: 'Sam' }
  const ana = { id: 13, name: 'Ana' }
  const beginner = { id: 3, name: 'Beginner' }

  it('C06: one of the instructors chosen must lead it', () => {
    const filters = { ...none, instructors: [12, 99] }
    expect(passes(item('10:00', '11:00', { instructors: [sam, ana] }), filters)).toBe(true)
    expect(passes(item('10:00', '11:00', { instructors: [ana] }), filters)).toBe(false)
    expect(passes(item('10:00', '11:00'), filters)).toBe(false)
  })

  it('C06: it must bear one of the tags chosen', () => {
    const filters = { ...none, tags: [3] }
    expect(passes(item('10:00', '11:00', { tags: [beginner] }), filters)).toBe(true)
    expect(passes(item('10:00', '11:00', { tags: [{ id: 4 }] }), filters)).toBe(false)
  })

  it('C06: all must hold at once: each one alone can hide an item', () => {
    const wanted = {
      startTime: '09:00',
      endTime: '12:00',
      show: 'actionable',
      instructors: [12],
      tags: [3],
    } as const
    const good = item('10:00', '11:00', { instructors: [sam], tags: [beginner] })
    expect(passes(good, wanted)).toBe(true)
    expect(passes({ ...good, startsAt: { format24Hour: '08:00' } }, wanted)).toBe(false)
    expect(passes({ ...good, endsAt: { format24Hour: '12:30' } }, wanted)).toBe(false)
    expect(passes({ ...good, actionToShow: { status: 'FULL' } }, wanted)).toBe(false)
    expect(passes({ ...good, instructors: [] }, wanted)).toBe(false)
    expect(passes({ ...good, tags: [] }, wanted)).toBe(false)
  })

  it('offers each name once, in order', () => {
    const items = [
      item('10:00', '11:00', { instructors: [sam, ana] }),
      item('11:00', '12:00', { instructors: [sam] }),
    ]
    expect(choicesAmong(items, 'instructors')).toEqual([ana, sam])
  })
})

describe('filters in the address', () => {
  it('are read and written the same', () => {
    const query = 'from=17%3A00&to=21%3A00&show=actionable&instructor=12&instructor=13&tag=3'
    const filters = filtersIn(new URLSearchParams(query), 'classes')
    expect(filters).toEqual({
      startTime: '17:00',
      endTime: '21:00',
      show: 'actionable',
      instructors: [12, 13],
      tags: [3],
    })
    expect(filtersQuery(filters, 'classes')).toBe(query)
    expect(filtersSet(filters, 'classes')).toBe(4)
  })

  it('leave out what is standard', () => {
    for (const kind of ['classes', 'courts', 'tickets'] as const) {
      expect(filtersQuery(standardFilters(kind), kind)).toBe('')
      expect(filtersSet(standardFilters(kind), kind)).toBe(0)
    }
  })

  it('forget what makes no sense', () => {
    const query = new URLSearchParams('from=25:00&to=late&instructor=x&instructor=7&instructor=7')
    expect(filtersIn(query, 'classes')).toEqual({ ...none, instructors: [7] })
    expect(filtersIn(new URLSearchParams('instructor=7&tag=1'), 'courts').instructors).toEqual([])
  })
})
