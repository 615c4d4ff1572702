import { kiosk } from '#web/channels/kiosk.ts'
import { online } from '#web/channels/online.ts'
import { loadFrame } from '#web/pages/loadFrame.ts'
import { page as notFound } from '#web/pages/NotFoundPage.tsx'
import { SiteFrame } from '#web/pages/SiteFrame.tsx'
import { ChunkFailed, Failed, Maintenance, PageFailed } from '#web/pages/errorPages.tsx'
import type { Site } from '#web/platform/page.ts'
import { routes } from './routes.tsx'

/** The bookings site, where visitors and customers book. */
export const site: Site = {
  name: 'bookings',
  routes,
  notFound,
  loadFrame,
  Frame: SiteFrame,
  Maintenance,
  Failed,
  PageFailed,
  ChunkFailed,
  channel: online,
  kiosk,
}
