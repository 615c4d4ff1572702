import { notFound } from '#server/platform/errors.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { fileFor } from '#server/documents/service.ts'
import type { DocumentServices } from '#server/documents/service.ts'

/** Serves uploaded files to their owner and to staff, sandboxed so that a browser runs nothing in them. */
export const documentFiles = (services: DocumentServices): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/my-account/documents/{id}/file',
    handle: async ({ actor, params }) => {
      const id = params['id'] ?? ''
      if (!/^\d{1,9}$/.test(id)) throw notFound()
      const { bytes, mediaType, fileName } = await fileFor(services, actor, Number(id))
      const how = mediaType === 'application/pdf' ? 'attachment' : 'inline'
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': mediaType,
          'Content-Disposition': `${how}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Cookie, Authorization',
        },
      })
    },
  },
]
