import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { aRangeService } from '#test/support/rangeService.ts'
import type { RangeService } from '#test/support/rangeService.ts'
import { createRangeService } from './range.ts'

let service: RangeService
let warnings: unknown[]
let log: Log

beforeEach(async () => {
  // The count 0 is that of padding: the digest is in the answer by chance.
  service = await aRangeService({ 'river of small stones': 42, 'padded by chance': 0 })
  warnings = []
  const quiet = (): void => {}
  log = { info: quiet, error: quiet, debug: quiet, warn: (fields) => void warnings.push(fields) }
})

afterEach(() => service.close())

describe('a service for breached passwords', () => {
  it('finds those that have been published, and learns five digits of a digest', async () => {
    const { isBreached } = createRangeService(service.url, log)
    expect(await isBreached('river of small stones')).toBe(true)
    expect(await isBreached('a lantern in the hedge')).toBe(false)
    expect(await isBreached('padded by chance')).toBe(false)
    expect(service.requests.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/range\/[\dA-F]{5}$/),
      expect.stringMatching(/^\/range\/[\dA-F]{5}$/),
      expect.stringMatching(/^\/range\/[\dA-F]{5}$/),
    ])
    expect(service.requests.every(({ padding }) => padding === 'true')).toBe(true)
    expect(warnings).toEqual([])
  })

  it.each(['error', 'never', 'otherwise', 'redirect'] as const)(
    'keeps no person from a password when it answers %s, and logs that without the password',
    async (how) => {
      service.answer(how)
      const { isBreached } = createRangeService(service.url, log)
      expect(await isBreached('river of small stones')).toBe(false)
      expect(warnings).toHaveLength(1)
      const { message } = (warnings[0] as { err: Error }).err
      expect(message).not.toMatch(/river|[\dA-F]{5}/)
      service.answer('well')
      expect(await isBreached('river of small stones')).toBe(true)
    },
  )

  it('is passed over when it cannot be reached', async () => {
    await service.close()
    expect(await createRangeService(service.url, log).isBreached('river of small stones')).toBe(false)
    expect(warnings).toHaveLength(1)
    service = await aRangeService({})
  })
})
