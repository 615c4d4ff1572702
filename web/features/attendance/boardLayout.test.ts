import { describe, expect, test } from 'vitest'
import type { Board } from '#contract/attendance.ts'
import { layOutBoard, nextSpot, spotsOf } from './boardLayout.ts'

const day = '2027-03-04'

const aSession = (id: number, from: string, until: string, placeIds: number[]) =>
  ({
    id,
    begins: `${day}T${from}:00Z`,
    ends: `${day}T${until}:00Z`,
    placeIds,
  }) as Board['sessions'][number]

const aBoard = (sessions: Board['sessions'], closures: Board['closures'] = []): Board => ({
  date: { raw: day, tz: 'Europe/London' } as Board['date'],
  today: day,
  hours: { from: `${day}T09:00:00Z`, until: `${day}T11:00:00Z` },
  places: [
    { id: 1, name: 'Court 1', kind: 'courts' },
    { id: 2, name: 'Pool', kind: 'tickets' },
  ],
  sessions,
  closures,
  hires: [],
})

const lanesOf = (board: Board) =>
  layOutBoard(board)?.columns.map(({ lanes }) =>
    lanes.map((lane) => lane.map(({ row, rows, item }) => `${row}+${rows} ${item?.key ?? '-'}`)),
  )

describe('the layout of a board', () => {
  test('covers each row of each lane once, with empty cells up to full hours', () => {
    expect(lanesOf(aBoard([aSession(1, '09:15', '10:00', [1])]))).toEqual([
      [['0+1 -', '1+3 s1-1', '4+4 -']],
      [['0+4 -', '4+4 -']],
    ])
  })

  test('rounds to the nearest quarter, so that what follows on each other stays so', () => {
    const follow = [aSession(1, '09:00', '09:40', [1]), aSession(2, '09:40', '10:20', [1])]
    expect(lanesOf(aBoard(follow))?.[0]).toEqual([['0+3 s1-1', '3+2 s2-1', '5+3 -']])
  })

  test('gives a pool a lane for each session at once, and a hall a cell on each court', () => {
    const swims = [aSession(1, '09:00', '11:00', [2]), aSession(2, '10:00', '11:00', [1, 2])]
    expect(lanesOf(aBoard(swims))).toEqual([[['0+4 -', '4+4 s2-1']], [['0+8 s1-2'], ['0+4 -', '4+4 s2-2']]])
  })

  test('has closures as long as they are in the hours of the day', () => {
    const closure = {
      id: 7,
      origin: 'office',
      begins: '2027-03-03T09:00:00Z',
      ends: `${day}T10:00:00Z`,
      placeIds: [1],
    } as unknown as Board['closures'][number]
    expect(lanesOf(aBoard([], [closure]))?.[0]).toEqual([['0+4 office7-1', '4+4 -']])
  })

  test('of a day without anything is none', () => {
    expect(layOutBoard({ ...aBoard([]), hours: null })).toBeNull()
  })
})

test('arrow keys go down a column and to the nearest time of the next', () => {
  const layout = layOutBoard(
    aBoard([
      aSession(1, '09:00', '09:30', [1]),
      aSession(2, '10:00', '10:30', [1]),
      aSession(3, '09:15', '10:00', [2]),
      aSession(4, '10:30', '11:00', [2]),
    ]),
  )
  if (layout === null) throw new Error('No board.')
  const spots = spotsOf(layout)
  const at = (key: string) => spots.find((spot) => spot.key === key)!
  const go = (from: string, key: string) => nextSpot(spots, at(from), key)?.key
  expect(go('s1-1', 'ArrowDown')).toBe('s2-1')
  expect(go('s2-1', 'ArrowUp')).toBe('s1-1')
  expect(go('s2-1', 'ArrowDown')).toBeUndefined()
  expect(go('s1-1', 'ArrowRight')).toBe('s3-2')
  expect(go('s2-1', 'ArrowRight')).toBe('s4-2')
  expect(go('s4-2', 'ArrowLeft')).toBe('s2-1')
  expect(go('s1-1', 'End')).toBe('s2-1')
  expect(go('s1-1', 'a')).toBeUndefined()
})
