import { describe, expect, it } from 'vitest'
import { itemIdIn, listAddress, panelAddress, slotLinkIn, viewIn, type TimetableState } from './addresses.ts'
import { standardFilters } from './filters.ts'

const state: TimetableState = {
  venueSlug: 'demo-centre',
  activitySlug: 'badminton',
  day: '2027-03-04',
  kind: 'courts',
  view: 'time',
  isViewNamed: false,
  filters: standardFilters('courts'),
  location: undefined,
}
const at = '/location/demo-centre/badminton/2027-03-04'

const hour = {
  id: undefined,
  startsAt: { format12Hour: '6:00pm', format24Hour: '18:00' },
  endsAt: { format12Hour: '7:00pm', format24Hour: '19:00' },
}

describe('A12: addresses of a timetable', () => {
  it('A12: a hall is looked at by time or by location, as its category says unless the address does', () => {
    expect(viewIn(undefined, 'courts', 'location')).toBe('location')
    expect(viewIn(undefined, 'courts', 'time')).toBe('time')
    expect(viewIn('time', 'courts', 'location')).toBe('time')
    expect(viewIn('class', 'courts', 'location')).toBeUndefined()
    expect(viewIn(undefined, 'classes', 'location')).toBe('class')
    expect(viewIn('ticket', 'tickets', 'location')).toBe('ticket')
    expect(viewIn('time', 'classes', 'time')).toBeUndefined()
  })

  it('A12: links of programs in use name the views and a court at an hour in their own way', () => {
    expect(viewIn('by-time', 'courts', 'location')).toBe('time')
    expect(viewIn('by-location', 'courts', 'time')).toBe('location')
    expect(viewIn('by-time', 'classes', 'location')).toBe('class')
    expect(slotLinkIn('slot/18:00-19:00/5e6f7a8b/court-3')).toEqual({
      startTime: '18:00',
      compositeKey: '5e6f7a8b',
      locationSlug: 'court-3',
    })
    expect(slotLinkIn('slot/18:00-19:00')).toEqual({ startTime: '18:00' })
    expect(slotLinkIn('slot/now')).toBeUndefined()
    expect(slotLinkIn('18:00')).toBeUndefined()
  })

  it('A12: day, view and filters stand in the address', () => {
    expect(listAddress(state)).toBe(at)
    expect(listAddress(state, { view: 'location' })).toBe(`${at}/location`)
    expect(listAddress({ ...state, isViewNamed: true }, { day: '2027-03-05' })).toBe(
      '/location/demo-centre/badminton/2027-03-05/time',
    )
    expect(listAddress(state, { filters: { ...state.filters, startTime: '17:00', show: 'all' } })).toBe(
      `${at}?from=17%3A00&show=all`,
    )
  })

  it('A12: a panel is an address of its own, and keeps the filters', () => {
    expect(panelAddress(state, hour)).toBe(`${at}/time/18%3A00`)
    const byCourt = { ...state, view: 'location', location: '481' } as const
    expect(panelAddress(byCourt, { ...hour, id: 4400 })).toBe(`${at}/location/4400?location=481`)
    expect(panelAddress(byCourt, hour)).toBe(`${at}/location/slot/18%3A00-19%3A00?location=481`)
    const classes = { ...state, kind: 'classes', view: 'class', filters: standardFilters('classes') } as const
    expect(panelAddress(classes, { ...hour, id: 'AQGinvented' })).toBe(`${at}/class/AQGinvented`)
    expect(listAddress(classes)).toBe(at)
  })

  it('forgets the court when one looks by time', () => {
    expect(listAddress({ ...state, location: '481' })).toBe(at)
  })
})

it('a link to a class or a ticket names it with or without what it is', () => {
  for (const rest of ['4400123', 'class/4400123', 'ticket/4400123']) expect(itemIdIn(rest)).toBe('4400123')
  expect(itemIdIn('class/AQGinvented')).toBe('AQGinvented')
  expect(itemIdIn('hall/4400123')).toBe('hall/4400123')
})
