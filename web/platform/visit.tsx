import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Client } from './api.ts'
import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { Cookies } from './cookies.ts'
import type { Selection } from './selection.ts'
import type { Toasts } from './toasts.ts'

/**
 * All that belongs to one visit: made once in the browser, once a page while the server renders. Nothing of it may
 * stand in a module's variable, since the server renders many visits at once.
 */
export type Visit = {
  /** `bookings`, later `account`, `join`, `desk`. */
  readonly site: string
  /** `https://bookings.example`, without a path. */
  readonly origin: string
  /** Where the site stands under its host: `''` or `/book`. */
  readonly basePath: string
  /** Shown in another page's frame (`embedded=true`). */
  readonly embedded: boolean
  readonly channel: Channel
  /** The venue a kiosk stands in, where it was told. */
  readonly centre?: string
  /** Whom staff act for; there is none where people act for themselves. */
  readonly selection?: Selection
  readonly client: Client
  readonly queries: QueryClient
  readonly clock: Clock
  /** The server's clock when it made the page, ms: what the first drawing in the browser must agree with. */
  readonly startedAt: number
  readonly cookies: Cookies
  readonly toasts: Toasts
  /** A defect of ours: to the server's log, or the browser's console. */
  readonly report: (error: unknown) => void
}

const VisitContext = createContext<Visit | undefined>(undefined)

export const VisitProvider = VisitContext.Provider

export const useVisit = (): Visit => {
  const visit = useContext(VisitContext)
  if (visit === undefined) throw new Error('useVisit() stands outside <VisitProvider>')
  return visit
}
