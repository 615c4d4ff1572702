import { api, ApiError } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { definePage, notFound, redirect, type LoaderArgs } from '#web/platform/page.ts'

/** `/{venue}`, `/{venue}/{activity}`, `/{venue}/{activity}/{date}[/{type}]`: redirects to the full URL (A15–A18). */
const load = async ({
  params,
  query,
  read,
}: LoaderArgs<'venueSlug', 'activitySlug' | 'dateSlug' | 'type'>) => {
  const { venueSlug, activitySlug, dateSlug, type } = params
  // A file that browsers request by themselves (/favicon.ico) is not a venue and needs no notice.
  if (`${venueSlug}${activitySlug ?? ''}`.includes('.')) return notFound()
  try {
    await (activitySlug === undefined
      ? read(api.venues.one, { venue: venueSlug })
      : Promise.all([
          read(api.venues.one, { venue: venueSlug }),
          read(api.activities.category, { venue: venueSlug, activity: activitySlug }),
        ]))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return redirect(links.home(), { flash: 'activity-not-found' })
    throw error
  }
  const to =
    activitySlug === undefined
      ? links.venue(venueSlug)
      : dateSlug === undefined
        ? links.activity(venueSlug, activitySlug)
        : links.timeSlots(venueSlug, activitySlug, dateSlug, type)
  return redirect(query.size === 0 ? to : `${to}?${query}`)
}

export const page = definePage({ load, title: () => '', Component: () => null })
