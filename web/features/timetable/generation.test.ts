import { describe, expect, it } from 'vitest'
import { api } from '#web/platform/api.ts'
import { callsOf, generationOn, kindOf } from './generation.ts'

const config = { migrationDate: null }

describe('C04: which world of ids a day is requested in', () => {
  const venue = { activitiesV2Enabled: true, migrationDate: '2027-03-10' }

  it('C04: is the first before the venue migration date and the second on and after it', () => {
    expect(generationOn(venue, config, '2027-03-09')).toBe('v1')
    expect(generationOn(venue, config, '2027-03-10')).toBe('v2')
    expect(generationOn(venue, config, '2027-12-31')).toBe('v2')
  })

  it("C04: goes by the client config's date where the venue has none", () => {
    const undated = { activitiesV2Enabled: true, migrationDate: null }
    expect(generationOn(undated, { migrationDate: '2027-01-01' }, '2026-12-31')).toBe('v1')
    expect(generationOn(undated, { migrationDate: '2027-01-01' }, '2027-01-01')).toBe('v2')
    expect(generationOn(undated, config, '2027-01-01')).toBe('v1')
  })

  it("C04: prefers the venue's date to the client config's", () => {
    expect(generationOn(venue, { migrationDate: '2026-01-01' }, '2027-03-09')).toBe('v1')
  })

  it('C04: stays the first at a venue that is not switched over', () => {
    expect(generationOn({ ...venue, activitiesV2Enabled: false }, config, '2027-12-31')).toBe('v1')
  })
})

describe('what the category type asks for', () => {
  it('C04: reads the type of the world it is in', () => {
    const category = { v1Type: 'fast_ticket_templates', v2Type: 'classes' } as const
    expect(kindOf(category, 'v1')).toBe('tickets')
    expect(kindOf(category, 'v2')).toBe('classes')
    expect(kindOf({ v1Type: 'ad_hoc_templates', v2Type: 'resources' }, 'v1')).toBe('courts')
    expect(kindOf({ v1Type: 'ad_hoc_templates', v2Type: 'resources' }, 'v2')).toBe('courts')
    expect(kindOf({ v1Type: 'class_templates', v2Type: 'ticketed' }, 'v1')).toBe('classes')
    expect(kindOf({ v1Type: 'class_templates', v2Type: 'ticketed' }, 'v2')).toBe('tickets')
  })

  it('C04: never mixes the two worlds', () => {
    for (const call of Object.values(callsOf('v1'))) expect(call.path).not.toContain('/v2/')
    for (const call of Object.values(callsOf('v2'))) expect(call.path).toContain('/v2/')
    expect(callsOf('v2').times).toBe(api.timetable.timesV2)
  })
})
