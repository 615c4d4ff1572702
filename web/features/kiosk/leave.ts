import { api } from '#web/platform/api.ts'
import { kioskCookie } from '#web/platform/kiosk.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'

/** Asked again after so long, ms, when the server does not answer. */
const triesAfterMs = [0, 700, 2000]

/** One person is done: logged out, their basket freed, nothing of theirs left on the device; then on to its home. */
export const leaveKiosk = async (context: PageContext, homeHref: string): Promise<void> => {
  const { client, cookies, report } = context
  for (const waitMs of triesAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    try {
      await client.send(api.sessions.logout, {})
      break
    } catch (error) {
      report(error)
    }
  }
  // What the page remembers goes with the page; taken from under it, it would fail before it is gone.
  sessionStorage.clear()
  localStorage.clear()
  for (const name of cookies.names()) if (name !== kioskCookie) cookies.set(name, '', { maxAge: 0 })
  location.replace(homeHref)
}
