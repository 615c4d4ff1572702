import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { createHandover } from '#server/sessions/service.ts'

/**
 * The way to a site that cannot see this one's cookies: `/hand-over?to=ADDRESS` leads there, and whoever is logged
 * in here takes along a code that is good for one log-in there (wire §1.3). Only to our own sites.
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
      // Staff log in where they work; their log-in is not carried about.
      if (actor.person !== null && !actor.isStaff)
        to.searchParams.set('token', (await createHandover(db, actor.person.id, now)).token)
      return new Response(null, {
        status: 302,
        headers: { Location: to.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
      })
    },
  },
]
