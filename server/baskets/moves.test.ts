import { expect, it } from 'vitest'
import type { ListedOption } from '#server/pricing/rules.ts'
import { basketItem } from '#test/fixtures/basketItem.ts'
import { lineAt } from './moves.ts'

const option = (id: number, name: string, band = '', ticketTypeId: number | null = 51): ListedOption => ({
  id,
  name,
  firstPrice: 500,
  steps: [],
  pricesBy: 'session',
  band,
  ticketTypeId,
  concession: false,
  vatRate: null,
  proof: null,
  ageMin: null,
  ageMax: null,
})
const time = (band: string) => ({
  occurrenceId: 4712,
  startsAt: new Date('2027-03-05T18:00:00Z'),
  endsAt: new Date('2027-03-05T19:00:00Z'),
  localDate: '2027-03-05',
  band,
})
const adult = option(71, 'Adult')
const optionAt = (options: ListedOption[], band = '') =>
  lineAt(basketItem({ options }), time(band))?.pricingOptionId

it('a line at another time has that time, and what it had otherwise', () => {
  expect(lineAt(basketItem({ options: [adult] }), time('peak'))).toEqual(
    basketItem({ options: [adult], ...time('peak') }),
  )
})

it('keeps its price, or takes the one of the same name at that time', () => {
  expect(optionAt([option(70, 'Junior'), adult])).toBe(71)
  expect(optionAt([option(70, 'Adult'), adult])).toBe(71)
  const junior = [option(70, 'Junior'), option(80, 'Junior', 'peak')]
  expect(optionAt([...junior, adult, option(81, 'Adult', 'peak')], 'peak')).toBe(81)
  expect(optionAt([adult, option(80, 'Junior', 'peak'), option(81, 'Adult', 'peak')], 'peak')).toBe(81)
})

it('otherwise the first price for anybody, or the first', () => {
  const proved = { ...option(80, 'Student', 'peak'), proof: 'student-card' }
  expect(optionAt([adult, proved, option(82, 'Peak', 'peak')], 'peak')).toBe(82)
  expect(optionAt([adult, proved, { ...option(83, 'Over 60', 'peak'), ageMin: 60 }], 'peak')).toBe(80)
})

it('or the first, where its own is no longer sold', () => {
  expect(optionAt([option(90, 'Other')])).toBe(90)
})

it('is none where the ticket has no price then', () => {
  expect(lineAt(basketItem({ options: [option(71, 'Adult', '', 52)] }), time(''))).toBeNull()
})
