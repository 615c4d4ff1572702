import { createContext, useContext } from 'react'
import type { Client } from './api.ts'
import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { Cookies } from './cookies.ts'
import type { ReadCache } from './readCache.ts'
import type { SubmittedForm } from './submittedForm.ts'
import type { Selection } from './selection.ts'
import type { Toasts } from './toasts.ts'

/**
 * The services and settings of one rendered page: created once in the browser, once per request on the server. None of
 * it may be module state, because the server renders many requests at once.
 */
export type PageContext = {
  /** `bookings`, `account`, `join` or `desk`. */
  readonly site: string
  /** `https://bookings.example`, without a path. */
  readonly origin: string
  /** The path that the site is served under: `''` or `/book`. */
  readonly basePath: string
  /** Displayed in another site's frame (`embedded=true`). */
  readonly embedded: boolean
  readonly channel: Channel
  /** The venue of a kiosk, if it was configured. */
  readonly centre?: string
  /** The customer that staff act for; undefined where customers act for themselves. */
  readonly selection?: Selection
  readonly client: Client
  readonly queries: ReadCache
  readonly clock: Clock
  /** The server's clock when it rendered the page, ms: the first render in the browser must use the same time. */
  readonly startedAt: number
  readonly cookies: Cookies
  readonly toasts: Toasts
  /** On the server, after a browser without script has posted a form in vain. */
  readonly submitted?: SubmittedForm
  /** Reports an unexpected error: to the server's log, or to the browser's console. */
  readonly report: (error: unknown) => void
}

const PageReactContext = createContext<PageContext | undefined>(undefined)

export const PageContextProvider = PageReactContext.Provider

export const usePageContext = (): PageContext => {
  const context = useContext(PageReactContext)
  if (context === undefined) throw new Error('usePageContext() needs a <PageContextProvider>')
  return context
}
