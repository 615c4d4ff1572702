import * as messages from '#server/messages/en/openactive.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { pictureOf } from './queries.ts'
import { bytesOf, pictureNamed } from './rules.ts'

/** Pictures that open data names: those the database has, which have no address of their own. */
export const openDataPictures = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openactive/{operator}/pictures/{name}',
    handle: async ({ params }) => {
      const named = pictureNamed(params['name'] ?? '')
      const address = named === null ? null : await pictureOf(db, params['operator'] ?? '', named)
      const picture = bytesOf(address ?? '')
      if (picture === null) throw notFound(messages.pictureNotFound)
      return new Response(picture.bytes, {
        headers: {
          'Content-Type': picture.mediaType,
          'Cache-Control': 'public, max-age=3600',
          'Access-Control-Allow-Origin': '*',
          // A drawing opened by itself runs nothing.
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      })
    },
  },
]
