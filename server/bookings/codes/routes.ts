import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { presentQrCode } from './present.ts'

/** The picture of an access code or of an order's reference in a message. It says no more than its address does. */
export const codePictures = (): RawRoute[] => [
  {
    method: 'GET',
    path: '/codes/{file}',
    handle: ({ params }) => {
      const code = /^((?:[A-Z]{3}-)?[2-9A-HJKMNP-Z]{6})\.png$/.exec(params['file'] ?? '')?.[1]
      if (code === undefined) throw notFound()
      return new Response(new Uint8Array(presentQrCode(code)), {
        headers: {
          'Content-Type': 'image/png',
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Robots-Tag': 'noindex',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  },
]
