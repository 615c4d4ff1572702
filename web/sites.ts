import type { Site } from '#web/platform/page.ts'

/** The sites of the product, each a separate chunk. The key is the folder in web/apps. */
export const sites: Readonly<Record<string, () => Promise<{ site: Site }>>> = {
  account: () => import('#web/apps/account/site.tsx'),
  join: () => import('#web/apps/join/site.tsx'),
  bookings: () => import('#web/apps/bookings/site.tsx'),
  desk: () => import('#web/apps/desk/site.tsx'),
}
