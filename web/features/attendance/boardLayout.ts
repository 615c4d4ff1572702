import type { Board } from '#contract/attendance.ts'
import { localMinutes } from '#contract/time.ts'

/** Minutes of a row of the board. */
export const rowMinutes = 15

const rowMs = rowMinutes * 60_000

export type BoardItem =
  | { kind: 'session'; key: string; session: Board['sessions'][number] }
  | { kind: 'closure'; key: string; closure: Board['closures'][number] }
  | { kind: 'hire'; key: string; hire: Board['hires'][number] }

/** What stands in a column from a row on; `item` is null where nothing does. */
type BoardCell = { row: number; rows: number; item: BoardItem | null }

/** A place has as many lanes as it has things on at once. */
type BoardColumn = { place: Board['places'][number]; lanes: BoardCell[][] }

export type BoardLayout = { from: number; rows: number; columns: BoardColumn[] }

/**
 * A day as rows of a quarter of an hour and columns. Starts and ends are rounded to the nearest row, so that what follows
 * on each other stays so. Empty cells end at full hours. null where the day has nothing.
 */
export const layOutBoard = ({
  date,
  hours,
  places,
  sessions,
  closures,
  hires,
}: Board): BoardLayout | null => {
  if (hours === null) return null
  const from = Math.floor(Date.parse(hours.from) / rowMs) * rowMs
  const rows = Math.ceil((Date.parse(hours.until) - from) / rowMs)
  const rowOf = (at: string): number =>
    Math.min(rows, Math.max(0, Math.round((Date.parse(at) - from) / rowMs)))
  const spanOf = (begins: string, ends: string): { row: number; rows: number } => {
    const row = Math.min(rowOf(begins), rows - 1)
    return { row, rows: Math.max(1, rowOf(ends) - row) }
  }
  const firstHour = (60 - (localMinutes(new Date(from), date.tz) % 60)) % 60
  return {
    from,
    rows,
    columns: places.map((place) => {
      const here = ({ placeIds }: { placeIds: readonly number[] }): boolean => placeIds.includes(place.id)
      const cells: BoardCell[] = [
        ...closures.filter(here).map((closure) => ({
          ...spanOf(closure.begins, closure.ends),
          item: { kind: 'closure' as const, key: `${closure.origin}${closure.id}-${place.id}`, closure },
        })),
        ...hires.filter(here).map((hire) => ({
          ...spanOf(hire.begins, hire.ends),
          item: { kind: 'hire' as const, key: `h${hire.id}-${place.id}`, hire },
        })),
        ...sessions.filter(here).map((session) => ({
          ...spanOf(session.begins, session.ends),
          item: { kind: 'session' as const, key: `s${session.id}-${place.id}`, session },
        })),
      ].toSorted((one, other) => one.row - other.row)
      return { place, lanes: toLanes(cells).map((lane) => fillGaps(lane, rows, firstHour / rowMinutes)) }
    }),
  }
}

const endOf = ({ row, rows }: BoardCell): number => row + rows

/** Puts each cell into the first lane that is free. `cells` are by row. */
const toLanes = (cells: readonly BoardCell[]): BoardCell[][] => {
  const lanes: BoardCell[][] = [[]]
  for (const cell of cells) {
    const free = lanes.find((lane) => {
      const last = lane.at(-1)
      return last === undefined || endOf(last) <= cell.row
    })
    if (free === undefined) lanes.push([cell])
    else free.push(cell)
  }
  return lanes
}

/** A lane with empty cells between the others, none beyond a full hour. */
const fillGaps = (lane: readonly BoardCell[], rows: number, firstHour: number): BoardCell[] => {
  const perHour = 60 / rowMinutes
  const filled: BoardCell[] = []
  const fillTo = (end: number): void => {
    const last = filled.at(-1)
    let row = last === undefined ? 0 : endOf(last)
    while (row < end) {
      const nextHour = row < firstHour ? firstHour : row + perHour - ((row - firstHour) % perHour)
      const until = Math.min(end, nextHour)
      filled.push({ row, rows: until - row, item: null })
      row = until
    }
  }
  for (const cell of lane) {
    fillTo(cell.row)
    filled.push(cell)
  }
  fillTo(rows)
  return filled
}

/** A cell by its key, with the column of lanes that it is in. */
type Spot = { key: string; column: number; row: number; rows: number }

/** All sessions of a board in the order of columns. */
export const spotsOf = ({ columns }: BoardLayout): Spot[] =>
  columns
    .flatMap(({ lanes }) => lanes)
    .flatMap((lane, column) =>
      lane.flatMap(({ row, rows, item }) =>
        item?.kind === 'session' ? [{ key: item.key, column, row, rows }] : [],
      ),
    )

/** Where an arrow key leads from a session: the next one in its column, or the nearest in time in the next column with any. */
export const nextSpot = (spots: readonly Spot[], from: Spot, key: string): Spot | undefined => {
  const sameColumn = spots.filter(({ column }) => column === from.column)
  switch (key) {
    case 'ArrowDown':
      return sameColumn.find(({ row }) => row > from.row)
    case 'ArrowUp':
      return sameColumn.findLast(({ row }) => row < from.row)
    case 'Home':
      return sameColumn[0]
    case 'End':
      return sameColumn.at(-1)
    case 'ArrowRight':
    case 'ArrowLeft': {
      const beyond = spots.filter(({ column }) =>
        key === 'ArrowRight' ? column > from.column : column < from.column,
      )
      const column = (key === 'ArrowRight' ? beyond[0] : beyond.at(-1))?.column
      return beyond
        .filter((spot) => spot.column === column)
        .toSorted((one, other) => Math.abs(one.row - from.row) - Math.abs(other.row - from.row))[0]
    }
    default:
      return undefined
  }
}
