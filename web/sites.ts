import type { Site } from '#web/platform/page.ts'

/** The sites of the product, each a script of its own. `name` is its folder in web/apps. */
export const sites: Readonly<Record<string, () => Promise<{ site: Site }>>> = {
  bookings: () => import('#web/apps/bookings/site.tsx'),
}
