import type { ClientConfig } from '#contract/operator.ts'
import { api } from './api.ts'
import { holdsBasketWithoutCookies } from './basketHeader.ts'
import type { Navigator } from './navigator.ts'
import { reader, readKey } from './queries.ts'
import type { PageContext } from './pageContext.tsx'

/*
 * Standing in another site's page (H03). What is said to that page, and believed of it, is said to and believed of the
 * operator's allowed frames alone. The other half is embed.js (server/embed.ts).
 */

type FrameMessage = { type: 'onside:height'; height: number } | { type: 'onside:ready' | 'onside:top' }

/** Tells the page around ours how high we are, and takes from it which part of us is to be seen. */
export const initEmbedding = (context: PageContext, navigator: Navigator): void => {
  // Where the frame can keep nothing, the server drew the page without the basket.
  if (holdsBasketWithoutCookies(context))
    setTimeout(() => {
      reader(context)(api.baskets.read).catch(context.report)
    }, 0)
  if (window.parent === window) return
  const config = context.queries.getQueryData<ClientConfig>(readKey(api.operator.config, {}))
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
  })
  postToHosts({ type: 'onside:ready' })
}

const pixels = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0

/** Which of the allowed pages is around us; where the browser does not say, any of them may be. */
const parentOrigins = (allowed: readonly string[]): readonly string[] => {
  const host = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0]
  if (host === undefined || host === null) return allowed
  return [...allowed, location.origin].includes(host) ? [host] : []
}
