import { api } from '#web/platform/api.ts'
import { kioskCookie } from '#web/platform/kiosk.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'

/** Delays before the first attempts while the server does not respond, ms; later ones wait for the last again. */
const triesAfterMs = [0, 700, 2000, 5000]

/**
 * Ends a person's use of a kiosk: logs out, clears the device's storage and cookies, and opens its home page. Script
 * cannot remove the login token, so the page stays until the server has: the next person would have this one's account.
 */
export const leaveKiosk = async (context: PageContext, homeHref: string): Promise<void> => {
  const { cookies } = context
  for (let attempt = 0; ; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, triesAfterMs[attempt] ?? triesAfterMs.at(-1)))
    if (await logOut(context, attempt < triesAfterMs.length)) break
  }
  // The query cache ends with the page; clearing it earlier would make the page fail before it unloads.
  sessionStorage.clear()
  localStorage.clear()
  for (const name of cookies.names()) if (name !== kioskCookie) cookies.set(name, '', { maxAge: 0 })
  location.replace(homeHref)
}

const logOut = async ({ client, report }: PageContext, isReported: boolean): Promise<boolean> => {
  try {
    await client.send(api.sessions.logout, {})
    return true
  } catch (error) {
    if (isReported) report(error)
    return false
  }
}
