import { expect, it } from 'vitest'
import { nextOf } from './again.ts'

/** A Wednesday; the last day that is open is the Wednesday after. */
const [today, lastDay] = ['2026-11-25', '2026-12-02']

const at = (weekday: number, bookedDays: string[] = []) => {
  const {
    firstDay,
    lastDay: last,
    from,
    to,
  } = nextOf({ weekday, startsAt: '18:00', bookedDays }, today, lastDay)
  expect([from, to]).toEqual(['18:00', '18:01'])
  return [firstDay, last]
}

it('takes the next open day of the same weekday that is not booked yet', () => {
  expect(at(4)).toEqual(['2026-11-26', '2026-11-26'])
  expect(at(3)).toEqual(['2026-11-25', '2026-11-25'])
  expect(at(3, ['2026-11-25'])).toEqual(['2026-12-02', '2026-12-02'])
})

it('takes any open day at that time when there is none', () => {
  expect(at(4, ['2026-11-26'])).toEqual([today, lastDay])
})
