import { beforeEach, describe, expect, it } from 'vitest'
import { aWorld, failure, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'
import { endpoint } from '#contract/endpoint.ts'
import { z } from 'zod'
import { createAdmission } from './admission.ts'

const declared = { path: '/places', summary: 'A call.', allow: 'anyone', returns: z.null() } as const
const write = endpoint({ ...declared, method: 'POST' })
const otherWrite = endpoint({ ...declared, method: 'DELETE' })
const read = endpoint({ ...declared, method: 'GET' })

/** Admits so many calls at once, none of which ends before `end`. */
const rush = (atMost: number | undefined, calls: number) => {
  const { admit, isBusy } = createAdmission(atMost)
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const order: number[] = []
  const outcomes = Array.from({ length: calls }, (_, n) =>
    admit(write, async () => {
      order.push(n)
      await ended
    }).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    ),
  )
  return { admit, isBusy, end, order, outcomes: () => Promise.all(outcomes) }
}

describe('the admission of calls', () => {
  it('refuses writes beyond the queue at once, in the order of arrival, and admits again afterwards', async () => {
    const { admit, end, order, outcomes } = rush(50, 80)
    await expect(admit(write, () => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' })
    end()
    const all = await outcomes()
    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(all.slice(0, 50).every((outcome) => outcome === 'done')).toBe(true)
    expect(all.slice(50).every((outcome) => outcome === 'unavailable')).toBe(true)
    expect(await admit(write, () => Promise.resolve('in'))).toBe('in')
  })

  it('does not count a call whose body is still to come', async () => {
    const world = await aWorld()
    const bodies = Array.from({ length: 450 }, () => {
      let send: (text: string) => void = () => undefined
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          send = (text) => {
            controller.enqueue(new TextEncoder().encode(text))
            controller.close()
          }
        },
      })
      return { body, send }
    })
    const slow = bodies.map(({ body }) =>
      world.call('/api/samples/write', { method: 'POST', body, duplex: 'half' } as RequestInit),
    )
    const quick = await world.call('/api/samples/write', post({ name: 'x' }))
    expect(quick.status).toBe(200)
    for (const { send } of bodies) send('{')
    // They all come at once then, and are more than the queue takes.
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([400, 503]))
  })

  it('admits reads and other writes while a queue is full, also after failures', async () => {
    const { admit, end } = rush(5, 5)
    expect(await admit(read, () => Promise.resolve('read'))).toBe('read')
    for (let count = 0; count < 20; count += 1)
      await expect(admit(otherWrite, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await admit(otherWrite, () => Promise.resolve('written'))).toBe('written')
    end()
  })

  it('lets every write wait where nothing bounds the queue', async () => {
    const { end, order, outcomes } = rush(Infinity, 5000)
    expect(order).toHaveLength(5000)
    end()
    expect(new Set(await outcomes())).toEqual(new Set(['done']))
  })

  it('is busy while eight writes are in progress, of any endpoint, and not for reads', async () => {
    const { admit, isBusy, end, outcomes } = rush(50, 7)
    const reads = Array.from({ length: 20 }, () => admit(read, outcomes))
    expect(isBusy()).toBe(false)
    const eighth = admit(otherWrite, outcomes)
    expect(isBusy()).toBe(true)
    end()
    await Promise.all([eighth, ...reads])
    expect(isBusy()).toBe(false)
  })
})

describe('a rush on one call', () => {
  let world: World
  beforeEach(async () => {
    world = await aWorld()
  })

  // Those that are admitted leave the same mark, so most of them fail; what counts is that they ran.
  it('is answered 503 with Retry-After beyond what may wait, and reads are answered meanwhile', async () => {
    const waiting: Promise<Response>[] = []
    const slow = () => world.call('/api/samples/slow', { method: 'POST' })
    for (let count = 0; count < 450; count += 1) waiting.push(slow())
    await expect.poll(async () => (await slow()).status).toBe(503)
    const refused = await slow()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await failure(refused)).toMatchObject({ code: 'unavailable' })
    expect((await world.call('/api/samples')).status).toBe(200)
    expect(world.lines.join('\n')).not.toContain('database not answering')
    world.release()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 503)).toHaveLength(50)
    expect((await slow()).status).not.toBe(503)
  })
})
