import { api } from '#web/platform/api.ts'
import { kioskCookie } from '#web/platform/kiosk.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'

/** Delay before a retry when the server does not respond, ms. */
const triesAfterMs = [0, 700, 2000]

/** Ends a person's use of a kiosk: logs out, clears the device's storage and cookies, and opens its home page. */
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
  // The query cache ends with the page; clearing it earlier would make the page fail before it unloads.
  sessionStorage.clear()
  localStorage.clear()
  for (const name of cookies.names()) if (name !== kioskCookie) cookies.set(name, '', { maxAge: 0 })
  location.replace(homeHref)
}
