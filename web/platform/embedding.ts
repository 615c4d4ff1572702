import { viewChanged } from '#web/ui/placeToasts.ts'
import { api } from './api.ts'
import { holdsBasketWithoutCookies } from './basketHeader.ts'
import type { Navigator } from './navigator.ts'
import { getReadData, reader } from './queries.ts'
import type { PageContext } from './pageContext.tsx'

/*
 * Embedding in another site's page (H03). Messages are exchanged only with the origins that the operator allows. The
 * other side is embed.js (server/embed.ts).
 */

type FrameMessage = { type: 'onside:height'; height: number } | { type: 'onside:ready' | 'onside:top' }

/** Sends the page's height to the host page, and receives which part of the frame is visible. */
export const initEmbedding = (context: PageContext, navigator: Navigator): void => {
  // Without cookies the server rendered the page without the basket.
  if (holdsBasketWithoutCookies(context))
    setTimeout(() => {
      reader(context)(api.baskets.read).catch(context.report)
    }, 0)
  if (window.parent === window) return
  const config = getReadData(context.queries, api.operator.config, {})
  const hosts = parentOrigins(config?.frameOrigins ?? [])
  const postToHosts = (message: FrameMessage): void => {
    for (const host of hosts) window.parent.postMessage(message, host)
  }

  let height = 0
  const measure = (): void => {
    const now = Math.ceil(document.body.getBoundingClientRect().height)
    if (now === height) return
    height = now
    postToHosts({ type: 'onside:height', height })
  }
  new ResizeObserver(measure).observe(document.body)
  measure()

  // Browsers follow a link to a part of this page inside the frame only, where nothing scrolls.
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    if (link === null || defaultPrevented) return
    document.getElementById(link.getAttribute('href')?.slice(1) ?? '')?.scrollIntoView()
  })

  let { navigationId } = navigator.screen()
  navigator.subscribe(() => {
    const screen = navigator.screen()
    if (screen.navigationId === navigationId || navigator.pending() !== undefined) return
    navigationId = screen.navigationId
    if (!navigator.arrival().stay) postToHosts({ type: 'onside:top' })
  })

  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !hosts.includes(origin)) return
    const view = data as { type?: unknown; top?: unknown; height?: unknown } | null
    if (view?.type !== 'onside:view') return
    const { style } = document.documentElement
    style.setProperty('--view-top', `${pixels(view.top)}px`)
    style.setProperty('--view-height', `${Math.max(320, pixels(view.height))}px`)
    dispatchEvent(new Event(viewChanged))
  })
  postToHosts({ type: 'onside:ready' })
}

const pixels = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0

/** The host page's origin if it is allowed; all allowed origins in browsers that do not reveal it. */
const parentOrigins = (allowed: readonly string[]): readonly string[] => {
  const host = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0]
  if (host === undefined || host === null) return allowed
  return [...allowed, location.origin].includes(host) ? [host] : []
}
