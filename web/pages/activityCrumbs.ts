import { links } from '#web/platform/links.ts'
import type { Crumb } from '#web/ui/Breadcrumbs.tsx'

/** The way to an activity (A23): 'Book an activity', then the slug of each activity on the way, capitalised. */
export const activityCrumbs = (venueSlug: string, activitySlugs: readonly string[]): Crumb[] => [
  { label: 'Book an activity', to: links.venue(venueSlug) },
  ...activitySlugs.map((slug) => ({ label: capitalised(slug), to: links.activity(venueSlug, slug) })),
]

/** `badminton-60min` as `Badminton 60min`. */
export const capitalised = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
