import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { logoOfOperator } from './queries.ts'
import { mailLogo } from './present.ts'

/** The pictures at the head of messages. The address of an earlier logo shows the present one. */
export const mailLogos = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/mail-logos/{file}',
    handle: async ({ params }) => {
      const file = params['file'] ?? ''
      const [, id] = /^(\d{1,9})-[0-9a-f]{12}\.png$/.exec(file) ?? []
      const logo = id === undefined ? null : mailLogo(Number(id), await logoOfOperator(db, Number(id)))
      if (logo === null || !('bytes' in logo)) throw notFound()
      return new Response(logo.bytes, {
        headers: {
          'Content-Type': 'image/png',
          'Cache-Control': `public, max-age=${logo.path.endsWith(file) ? 31_536_000 : 3600}`,
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  },
]
