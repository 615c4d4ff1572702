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
 *     const [venue] = await Promise.all([                      // all it needs, at once
 *       read(api.venues.one, { venue: params.venueSlug }),     // a 404 here makes the not-found page
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
 * Then give it a line in web/apps/<app>/routes.tsx: `at('/location/:venueSlug', 'VenuePage', () => import('#web/pages/VenuePage.tsx'))`.
 *
 * The same loader runs on the server and in the browser. It may answer `redirect(links.home(), { flash: 'choose-venue' })`
 * or `notFound()` in place of data. State a person can see (filters, an open panel) belongs in the address: read it from
 * `query`, change it by <Link> or `useNavigate()`.
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
  /** The address asked for, with base path and query. */
  url: URL
}

/** What a loader is given; names the parts of the address it relies on, and those that may be missing. */
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
  /** A path of this site without its base path, or the whole address of another site of the product. */
  readonly to: string
  readonly flash?: FlashName
  /** 301 for an address that has moved for good. */
  readonly permanent?: true
}

export type NotFound = { readonly outcome: 'not-found' }

/** Goes elsewhere, with a notice if wanted that is still shown when the whole page is loaded anew. */
export const redirect = (to: string, options: { flash?: FlashName; permanent?: true } = {}): Redirect => ({
  outcome: 'redirect',
  to,
  ...options,
})

/** Shows the not-found page, with status 404. */
export const notFound = (): NotFound => ({ outcome: 'not-found' })

/** Checks a page's parts against each other; the route table takes pages of any data. */
export const definePage = <L extends (args: never) => Promise<unknown>>(page: {
  load: L
  title: (data: Loaded<Awaited<ReturnType<L>>>) => string
  breadcrumbs?: (data: Loaded<Awaited<ReturnType<L>>>) => readonly Crumb[]
  Component: (props: PageProps<L>) => ReactNode
}): Page => page as unknown as Page

/** One line of a site's route table. */
export type Route = {
  /** `/location/:venueSlug/:activitySlug?/*` */
  readonly pattern: string
  /** The page's file in web/pages without `.tsx`: finds its script and styles in the build's manifest. */
  readonly name: string
  readonly load: () => Promise<{ page: Page }>
}

export const at = (pattern: string, name: string, load: Route['load']): Route => ({ pattern, name, load })

/** A site of the product: its pages and what stands around them. One a folder of web/apps. */
export type Site = {
  readonly name: string
  readonly routes: readonly Route[]
  /** Shown for an address nobody answers. */
  readonly notFound: Page
  /** Reads what stands around every page (theme, client config, session, basket, footer). */
  readonly loadFrame: (args: AnyLoaderArgs) => Promise<FrameData>
  readonly Frame: (props: { screen: Screen; children: ReactNode }) => ReactNode
  /** In place of everything: the site is closed for work; it has no theme or config. */
  readonly Maintenance: () => ReactNode
  readonly Failed: () => ReactNode
  /** In place of a page, within the frame: its data, or its script, did not come. */
  readonly PageFailed: (props: { status?: number }) => ReactNode
  readonly ChunkFailed: () => ReactNode
  readonly channel: PageContext['channel']
  /** How it is sold on a device of the venue, where that is done. */
  readonly kiosk?: PageContext['channel']
}

/** What the frame's loader has found out; the rest its components read for themselves. */
export type FrameData = {
  /** The colours and fonts of the venue. */
  readonly theme: Theme
  /** For the document's title. */
  readonly operatorName: string
  /** The venue whose colours and footer stand around the page. */
  readonly venueSlug?: string
  /** When set, no page can be shown at all: the site is under maintenance, or has no theme or config. */
  readonly blocked?: 'maintenance' | 'failed'
}

/** One address, ready to be shown. */
export type Screen = {
  /** Counts up with every address shown. */
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
  readonly routeName?: string
  readonly page?: Page
  readonly data?: unknown
}
