import type { Category } from '#contract/shapes.ts'
import type { BookableSlot, BookableTicket } from '#contract/bookables.ts'
import type { Offer } from '#contract/search.ts'
import { itemIdIn, slotLinkIn, viewIn } from '#web/features/timetable/addresses.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import type { Length } from '#web/features/timetable/LengthChoice.tsx'
import { nearestOffered } from '#web/features/timetable/days.ts'
import { callsOf, generationOn, kindOf } from '#web/features/timetable/generation.ts'
import { buildDayQuery, hourArgs, readDay, type DayQuery } from '#web/features/timetable/useDay.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { redirect, type LoaderArgs } from '#web/platform/page.ts'
import type { Read } from '#web/platform/queries.ts'
import { rememberVenue } from '#web/platform/venue.ts'

/** What the last part of the URL opens: an hour by its start, anything else by its id. */
export type Panel =
  | {
      is: 'hour'
      startTime: string
      /** The slug of the court that the URL selects. */
      court?: string | undefined
    }
  | { is: 'item'; id: string }
  | { is: 'missing'; nearest?: Offer | null }

/** Loads an offered day in one of its views, with the panel that the URL names; other URLs redirect to the nearest day. */
export const loadTimeSlots = async ({
  params,
  query,
  read,
  context,
}: LoaderArgs<'venueSlug' | 'activitySlug' | 'dateSlug', 'type' | 'rest'>) => {
  const { venueSlug, activitySlug, dateSlug, type, rest } = params
  const [venue, activity, config, dates] = await Promise.all([
    read(api.venues.one, { venue: venueSlug }),
    read(api.activities.category, { venue: venueSlug, activity: activitySlug }),
    read(api.operator.config),
    read(api.activities.dates, { venue: venueSlug, category: activitySlug }),
  ])
  const [onlyChild] = activity.children
  const day = nearestOffered(dateSlug, dates)
  // Nothing to choose here: the activity's own page says so, or lists its parts.
  if (onlyChild !== undefined || day === undefined) return redirect(links.activity(venue.slug, activity.slug))
  const withQuery = (address: string): string => {
    const text = query.toString()
    return text === '' ? address : `${address}?${text}`
  }
  if (day !== dateSlug) {
    const isDate = /^\d{4}-\d\d-\d\d$/.test(dateSlug)
    // A link to one session says that it is over.
    const session = rest !== undefined && itemIdIn(rest) !== rest ? rest : undefined
    const to = withQuery(links.timeSlots(venue.slug, activity.slug, day, type, session))
    return redirect(to, isDate ? { flash: 'nearest-date' } : {})
  }
  rememberVenue(context, { venueSlug: venue.slug, activitySlug: activity.slug })

  const generation = generationOn(venue, config, day)
  const kind = kindOf(activity, generation)
  const view = viewIn(type, kind, activity.browseByName)
  if (view === undefined) return redirect(withQuery(links.timeSlots(venue.slug, activity.slug, day)))
  const dayQuery = buildDayQuery(venue.slug, activity, day, { generation, kind, view })
  const link = rest === undefined ? undefined : slotLinkIn(rest)
  const named = panelIn(rest, dayQuery)

  const [items, lengths] = await Promise.all([
    readDay(read, dayQuery).catch(ignoreTemporaryFailure),
    kind === 'courts' && activity.parentSlug !== null
      ? read(api.activities.category, { venue: venueSlug, activity: activity.parentSlug }).then((parent) =>
          lengthsOf(parent, generation),
        )
      : [],
    named?.is === 'hour'
      ? read(callsOf(generation).slots, hourArgs(dayQuery, named.startTime)).catch(ignoreTemporaryFailure)
      : undefined,
    read(api.timetable.days, { venue: venue.slug, activity: activity.slug }).catch(ignoreTemporaryFailure),
  ])
  if (items === 'not offered') {
    const other = nearestOffered(
      day,
      dates.filter(({ raw }) => raw !== day),
    )
    if (other === undefined) return redirect(links.activity(venue.slug, activity.slug))
    return redirect(withQuery(links.timeSlots(venue.slug, activity.slug, other, type)), {
      flash: 'nearest-date',
    })
  }
  const linked =
    kind === 'courts' || link === undefined
      ? undefined
      : items?.find(
          ({ compositeKey, startsAt }) =>
            compositeKey === link.compositeKey || startsAt.format24Hour === link.startTime,
        )
  const panel: Panel | undefined = linked?.id === undefined ? named : { is: 'item', id: String(linked.id) }
  // An item that is not in the day's list may be on another day, or gone.
  const found =
    panel?.is === 'item' && items?.every(({ id }) => String(id) !== panel.id) === true
      ? await readSingle(read, dayQuery, panel.id)
      : undefined
  const single = dates.some(({ raw }) => raw === found?.date.raw) ? found : undefined
  if (single !== undefined && single.date.raw !== day) {
    return redirect(withQuery(links.timeSlots(venue.slug, activity.slug, single.date.raw, view, rest)))
  }
  // The link may name it by the id of the other generation.
  const listed = single === undefined ? undefined : items?.find((item) => isSameItem(item, single, kind))
  const openPanel: Panel | undefined =
    listed?.id !== undefined
      ? { is: 'item', id: String(listed.id) }
      : single === undefined && panel?.is === 'item' && isMissing(items, panel.id)
        ? {
            is: 'missing',
            // Without it the page says all the same that the session is gone.
            nearest: await read(api.search.nearest, {
              venue: venue.slug,
              activity: activity.slug,
              from: day,
            }).catch(() => null),
          }
        : panel
  return { venue, activity, lengths, dates, day, dayQuery, isViewNamed: type !== undefined, panel: openPanel }
}

/** The activities of the same courts under one heading, by what their names add to its name: `40 min`, `60 min`. */
const lengthsOf = ({ name: heading, children }: Category, generation: DayQuery['generation']): Length[] =>
  children
    .filter((child) => kindOf(child, generation) === 'courts')
    .map(({ slug, name }) => ({
      slug,
      name: name.startsWith(`${heading} `) ? name.slice(heading.length + 1) : name,
    }))

const panelIn = (rest: string | undefined, { kind, view }: DayQuery): Panel | undefined => {
  if (rest === undefined || rest === '') return undefined
  const link = slotLinkIn(rest)
  if (kind === 'courts' && link !== undefined) {
    return { is: 'hour', startTime: link.startTime, court: link.locationSlug }
  }
  if (view !== 'time') return { is: 'item', id: itemIdIn(rest) }
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(rest) ? { is: 'hour', startTime: rest } : { is: 'missing' }
}

/** A failed timetable does not fail the page: its list shows the error and retries. */
const ignoreTemporaryFailure = (error: unknown): 'not offered' | undefined => {
  if (!(error instanceof ApiError) || error.status === 404) throw error
  return error.status === 422 ? 'not offered' : undefined
}

/** Two courts of one hour have the same composite key; sessions of an activity at one time do not differ otherwise. */
const isSameItem = (item: Bookable, single: BookableSlot | BookableTicket, kind: DayQuery['kind']): boolean =>
  item.id === single.id ||
  (kind !== 'courts' && item.compositeKey === single.compositeKey && item.name === single.name)

const isMissing = (items: readonly Bookable[] | undefined, wantedId: string): boolean =>
  items?.every(({ id }) => String(id) !== wantedId) === true

/** One item by its id; undefined when it no longer exists. */
const readSingle = async (
  read: Read,
  { venue, activity, category, generation, kind }: DayQuery,
  id: string,
): Promise<BookableSlot | BookableTicket | undefined> => {
  try {
    if (kind === 'classes') return await read(callsOf(generation).classById, { venue, activity, id })
    if (kind === 'courts') return await read(api.timetable.occurrence, { id })
    return (await read(api.timetable.tickets, { venue, category, activity: id }))[0]
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) return undefined
    throw error
  }
}
