import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Floor } from './plan.ts'

const hour = 3_600_000
const day = 24 * hour

const floorWith = (spaces: number[], from: number, to: number): Floor => {
  const floor = new Floor()
  floor.take(spaces, from, to)
  return floor
}

it('is free before, after and beside what stands on it', () => {
  const floor = floorWith([1, 2], 10 * hour, 11 * hour)
  expect(floor.isFree([1], 9 * hour, 10 * hour)).toBe(true)
  expect(floor.isFree([1], 11 * hour, 12 * hour)).toBe(true)
  expect(floor.isFree([3], 10 * hour, 11 * hour)).toBe(true)
  expect(floor.isFree([1], 9 * hour, 10 * hour + 1)).toBe(false)
  expect(floor.isFree([2], 11 * hour - 1, 12 * hour)).toBe(false)
  expect(floor.isFree([3, 2], 10 * hour, 11 * hour)).toBe(false)
  expect(new Floor().isFree([1], 0, day)).toBe(true)
})

it('has room for several times of a day, and remembers each', () => {
  const floor = floorWith([1], 10 * hour, 11 * hour)
  floor.take([1], 13 * hour, 14 * hour)
  expect(floor.isFree([1], 10 * hour, 11 * hour)).toBe(false)
  expect(floor.isFree([1], 11 * hour, 13 * hour)).toBe(true)
  expect(floor.isFree([1], 13 * hour, 14 * hour)).toBe(false)
})

it('is in use past midnight', () => {
  const floor = floorWith([1], day + 23 * hour, 2 * day + hour)
  expect(floor.isFree([1], 2 * day, 2 * day + hour)).toBe(false)
  expect(floor.isFree([1], 2 * day + hour, 2 * day + 2 * hour)).toBe(true)
  expect(floor.isFree([1], day, day + 23 * hour)).toBe(true)
  expect(floor.isFree([1], 0, 3 * day)).toBe(false)
})

it('two times on the same floor are both free of each other, or neither is', () => {
  const stretch = fc.record({
    space: fc.integer({ min: 1, max: 2 }),
    from: fc.integer({ min: 0, max: 3 * day }),
    ms: fc.integer({ min: 1, max: 2 * day }),
  })
  fc.assert(
    fc.property(stretch, stretch, (one, other) => {
      const meet =
        one.space === other.space && one.from < other.from + other.ms && other.from < one.from + one.ms
      const floor = floorWith([one.space], one.from, one.from + one.ms)
      expect(floor.isFree([other.space], other.from, other.from + other.ms)).toBe(!meet)
    }),
  )
})
