import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { Favourite } from '#contract/favourites.ts'
import { added, removed } from '#messages/shared/basket.ts'
import { cleared, updated } from '#messages/shared/basketChanges.ts'
import * as messages from '#messages/shared/resume.ts'
import * as waitlistMessages from '#messages/shared/waitlists.ts'
import { api, hasSessionEnded } from '#web/platform/api.ts'
import { loginLink } from '#web/platform/links.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { invalidateReads } from '#web/platform/changes.ts'
import { callOnce, setReadData } from '#web/platform/queries.ts'
import { useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import {
  forgetCall,
  rememberCall,
  subscribeToUnfinishedCalls,
  unfinishedCalls,
  type UnfinishedCall,
} from '#web/platform/unfinishedCalls.ts'

/**
 * Finishes what was pressed on a page that was left before the answer, and, after a login, what was refused because the
 * session had ended. Somebody else's calls are dropped.
 */
export const ResumeCalls = () => {
  const context = usePageContext()
  const { site } = context
  const customer = useCustomer()
  const navigate = useNavigate()
  const { path, query } = useScreen()
  const json = useSyncExternalStore(subscribeToUnfinishedCalls, unfinishedCalls, () => '')
  const started = useRef(new Set<string>())
  const hasOpenedLogin = useRef(false)

  useEffect(() => {
    const calls = json === '' ? [] : (JSON.parse(json) as UnfinishedCall[])
    const customerId = customer?.id ?? null
    for (const call of calls) {
      if (started.current.has(call.key)) continue
      if (mayResume(call, customerId)) {
        started.current.add(call.key)
        void resume(context, call, customerId, () => started.current.delete(call.key))
      } else if (customerId !== null) forgetCall(call.key)
      // The session ended while the page was left: it waits for its customer, as what the server has refused does.
      else if (!call.needsLogin) rememberCall({ ...call, needsLogin: true })
    }
    const waitsForLogin = customerId === null && calls.some(({ needsLogin }) => needsLogin)
    if (!waitsForLogin || hasOpenedLogin.current) return
    hasOpenedLogin.current = true
    // A visitor has read why.
    if (calls.some((call) => call.needsLogin && call.customerId !== null))
      context.toasts.show({ content: messages.logInToFinish, closeAfter: 10000, cause: loginCause })
    const login = loginLink({ site }, path)
    if (!query.has('login') && !path.startsWith('/login')) void navigate(login.to, { stay: login.stay })
  }, [json, customer, context, site, path, query, navigate])
  return null
}

/** A visitor's call that needs a login is for the person who logs in next in this tab. */
const mayResume = ({ customerId, needsLogin }: UnfinishedCall, loggedIn: number | null): boolean =>
  needsLogin
    ? loggedIn !== null && (customerId ?? loggedIn) === loggedIn
    : (customerId ?? loggedIn) === loggedIn

const loginCause = 'log in to finish'

const resume = async (
  context: PageContext,
  { key, call, args }: UnfinishedCall,
  customerId: number | null,
  onSessionEnd: () => void,
): Promise<void> => {
  const { queries, selection, toasts } = context
  toasts.closeCause(loginCause)
  try {
    const answer: unknown = await callOnce(context, call, argsFor(call, args, customerId), key)
    if (call.path.startsWith(api.baskets.read.path)) {
      // Shown at once, and to the other tabs, unless staff serve another customer by now; read again because the answer
      // may be of a moment ago.
      if ((args as { selectedUserId?: number | null }).selectedUserId === selection?.userId())
        setReadData(queries, api.baskets.read, {}, answer as Basket)
      invalidateReads(queries, ['basket'])
    }
    if (call.path.startsWith(api.favourites.mine.path))
      setReadData(queries, api.favourites.mine, {}, answer as Favourite[])
    toasts.show({ content: successOf(call), colour: 'success' })
    forgetCall(key)
  } catch (error) {
    if (hasSessionEnded(error)) {
      onSessionEnd()
      return
    }
    toasts.failure(error)
    forgetCall(key)
  }
}

/** A visitor has joined a waitlist before it was known as whom. */
const argsFor = ({ path }: UnfinishedCall['call'], args: object, customerId: number | null): object =>
  path === api.waitlists.join.path && customerId !== null ? { data: { userId: customerId }, ...args } : args

const successOf = ({ method, path }: UnfinishedCall['call']): string => {
  if (path === api.baskets.add.path) return added
  if (path === api.baskets.remove.path) return removed
  if (path === api.baskets.clear.path) return cleared
  if (path.startsWith(api.baskets.read.path)) return updated
  if (path.startsWith(api.favourites.mine.path))
    return method === 'DELETE' ? messages.favouriteRemoved : messages.favouriteAdded
  return method === 'DELETE' ? waitlistMessages.left : waitlistMessages.joined
}
