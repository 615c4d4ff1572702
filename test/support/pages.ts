import { authCookie, presentCookie } from '#server/platform/cookies.ts'
import type { TestBrowser } from './app.ts'
import { render, words } from './renderedPages.ts'

/**
 * A page as the server renders it from the real API, for the person who is logged in in that browser. A redirect is
 * followed. Fails when the page reports a defect.
 */
export const openPage = async (
  browser: TestBrowser,
  path: string,
  site: 'bookings' | 'account' | 'join' | 'desk' = 'bookings',
): Promise<{ html: string; text: string; path: string; status: number }> => {
  const host = `http://${site}.onside.localhost:3000`
  const defects: unknown[] = []
  const { html, status, headers } = await render({
    site,
    url: host + path,
    basePath: '',
    cookie: browser.cookies.has(authCookie) ? `${presentCookie}=1` : '',
    fetchApi: (request) => {
      const { pathname, search } = new URL(request.url)
      return browser.fetch(pathname + search, { headers: request.headers })
    },
    report: (error) => defects.push(error),
  })
  if (defects.length > 0) throw new Error(`${path} cannot be rendered`, { cause: defects[0] })
  const next = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  if (next !== undefined) return openPage(browser, next.replace(host, ''), site)
  return { html, text: words(html), path, status }
}
