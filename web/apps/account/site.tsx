import { online } from '#web/channels/online.ts'
import { AccountFrame } from '#web/pages/AccountFrame.tsx'
import { loadOwnFrame } from '#web/pages/loadFrame.ts'
import { page as notFound } from '#web/pages/NotFoundPage.tsx'
import { ChunkFailed, Failed, Maintenance, PageFailed } from '#web/pages/errorPages.tsx'
import type { Site } from '#web/platform/page.ts'
import { routes } from './routes.tsx'

/** The account site, where customers manage their bookings, memberships and data. */
export const site: Site = {
  name: 'account',
  routes,
  notFound,
  loadFrame: loadOwnFrame,
  Frame: AccountFrame,
  Maintenance,
  Failed,
  PageFailed,
  ChunkFailed,
  channel: online,
}
