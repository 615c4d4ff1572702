import { describe, expect, test } from 'vitest'
import { milesBetween } from '#contract/distance.ts'
import { findInTable, gazetteer } from './table.ts'

const first = (search: string) => findInTable(search)[0]

describe('towns and postcodes of our own table', () => {
  test('C14: a postcode, whole or in part, written anyhow, is its district', () => {
    for (const written of ['N7', 'n7', ' n7 6gg ', 'N76GG', 'N7 6'])
      expect(first(written)).toMatchObject({ name: 'N7, Holloway', lat: 51.554, lng: -0.118 })
    expect(first('OL16 1AB')?.name).toBe('OL16, Rochdale')
    expect(first('SW1A 1AA')?.name).toBe('SW1A, Westminster')
    // A district no one wrote down is taken for the area's first town.
    expect(first('AB99')?.name).toBe('AB99, Aberdeen')
    expect(first('ol')?.name).toBe('OL, Oldham')
  })

  test('C14: a town in any spelling, the same name elsewhere after it', () => {
    expect(findInTable('OLDHAM').map(({ name }) => name)).toEqual(['Oldham'])
    expect(first('saint albans, UK')?.name).toBe('St Albans')
    expect(first("king's lynn")?.name).toBe("King's Lynn")
    expect(first('kings lynn')?.name).toBe("King's Lynn")
    const newports = findInTable('newport').map(({ name }) => name)
    expect(newports[0]).toBe('Newport, Gwent')
    expect(newports).toContain('Newport, Isle of Wight')
    expect(newports.length).toBeLessThanOrEqual(5)
  })

  test('C14: nothing beyond Great Britain is known, nor what is no place', () => {
    for (const search of ['Paris', 'BT1 1AA', 'D02', 'zz9', 'x', 'qqqq'])
      expect(findInTable(search)).toEqual([])
  })

  test('every line can be read, and every town lies in Great Britain', () => {
    const towns = gazetteer.trim().split('\n')
    expect(towns.length).toBeGreaterThan(115)
    for (const line of towns) {
      const [area = ''] = line.split(':')
      const found = first(area)
      expect(found).toBeDefined()
      expect(found?.lat).toBeGreaterThan(49.8)
      expect(found?.lat).toBeLessThan(61)
      expect(found?.lng).toBeGreaterThan(-8)
      expect(found?.lng).toBeLessThan(1.8)
    }
  })

  test('towns of one area lie near one another, so no number was mistyped by far', () => {
    for (const line of gazetteer.trim().split('\n')) {
      const [area = '', towns = ''] = line.split(':')
      const points = towns.split(';').map((town) => {
        const [, lat, lng] = / (-?\d+\.\d+) (-?\d+\.\d+)/.exec(town) ?? []
        return { lat: Number(lat), lng: Number(lng) }
      })
      const middle = {
        lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
        lng: points.reduce((sum, { lng }) => sum + lng, 0) / points.length,
      }
      // The areas of Galloway, the Highlands and the islands are wide.
      const wide = /^(DG|HS|IV|KA|KW|PA|PH|TR|ZE)$/.test(area) ? 90 : 46
      for (const point of points) expect(milesBetween(point, middle)).toBeLessThan(wide)
    }
  })
})
