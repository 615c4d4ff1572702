import { describe, expect, it } from 'vitest'
import { milesBetween, onMap, displayMiles, parsePoint } from './distance.ts'

describe('distance', () => {
  it('is in miles of 1609.344 metres', () => {
    // A degree of latitude of a round earth is 111.195 km.
    expect(milesBetween({ lat: 53, lng: -2 }, { lat: 54, lng: -2 })).toBeCloseTo(111_195.08 / 1609.344, 3)
    // London to Manchester, centre to centre.
    expect(displayMiles(milesBetween({ lat: 51.5074, lng: -0.1278 }, { lat: 53.4808, lng: -2.2426 }))).toBe(
      '162.8',
    )
  })

  it('is the same there and back, and nothing to itself', () => {
    const here = { lat: 53.59, lng: -2 }
    const there = { lat: 51.5, lng: 0.12 }
    expect(milesBetween(here, there)).toBeCloseTo(milesBetween(there, here), 9)
    expect(milesBetween(here, here)).toBe(0)
    expect(milesBetween({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(13.82, 1)
  })

  it('is displayed with one decimal', () => {
    expect([displayMiles(0), displayMiles(3.24), displayMiles(12)]).toEqual(['0.0', '3.2', '12.0'])
  })

  it.each([
    [{ lat: 53.59, lng: -2 }, true],
    [{ lat: 90, lng: 0 }, true],
    [{ lat: -90, lng: 0 }, true],
    [{ lat: 90.1, lng: 0 }, false],
    [{ lat: -91, lng: 0 }, false],
    [{ lat: null, lng: -2 }, false],
    [{ lat: 53, lng: null }, false],
    [{ lat: Number.NaN, lng: 0 }, false],
    [{ lat: 0, lng: Infinity }, false],
  ])('%o is on the map: %s', (place, visible) => {
    expect(onMap(place)).toBe(visible)
  })
})

it('a point of the address is one of the earth', () => {
  expect(parsePoint('53.546,-2.113')).toEqual({ lat: 53.546, lng: -2.113 })
  for (const written of [null, '', 'here', '91,0', '53', '53,999', '1e1,2'])
    expect(parsePoint(written)).toBeUndefined()
})
