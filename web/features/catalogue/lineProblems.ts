import type { CatalogueRow } from '#contract/office.ts'
import { problems } from '#messages/desk/timetableWeek.ts'
import { intervalsOf } from './exceptions.ts'
import { bookable, textOf } from './choices.ts'
import type { Lists } from './choices.ts'
import type { FieldErrors } from './drafts.ts'
import { minutesOf, weekdaysOf, wordsOf } from './weekGrid.ts'
import type { GridList } from './weekGrid.ts'

const [shortest, longest] = [5, 600]

/** What is to be filled in first. The rest is said by the server, where the draft is tried out. */
export const lineProblems = (
  list: GridList,
  row: CatalogueRow,
  { lists, before, today }: { lists: Lists; before: CatalogueRow | null; today: string },
): FieldErrors => {
  const value = (field: string): string => textOf(row[field]).trim()
  const isNew = (field: string): boolean => value(field) !== textOf(before?.[field])
  const isPast = (field: string): boolean => isNew(field) && value(field) !== '' && value(field) < today
  const minutes = Number(value('minutes'))
  const activity = bookable(lists).find(({ slug }) => slug === row['activity'])
  const isClass = activity?.['kind'] === 'classes'
  const found: Record<string, string | undefined> = {
    activity: value('activity') === '' ? problems.activity : undefined,
    start: minutesOf(value('start')) === null ? problems.start : undefined,
    minutes:
      Number.isInteger(minutes) && minutes >= shortest && minutes <= longest ? undefined : problems.minutes,
    capacity: value('capacity') === '' && (isClass || list === 'sessions') ? problems.capacity : undefined,
    ...(list === 'sessions'
      ? {
          location: value('location') === '' ? problems.location : undefined,
          date: isPast('date') ? problems.past : undefined,
        }
      : {
          days: weekdaysOf(row).length === 0 ? problems.days : undefined,
          locations: wordsOf(row['locations']).length === 0 ? problems.location : undefined,
          from: isPast('from') ? problems.past : undefined,
          to: isPast('to')
            ? problems.past
            : value('to') !== '' && value('to') < value('from')
              ? problems.order
              : undefined,
          except: intervalsOf(value('except')).some(({ from, until }) => until < from)
            ? problems.order
            : undefined,
        }),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, text]) => (text === undefined ? [] : [[field, [text]]])),
  )
}
