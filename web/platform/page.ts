import type { ReactNode } from 'react'
import type { Crumb } from '#web/ui/Breadcrumbs.tsx'
import type { FlashName } from './messages.ts'
import type { Read } from './queries.ts'
import type { Theme } from './theme.ts'
import type { PageContext } from './pageContext.tsx'

/**
 * A page is one file in web/pages, named `…Page.tsx`, that exports `page`:
 *
 *   const load = async ({ params, read }: Load<'venueSlug'>) => {
 *     const [venue] = await Promise.all([                      // all reads in parallel
 *       read(api.venues.one, { venue: params.venueSlug }),     // a 404 here shows the not-found page
 *       read(api.activities.categories, { venue: params.venueSlug }),
 *     ])
 *     return { venue }
 *   }
 *
 *   const VenuePage = ({ data: { venue } }: PageProps<typeof load>) => {
 *     const { data: categories } = useRead(api.activities.categories, { venue: venue.slug })   // always has data
 *     return <Container><PageHeading>{venue.name}</PageHeading> …</Container>
 *   }
 *
 *   export const page = definePage({
 *     load,
 *     title: ({ venue }) => venue.name,
 *     breadcrumbs: ({ venue }) => [{ label: 'Book an activity' }],
 *     Component: VenuePage,
 *   })
 *
 * Then add it to web/apps/<app>/routes.tsx: `at('/location/:venueSlug', 'VenuePage', () => import('#web/pages/VenuePage.tsx'))`.
 *
 * The same loader runs on the server and in the browser. It may return `redirect(links.home(), { flash: 'choose-venue' })`
 * or `notFound()` instead of data. Visible state (filters, an open panel) belongs in the URL: read it from `query`, change
 * it by <Link> or `useNavigate()`.
 */
export type Page<Data = unknown> = {
  load: (args: AnyLoaderArgs) => Promise<Data | Redirect | NotFound>
  /** Without the operator's name, which is added. */
  title: (data: Data) => string
  breadcrumbs?: (data: Data) => readonly Crumb[]
  Component: (props: { data: Data; params: Params; query: URLSearchParams }) => ReactNode
}

export type Params = Readonly<Record<string, string>>

type AnyLoaderArgs = {
  params: Params
  query: URLSearchParams
  read: Read
  context: PageContext
  /** The requested URL, with base path and query. */
  url: URL
}

/** A loader's arguments. `Needed` and `Optional` name the path parameters it uses. */
export type LoaderArgs<Needed extends string = never, Optional extends string = never> = Omit<
  AnyLoaderArgs,
  'params'
> & {
  params: Readonly<Record<Needed, string> & Partial<Record<Optional, string>>>
}

type Loaded<T> = Exclude<T, Redirect | NotFound>

export type PageProps<L extends (args: never) => unknown> = {
  data: Loaded<Awaited<ReturnType<L>>>
  params: Params
  query: URLSearchParams
}

export type Redirect = {
  readonly outcome: 'redirect'
  /** A path of this site without its base path, or the absolute URL of another site of the product. */
  readonly to: string
  readonly flash?: FlashName
  /** 301 instead of 302. */
  readonly permanent?: true
}

export type NotFound = { readonly outcome: 'not-found' }

/** Redirects, optionally with a notice that survives a full page load. */
export const redirect = (to: string, options: { flash?: FlashName; permanent?: true } = {}): Redirect => ({
  outcome: 'redirect',
  to,
  ...options,
})

/** Shows the not-found page, with status 404. */
export const notFound = (): NotFound => ({ outcome: 'not-found' })

/** Checks the types of a page's parts against each other, and hides the data type for the route table. */
export const definePage = <L extends (args: never) => Promise<unknown>>(page: {
  load: L
  title: (data: Loaded<Awaited<ReturnType<L>>>) => string
  breadcrumbs?: (data: Loaded<Awaited<ReturnType<L>>>) => readonly Crumb[]
  Component: (props: PageProps<L>) => ReactNode
}): Page => page as unknown as Page

export type Route = {
  /** `/location/:venueSlug/:activitySlug?/*` */
  readonly pattern: string
  /** The page's file in web/pages without `.tsx`, which finds its script and styles in the build's manifest. */
  readonly name: string
  readonly load: () => Promise<{ page: Page }>
}

export const at = (pattern: string, name: string, load: Route['load']): Route => ({ pattern, name, load })

/** A site of the product: its pages and its frame. Each is a folder of web/apps. */
export type Site = {
  readonly name: string
  readonly routes: readonly Route[]
  /** Displayed for URLs without a route. */
  readonly notFound: Page
  /** Reads the data of the frame (theme, client config, session, basket, footer). */
  readonly loadFrame: (args: AnyLoaderArgs) => Promise<FrameData>
  readonly Frame: (props: { screen: Screen; children: ReactNode }) => ReactNode
  /** The maintenance page, without theme or config. */
  readonly Maintenance: () => ReactNode
  readonly Failed: () => ReactNode
  /** Inside the frame, when the page's data (or, for ChunkFailed, its script) failed to load. */
  readonly PageFailed: (props: { status?: number; message?: string | undefined }) => ReactNode
  readonly ChunkFailed: () => ReactNode
  readonly channel: PageContext['channel']
  /** The channel in kiosk mode, where the site has one. */
  readonly kiosk?: PageContext['channel']
}

/** The result of the frame's loader; its components read all other data themselves. */
export type FrameData = {
  /** The colours and fonts of the venue. */
  readonly theme: Theme
  /** For the document's title. */
  readonly operatorName: string
  /** The venue whose theme and footer the frame shows. */
  readonly venueSlug?: string
  /** Set when no page can be displayed: maintenance, or no theme or config. */
  readonly blocked?: 'maintenance' | 'failed'
}

/** A loaded page, ready to render. */
export type Screen = {
  /** Increases with every navigation. */
  readonly navigationId: number
  /** Path and query without the base path. */
  readonly path: string
  readonly status: number
  readonly outcome: 'page' | 'not-found' | 'maintenance' | 'failed' | 'page-failed' | 'chunk-failed'
  readonly title: string
  readonly breadcrumbs: readonly Crumb[]
  readonly params: Params
  readonly query: URLSearchParams
  readonly frame: FrameData
  /** Why the page's data could not be fetched, when the server was not reached. */
  readonly connectionMessage?: string | undefined
  readonly routeName?: string
  readonly page?: Page
  readonly data?: unknown
}
