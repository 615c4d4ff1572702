import { dateNotOffered } from '#contract/failure.ts'
import type { timetable } from '#contract/timetable.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Availability } from './availability.ts'
import { isPublicId } from './rules.ts'

export const timetableRoutes = ({
  times,
  slots,
  classes,
  oneClass,
  tickets,
  oneTicket,
  occurrence,
  household,
  nextDays,
}: Availability): Routes<typeof timetable> => ({
  times: ({ params, query: { date }, actor, now }) => times('v1', { ...params, date, actor, now }),
  timesV2: ({ params, query: { date }, actor, now }) => times('v2', { ...params, date, actor, now }),
  slots: ({ params, query: { date, ...filter }, actor, now }) =>
    slots('v1', { ...params, date, actor, now }, filter),
  slotsV2: ({ params, query: { date, ...filter }, actor, now }) =>
    slots('v2', { ...params, date, actor, now }, filter),
  classes: ({ params, query: { date }, actor, now }) => classes('v1', { ...params, date, actor, now }),
  classesV2: ({ params, query: { date }, actor, now }) => classes('v2', { ...params, date, actor, now }),
  classById: ({ params, actor, now }) => oneClass('v1', { ...params, actor, now }),
  classByIdV2: ({ params, actor, now }) => oneClass('v2', { ...params, actor, now }),
  tickets: ({ params: { venue, category, activity }, query: { date }, actor, now }) => {
    if (typeof activity === 'number' || isPublicId(activity)) {
      return oneTicket({ id: activity, venue, category, actor, now })
    }
    if (date === undefined) throw invalid({ date: [() => dateNotOffered] })
    return tickets({ venue, category, activity, date, actor, now })
  },
  days: ({ params, actor, now }) => nextDays({ ...params, actor, now }),
  occurrence: ({ params: { id }, actor, now }) => occurrence({ id, actor, now }),
  household: ({ params: { id }, actor, now }) => household({ id, actor, now }),
})
