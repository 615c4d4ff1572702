import type { Config } from '#server/platform/config.ts'
import { deviceCookies, sharedDomain } from '#server/platform/cookies.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { newToken } from '#server/sessions/tokens/service.ts'
import { browserDigestOf, createHandover } from './service.ts'

/**
 * Redirects to one of our sites that cannot read this site's cookies: `/hand-over?to=ADDRESS`. A logged-in
 * customer takes along a code that is good for one login there (wire §1.3).
 *
 * The code works in this browser alone. As the other site cannot read our cookies either, it is visited twice:
 * `/hand-over/start` there gives the browser a name and comes back with its digest, to which the code is bound.
 */
export const handoverRoutes = (db: Database, config: Pick<Config, 'sites' | 'basePath'>) => {
  const origins = Object.values(config.sites)
  const ourAddress = (given: string | null): URL => {
    if (given === null || !URL.canParse(given)) throw notFound()
    const url = new URL(given)
    if (!origins.includes(url.origin) || url.username !== '' || url.password !== '') throw notFound()
    return url
  }
  const pathOf = (path: string) => (config.basePath === '/' ? '' : config.basePath) + path

  const handOver: RawRoute = {
    method: 'GET',
    path: '/hand-over',
    handle: async ({ request, actor, now }) => {
      const { searchParams } = new URL(request.url)
      const to = ourAddress(searchParams.get('to'))
      to.searchParams.delete('token')
      const here = new URL(actor.site).origin
      // Staff log in on each site themselves.
      if (actor.person === null || actor.isStaff || !origins.includes(here)) return redirectTo(to)
      const browser = searchParams.get('browser')
      if (browser === null) {
        const start = new URL(pathOf('/hand-over/start'), to.origin)
        start.search = new URLSearchParams({ to: to.href, from: here }).toString()
        return redirectTo(start)
      }
      if (!/^[\da-f]{64}$/.test(browser)) throw notFound()
      const { token } = await createHandover(db, actor.person, Buffer.from(browser, 'hex'), now)
      to.searchParams.set('token', token)
      return redirectTo(to)
    },
  }

  const start: RawRoute = {
    method: 'GET',
    path: '/hand-over/start',
    handle: ({ request, device }) => {
      const { searchParams } = new URL(request.url)
      const to = ourAddress(searchParams.get('to'))
      const back = new URL(pathOf('/hand-over'), ourAddress(searchParams.get('from')).origin)
      const browser = device ?? newToken()
      const digest = browserDigestOf(browser).toString('hex')
      back.search = new URLSearchParams({ to: to.href, browser: digest }).toString()
      const where = {
        domain: sharedDomain(config, request.headers.get('host') ?? ''),
        framed: to.searchParams.get('embedded') === 'true',
      }
      return redirectTo(back, device === null ? deviceCookies(browser, where) : [])
    },
  }

  return [handOver, start]
}

const redirectTo = (to: URL, cookies: readonly string[] = []): Response => {
  const headers = new Headers({
    Location: to.href,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 302, headers })
}
