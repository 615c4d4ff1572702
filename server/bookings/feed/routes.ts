import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { etagOf } from '#server/platform/responses.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { calendarUnder } from './service.ts'

/**
 * Feed that calendars poll without logging in: the secret in the address identifies the customer. Logs contain the
 * route and never the address.
 */
export const calendarFeeds = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/calendar/{file}',
    handle: async ({ params, request, now }) => {
      const secret = /^([\w-]{32})\.ics$/.exec(params['file'] ?? '')?.[1]
      const calendar = secret === undefined ? null : await calendarUnder(db, secret, now)
      if (calendar === null) throw notFound()
      const etag = etagOf(calendar)
      const headers = {
        ETag: etag,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
      }
      const feed = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
      if (feed.includes(etag) || feed.includes(`W/${etag}`))
        return new Response(null, { status: 304, headers })
      return new Response(calendar, {
        headers: {
          ...headers,
          'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
          'Content-Disposition': 'inline; filename="bookings.ics"',
        },
      })
    },
  },
]
