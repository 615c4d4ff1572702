import { describe, expect, it } from 'vitest'
import type { BookableSlot } from '#contract/bookables.ts'
import { courtsOf, isPeak, lowestPrice, rowsOf, wholeRows } from './courtRows.ts'

const slot = (court: number, start: string, raw = 980) =>
  ({
    location: { id: String(court), name: `Court ${court}` },
    startsAt: { format24Hour: start },
    endsAt: { format24Hour: `${start.slice(0, 2)}:59` },
    price: { raw },
  }) as BookableSlot

describe('C02: the grid of courts', () => {
  const slots = [slot(10, '09:00'), slot(2, '09:00'), slot(2, '18:00', 1345), slot(10, '18:00', 1345)]

  it('C02: has a row for each time and a column for each court, also where one has nothing', () => {
    const courts = courtsOf(slots)
    expect(courts.map(({ name }) => name)).toEqual(['Court 2', 'Court 10'])
    const rows = rowsOf([...slots, slot(2, '20:00')], courts)
    expect(rows.map(({ first }) => first.startsAt.format24Hour)).toEqual(['09:00', '18:00', '20:00'])
    expect(rows.map(({ cells }) => cells.map((cell) => cell?.location.id))).toEqual([
      ['2', '10'],
      ['2', '10'],
      ['2', undefined],
    ])
  })

  it('says which times are peak', () => {
    const [morning, evening] = rowsOf(slots, courtsOf(slots))
    expect(lowestPrice(slots)).toBe(980)
    expect(isPeak(morning?.cells ?? [], 980)).toBe(false)
    expect(isPeak(evening?.cells ?? [], 980)).toBe(true)
  })

  it('keeps the whole row of a time of which one court passes the filters', () => {
    expect(wholeRows(slots, slots.slice(0, 1))).toEqual(slots.slice(0, 2))
  })
})
