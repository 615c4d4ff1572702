import { site as bookings } from '#web/apps/bookings/site.tsx'
import type { Site } from '#web/platform/page.ts'

/**
 * The sites of the product; the key is the folder in web/apps. Each is a chunk of its own but the one where most people
 * start: its few routes come with the script of every page, which saves its first page a request.
 */
export const sites: Readonly<Record<string, () => Promise<{ site: Site }>>> = {
  account: () => import('#web/apps/account/site.tsx'),
  join: () => import('#web/apps/join/site.tsx'),
  bookings: async () => ({ site: bookings }),
  desk: () => import('#web/apps/desk/site.tsx'),
}
