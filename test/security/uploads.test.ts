import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largestDocument } from '#contract/documents.ts'
import { addressFor, bodyFor, writes } from '#test/support/attackSurface.ts'
import { testDatabase } from '#test/support/database.ts'
import { refusal } from '#test/support/refusal.ts'
import { twoOperators } from '#test/support/twoOperators.ts'
import type { TwoOperators } from '#test/support/twoOperators.ts'
import { api } from '#web/platform/api.ts'

let world: TwoOperators

beforeAll(async () => {
  world = await twoOperators((await testDatabase()).db)
})

afterAll(() => world.removeFiles())

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const html = Buffer.from('<html><script>alert(document.cookie)</script></html>')

const upload = (
  content: Buffer,
  more: { mediaType?: 'image/png' | 'image/jpeg' | 'application/pdf'; fileName?: string } = {},
) =>
  world.owner.send(api.documents.add, {
    documentType: 'student-card',
    fileName: more.fileName ?? 'card.png',
    mediaType: more.mediaType ?? 'image/png',
    contentBase64: content.toString('base64'),
  })

describe('an uploaded file', () => {
  it.each([
    ['a page', html],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a program', Buffer.from('MZ\u0090\u0000')],
    ['an archive', Buffer.from('PK\u0003\u0004')],
    ['a picture of another kind', Buffer.from('GIF89a')],
    ['a page before a picture', Buffer.concat([html, png])],
    ['nothing but half a signature', png.subarray(0, 4)],
  ])('is refused when it is %s, whatever it calls itself', async (_, content) => {
    expect((await refusal(upload(content))).status).toBe(422)
  })

  it('is refused when it is too large, before and after it is decoded', async () => {
    const large = Buffer.concat([png, Buffer.alloc(largestDocument)])
    expect(await refusal(upload(large))).toMatchObject({ status: 413, code: 'too_large' })
    const largest = Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)])
    expect(await refusal(upload(largest))).toMatchObject({ status: 413, code: 'too_large' })
  })

  it('is served as what it begins with, sandboxed, and never run: a picture that is a page, too', async () => {
    const names = [
      'card.html',
      '../../etc/passwd',
      'a"; filename="evil.html',
      'line\r\nSet-Cookie: a=b',
      'x'.repeat(200),
    ]
    for (const fileName of names) {
      const { id } = await upload(Buffer.concat([jpeg, html]), { mediaType: 'application/pdf', fileName })
      const response = await world.owner.fetch(`/api/my-account/documents/${id}/file`)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(response.headers.get('content-disposition')).toMatch(
        /^inline; filename\*=UTF-8''[\w.%'~!*()-]+$/,
      )
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('a body that is too large', () => {
  /** A body sent in chunks without a length, endless unless the reader stops. */
  const endless = () => {
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        if (sent > 64 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    return { stream, read: () => sent }
  }

  const post = async (address: string, method: string) => {
    const { stream, read } = endless()
    const response = await world.app.app.request(`http://bookings.onside.localhost:3000${address}`, {
      method,
      headers: {
        host: 'bookings.onside.localhost:3000',
        origin: 'http://bookings.onside.localhost:3000',
        'content-type': 'application/json',
        cookie: `authToken=${world.supervisor.cookies.get('authToken')}`,
      },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    return { status: response.status, read: read() }
  }

  it.each(writes)('$title reads no more than its limit of chunks', async (target) => {
    expect(bodyFor(target, world.ids).length).toBeLessThan(128 * 1024)
    const { status, read } = await post(addressFor(target, world.ids), target.endpoint.method)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(read).toBeLessThan((target.endpoint.largestBody ?? 128 * 1024) + 4 * 65_536)
  })

  it.each([
    '/api/checkout/transactions/0f8fad5b-d9cb-469f-a165-70867728950e/challenge',
    '/api/demo-cards/api/v1/card-identifiers',
    '/api/demo-cards/api/v1/card-identifiers/none/security-code',
    '/api/demo-cards/challenge',
    '/api/webhooks/stripe',
    '/api/nothing-here',
  ])('%s reads no more than a form', async (address) => {
    const { status, read } = await post(address, 'POST')
    expect([status < 500, read <= 4 * 65_536]).toEqual([true, true])
  })
})
