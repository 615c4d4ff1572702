import { describe, expect, it } from 'vitest'
import { textOf } from './raw.ts'

/** Sends 16 KB at a time without end, and counts them. */
const endlessRequest = (headers: Record<string, string> = {}) => {
  const sent = { bytes: 0, isCancelled: false }
  const piece = new Uint8Array(16 * 1024).fill(120)
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent.bytes += piece.length
      controller.enqueue(piece)
    },
    cancel: () => {
      sent.isCancelled = true
    },
  })
  // Node wants `duplex` with a stream; the types of the DOM do not know it.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const request = new Request('http://onside.example', init)
  return { request, sent }
}

describe('the body of a request', () => {
  it('is read as text, also in pieces', async () => {
    const request = new Request('http://onside.example', { method: 'POST', body: 'séance' })
    expect(await textOf(request)).toBe('séance')
    expect(await textOf(new Request('http://onside.example'))).toBe('')
  })

  it('is read no further than the limit when it does not say how large it is', async () => {
    const { request, sent } = endlessRequest()
    expect(await textOf(request, 100_000)).toBeNull()
    expect(sent.bytes).toBeLessThan(200_000)
    expect(sent.isCancelled).toBe(true)
  })

  it.each(['100001', '1e9', 'x'])('is not read at all when it says %s', async (length) => {
    const { request, sent } = endlessRequest({ 'content-length': length })
    expect(await textOf(request, 100_000)).toBeNull()
    // What the stream itself prepares before anybody reads.
    expect(sent.bytes).toBeLessThanOrEqual(32 * 1024)
  })
})
