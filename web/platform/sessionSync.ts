import { whenIdle } from './idle.ts'
import {
  cachedCustomer,
  hasSessionCookie,
  reloadCustomer,
  removeSessionCookies,
  setCachedCustomer,
} from './session.ts'
import { flashes } from './messages.ts'
import { hasUnsavedInput } from './unsavedInput.ts'
import { onChange } from './changes.ts'
import { hidePersonalReads } from './queries.ts'
import type { RefusedCall } from './api.ts'
import type { ReadCache } from './readCache.ts'
import type { PageContext } from './pageContext.tsx'
import { isRepeatable, rememberCall } from './unfinishedCalls.ts'

/** F05: the session is checked after this much inactivity. */
const checkAfterMs = 5000

/** Each check reads the cookie; the server is requested at most this often. */
const refreshEveryMs = 60_000

/**
 * Between the tabs of a site: the session has changed, or whom a tab shows when it begins to listen. That is later than it
 * was rendered, and later than its first press may log somebody in.
 */
type SessionMessage = 'changed' | { displayed: number | null }

/**
 * Keeps the logged-in state the same in all tabs and sites (F05). A change refetches the page's data instead of
 * reloading it, so that form input is not lost. Returns a function that stops the synchronisation.
 */
export const syncSession = (context: PageContext): (() => void) => {
  const { queries, cookies } = context
  let lastCheckAt = Date.now()

  const refresh = (): Promise<void> => {
    lastCheckAt = Date.now()
    return refreshSession(context)
  }
  const check = (everyMs: number): void => {
    const wasLoggedIn = cachedCustomer(queries) !== null
    if (wasLoggedIn === hasSessionCookie(cookies)) {
      if (!wasLoggedIn || document.hidden || Date.now() - lastCheckAt < everyMs) return
    }
    void refresh()
  }
  const stopIdle = whenIdle(checkAfterMs, () => check(refreshEveryMs))
  // From another site, of which this one hears nothing, or from another window.
  const onReturn = (): void => check(checkAfterMs)
  document.addEventListener('visibilitychange', onReturn)

  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('session') : undefined
  const tell = (message: SessionMessage): void => channel?.postMessage(message)
  const displayedId = (): number | null => cachedCustomer(queries)?.id ?? null
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => {
    if (data === 'changed') void refresh()
    // One of the two is wrong. The other hears that this one has asked, and asks itself.
    else if (data.displayed !== displayedId()) void refresh().then(() => tell('changed'))
  })
  tell({ displayed: displayedId() })
  const unsubscribe = onChange(queries, (resources) => {
    if (!resources.includes('session')) return
    tell('changed')
    if (hasSessionCookie(cookies)) return
    context.toasts.forget()
    void import('./formDrafts.ts').then(({ removeAllDrafts }) => removeAllDrafts()).catch(context.report)
  })
  return () => {
    stopIdle()
    document.removeEventListener('visibilitychange', onReturn)
    unsubscribe()
    channel?.close()
  }
}

/** Refetches the session, and all other data when the customer has changed. */
const refreshSession = async (context: PageContext): Promise<void> => {
  const { queries, toasts } = context
  const before = cachedCustomer(queries)?.id
  const reloaded = queries.invalidate(([, , resources]) => resources.includes('session'))
  await Promise.all([reloaded, reloadCustomer(context)])
  const after = cachedCustomer(queries)?.id
  if (before === after) return
  if (before !== undefined) toasts.forget()
  hidePersonalReads(queries)
  await queries.invalidate()
  if (after === undefined) toasts.show(flashes['signed-out'])
}

/** Keeps a change that the end of the session has refused, to make it again after the login (unfinishedCalls.ts). */
export const rememberRefusedCall = ({ queries }: PageContext, { call, args, key }: RefusedCall): void => {
  const customer = cachedCustomer(queries)
  if (customer !== null && isRepeatable(call))
    rememberCall({ key, call, args, customerId: customer.id, needsLogin: true })
}

/** Pages that are being reloaded. */
const reloading = new WeakSet<ReadCache>()

/**
 * Handles a 401 `logged_out` (F06): removes the cookie, and reloads the page if a customer was logged in. With unsaved
 * form input it shows a notice instead. A visitor's page is never reloaded. Until it is, the page stays the customer's:
 * what they still press, and what else is refused, is made again after they have logged in.
 */
export const handleSessionEnd = (
  context: PageContext,
  reload: () => void = () => location.reload(),
): void => {
  const { queries, cookies, toasts } = context
  const wasLoggedIn = cachedCustomer(queries) !== null
  removeSessionCookies(cookies)
  if (!wasLoggedIn || reloading.has(queries)) return
  if (!hasUnsavedInput()) {
    reloading.add(queries)
    reload()
    return
  }
  setCachedCustomer(queries, null)
  toasts.forget()
  toasts.show(flashes['signed-out'])
}
