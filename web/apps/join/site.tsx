import { joining } from '#web/channels/joining.ts'
import { JoinFrame } from '#web/pages/JoinFrame.tsx'
import { loadFrame } from '#web/pages/loadFrame.ts'
import { page as notFound } from '#web/pages/NotFoundPage.tsx'
import { ChunkFailed, Failed, Maintenance, PageFailed } from '#web/pages/errorPages.tsx'
import type { Site } from '#web/platform/page.ts'
import { routes } from './routes.tsx'

/** The joining site, where customers buy memberships. */
export const site: Site = {
  name: 'join',
  routes,
  notFound,
  loadFrame,
  Frame: JoinFrame,
  Maintenance,
  Failed,
  PageFailed,
  ChunkFailed,
  channel: joining,
}
