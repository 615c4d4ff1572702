import { expect, it } from 'vitest'
import { isUnrestricted, listedFor } from './rules.ts'

const option = (id: number, band: string, ticketTypeId: number | null = null) => ({ id, band, ticketTypeId })
const idsOf = (options: readonly { id: number }[]) => options.map(({ id }) => id)

it('offers the prices of the band, or those without a band', () => {
  const options = [option(1, ''), option(2, 'peak'), option(3, 'off-peak'), option(4, 'peak')]
  expect(idsOf(listedFor(options, 'peak', null))).toEqual([2, 4])
  expect(idsOf(listedFor(options, 'evening', null))).toEqual([1])
  expect(idsOf(listedFor(options, '', null))).toEqual([1])
})

it('offers the prices of the ticket type alone', () => {
  const options = [option(1, '', 7), option(2, 'peak', 8), option(3, '', null)]
  expect(idsOf(listedFor(options, 'peak', 7))).toEqual([1])
  expect(idsOf(listedFor(options, 'peak', 8))).toEqual([2])
  expect(idsOf(listedFor(options, 'peak', null))).toEqual([3])
  expect(listedFor(options, '', 8)).toEqual([])
})

it('is unrestricted without proof and ages', () => {
  const anybody = { proof: null, ageMin: null, ageMax: null }
  expect(isUnrestricted(anybody)).toBe(true)
  expect(isUnrestricted({ ...anybody, proof: 'student' })).toBe(false)
  expect(isUnrestricted({ ...anybody, ageMin: 0 })).toBe(false)
  expect(isUnrestricted({ ...anybody, ageMax: 15 })).toBe(false)
})
