import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { createHandover } from '#server/sessions/service.ts'

/**
 * Redirects to one of our sites that cannot read this site's cookies: `/hand-over?to=ADDRESS`. A logged-in
 * customer takes along a code that is good for one login there (wire §1.3).
 */
export const handoverRoutes = (db: Database, { sites }: Pick<Config, 'sites'>): RawRoute[] => [
  {
    method: 'GET',
    path: '/hand-over',
    handle: async ({ request, actor, now }) => {
      const wanted = new URL(request.url).searchParams.get('to') ?? ''
      if (!URL.canParse(wanted)) throw notFound()
      const to = new URL(wanted)
      if (!Object.values(sites).includes(to.origin) || to.username !== '' || to.password !== '')
        throw notFound()
      to.searchParams.delete('token')
      // Staff log in on each site themselves.
      if (actor.person !== null && !actor.isStaff)
        to.searchParams.set('token', (await createHandover(db, actor.person, now)).token)
      return new Response(null, {
        status: 302,
        headers: { Location: to.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
      })
    },
  },
]
