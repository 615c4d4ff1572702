import { expect, it } from 'vitest'
import { moment } from '#contract/time.ts'
import { closuresOn } from './closuresOn.ts'

const at = (utc: string) => moment(new Date(utc), 'Europe/London')

const pool = {
  places: ['Pool'],
  from: at('2027-07-01T13:00:00Z'),
  // Midnight on the wall.
  until: at('2027-07-03T23:00:00Z'),
  reason: 'The pump has failed.',
  activities: ['swim', 'aqua'],
}
const venue = { places: [], from: at('2027-07-03T23:00:00Z'), until: null, reason: '', activities: [] }

const of = (day: string, activity: string) => closuresOn([pool, venue], day, activity)

it('names what is closed on the days that it touches on the wall, and for what takes place there', () => {
  expect(of('2027-06-30', 'swim')).toEqual([])
  expect(of('2027-07-01', 'swim')).toEqual([pool])
  expect(of('2027-07-03', 'aqua')).toEqual([pool])
  expect(of('2027-07-03', 'yoga')).toEqual([])
})

it('counts the closure of a whole venue for everything, and one without an end for ever', () => {
  expect(of('2027-07-04', 'swim')).toEqual([venue])
  expect(of('2028-01-01', 'yoga')).toEqual([venue])
})
