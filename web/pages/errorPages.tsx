import { lazyComponent } from '#web/platform/lazyComponent.tsx'

/** A first page seldom fails; preloaded, because later the script may no longer be within reach. */
export const ErrorScreen = lazyComponent(
  'web/pages/ErrorScreen.tsx',
  async () => (await import('./ErrorScreen.tsx')).ErrorScreen,
)

/** The theme answered 503 (B03). Maintenance of one venue leaves the way to the others. */
export const Maintenance = () => <ErrorScreen outcome="maintenance" />

/** No theme, no client config, or an error in the frame itself (B04, B07). */
export const Failed = () => <ErrorScreen outcome="failed" />

/** The page's own data failed to load. Without a connection `message` says so. */
export const PageFailed = (failure: { status?: number; message?: string | undefined }) => (
  <ErrorScreen outcome="page-failed" {...failure} />
)

/** The page's script did not load within 120 seconds (B14). */
export const ChunkFailed = () => <ErrorScreen outcome="chunk-failed" />
