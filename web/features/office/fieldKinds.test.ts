import { describe, expect, test } from 'vitest'
import type { FieldValue } from '#contract/office.ts'
import type { FormValues } from '#web/platform/useForm.ts'
import { describeValue, typedValue } from './fieldKinds.ts'

const ofVenue = (name: string, value: FieldValue) => describeValue('venue', name, value, '£')
const ofActivity = (name: string, value: FieldValue) => describeValue('activity', name, value, '€')

describe('a value reads', () => {
  test('as people say it', () => {
    expect(ofVenue('status', 'maintenance')).toEqual(['Under maintenance'])
    expect(
      ofVenue('openingHours', [
        { days: 'Mon', hours: '6am' },
        { days: 'Tue', hours: '7am' },
      ]),
    ).toEqual(['Mon: 6am', 'Tue: 7am'])
    expect(ofVenue('amenities', [])).toEqual(['None'])
    expect(ofVenue('release', { visitorDays: 0, customerDays: 1, time: '22:00' })).toEqual([
      'Visitors: on the day. Customers: 1 day before. At 22:00.',
    ])
    expect(ofActivity('release', null)).toEqual(['As the venue'])
    expect(ofActivity('release', { days: 28, time: '09:00' })).toEqual(['28 days before, at 09:00'])
    expect(ofActivity('release', { minutes: 90 })).toEqual(['90 minutes before the start'])
    expect(ofActivity('freeCancelMinutes', 0)).toEqual(['Until the start'])
    expect(ofActivity('freeCancelMinutes', 2880)).toEqual(['Until 2 days before the start'])
    expect(ofActivity('lastBookableMinutes', -60)).toEqual(['1 hour before the start'])
    expect(ofActivity('lateCancelFee', '2.50')).toEqual(['€2.50'])
    expect(ofActivity('lateCancelFee', null)).toEqual(['The whole price'])
    expect(ofActivity('noShowPenalty', null)).toEqual(['None'])
    expect(ofActivity('description', 'One.\n\nTwo.')).toEqual(['One.', 'Two.'])
  })
})

describe('what is typed', () => {
  const form = (values: Record<string, string | string[]>): FormValues => ({
    text: (name) => String(values[name] ?? ''),
    isChecked: (name) => name in values,
    all: (name) => [values[name] ?? []].flat(),
  })

  test('is what a file would say', () => {
    expect(typedValue('list', form({ value: 'Café\n\n Car park ' }))).toEqual(['Café', 'Car park'])
    expect(typedValue('amount', form({ value: ' ' }))).toBeNull()
    expect(typedValue('amount', form({ value: '2.50' }))).toBe('2.50')
    expect(typedValue('optionalText', form({ value: '' }))).toBeNull()
    expect(typedValue('number', form({ value: '-30' }))).toBe(-30)
    expect(typedValue('yesNo', form({}))).toBe(false)
    expect(typedValue('ownRelease', form({ rule: 'venue', days: '3' }))).toBeNull()
    expect(typedValue('ownRelease', form({ rule: 'minutes', minutes: '90' }))).toEqual({ minutes: 90 })
  })

  test('in lines of opening hours is left out where both parts are empty, and refused later where one is', () => {
    const typed = form({ days: ['Mon', '', 'Tue'], hours: ['6am', '', ''] })
    expect(typedValue('hours', typed)).toEqual([
      { days: 'Mon', hours: '6am' },
      { days: 'Tue', hours: '' },
    ])
  })

  test('as no number is none', () => {
    expect(JSON.stringify(typedValue('number', form({ value: '' })))).toBe('null')
  })
})
