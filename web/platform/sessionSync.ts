import { whenIdle } from './idle.ts'
import { cachedCustomer, removeSessionCookies, hasSessionCookie, setCachedCustomer } from './session.ts'
import { flashes } from './messages.ts'
import { hasUnsavedInput } from './unsavedInput.ts'
import type { PageContext } from './pageContext.tsx'

/** F05: after this long without a sign of life the logged-in state is looked at. */
const checkAfterMs = 5000

/** Looking at the cookie costs nothing and is done each time; the server is asked at most this often. */
const refreshEveryMs = 60_000

/**
 * Keeps the logged-in state the same in all tabs and sites (F05). A change never reloads a page: what is on screen is
 * asked for again, so a half-typed form keeps its words. Returns what stops it.
 */
export const syncSession = (context: PageContext): (() => void) => {
  const { queries, cookies } = context
  let lastCheckAt = Date.now()

  const check = (): void => {
    const wasLoggedIn = cachedCustomer(queries) !== null
    if (wasLoggedIn === hasSessionCookie(cookies)) {
      if (!wasLoggedIn || document.hidden || Date.now() - lastCheckAt < refreshEveryMs) return
    }
    lastCheckAt = Date.now()
    void refreshSession(context)
  }
  const stopIdle = whenIdle(checkAfterMs, check)

  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('session') : undefined
  channel?.addEventListener('message', () => {
    lastCheckAt = Date.now()
    void refreshSession(context)
  })
  const unsubscribe = queries.getMutationCache().subscribe(({ type, mutation }) => {
    const changes = mutation?.meta?.['changes'] as readonly string[] | undefined
    if (type === 'updated' && mutation.state.status === 'success' && changes?.includes('session') === true)
      channel?.postMessage('changed')
  })
  return () => {
    stopIdle()
    unsubscribe()
    channel?.close()
  }
}

/** The session again, and if somebody has come or gone, everything that depends on who one is. */
const refreshSession = async ({ queries, toasts }: PageContext): Promise<void> => {
  const before = cachedCustomer(queries)?.id
  await queries.refetchQueries({ predicate: ({ queryKey }) => resourcesOf(queryKey).includes('session') })
  const after = cachedCustomer(queries)?.id
  if (before === after) return
  await queries.invalidateQueries()
  if (after === undefined) toasts.show(flashes['signed-out'])
}

/**
 * A call has answered 401 `logged_out` (F06): the cookie goes, and the page is loaded anew if a session was held. A
 * visitor is never reloaded; nor is somebody in the middle of a form, who is told instead and keeps what they typed.
 */
export const handleSessionEnd = (
  context: PageContext,
  reload: () => void = () => location.reload(),
): void => {
  const { queries, cookies, toasts } = context
  const wasLoggedIn = cachedCustomer(queries) !== null
  removeSessionCookies(cookies)
  setCachedCustomer(queries, null)
  if (!wasLoggedIn) return
  if (!hasUnsavedInput()) {
    reload()
    return
  }
  toasts.show(flashes['signed-out'])
}

const resourcesOf = (key: readonly unknown[]): readonly unknown[] => (Array.isArray(key[2]) ? key[2] : [])
