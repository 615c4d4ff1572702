import { frontDesk } from '#web/channels/frontDesk.ts'
import { DeskFrame } from '#web/pages/DeskFrame.tsx'
import { loadDeskFrame } from '#web/pages/loadDeskFrame.ts'
import { page as notFound } from '#web/pages/NotFoundPage.tsx'
import { ChunkFailed, Failed, Maintenance, PageFailed } from '#web/pages/errorPages.tsx'
import type { Site } from '#web/platform/page.ts'
import { routes } from './routes.tsx'

/** The front desk, where staff sell, check people in and see the takings. */
export const site: Site = {
  name: 'desk',
  routes,
  notFound,
  loadFrame: loadDeskFrame,
  Frame: DeskFrame,
  Maintenance,
  Failed,
  PageFailed,
  ChunkFailed,
  channel: frontDesk,
}
