import { describe, expect, it } from 'vitest'
import type { Sample } from './order.ts'
import { firstLimit, samplesOfLimit, suggestedVisitors, verdictOf, whyLiveSuffers } from './rules.ts'

const second = (of: Partial<Sample>): Sample[] =>
  Array.from({ length: samplesOfLimit }, () => ({ busy: 0.2, open: 10, waiting: 0, ...of }))
const server = { pool: 10 }

describe('the first limit', () => {
  it('is none where nothing is used up, or for less than a second', () => {
    expect(firstLimit([...second({ waiting: 9 }), ...second({ busy: 0.85 })], server, 0)).toBeNull()
    const half = second({ waiting: 12 }).slice(0, 5)
    expect(firstLimit([...second({}), ...half, ...second({})], server, 0)).toBeNull()
  })

  it('is the connections where as many calls wait for one as there are', () => {
    expect(firstLimit([...second({}), ...second({ waiting: 10, busy: 1 })], server, 3)).toEqual({
      kind: 'connections',
      from: 10,
      to: 20,
    })
    expect(firstLimit(second({ waiting: 1 }), { pool: 1 }, 0)).toMatchObject({ from: 1, to: 2 })
  })

  it('is the process, or the embedded database in it, where that works without a pause', () => {
    const samples = [...second({ busy: 0.97 }), ...second({}), ...second({}), ...second({ waiting: 30 })]
    expect(firstLimit(samples, server, 0)).toEqual({ kind: 'processor' })
    expect(firstLimit(samples, { pool: null }, 0)).toEqual({ kind: 'embedded' })
  })

  it('is the queue of calls where visitors were told to try again', () => {
    expect(firstLimit(second({}), server, 1)).toEqual({ kind: 'queue' })
  })
})

describe('the verdict', () => {
  const well = { oversold: 0, stranded: 0, failed: 0, busy: 0, look: null, hold: null, pay: null }
  const slow = (p99: number) => ({ p50: 10, p95: 20, p99 })
  it('says that it holds, that people wait, or that it does not hold', () => {
    expect(verdictOf({ ...well, hold: slow(1999) })).toBe('holds')
    expect(verdictOf({ ...well, hold: slow(2000) })).toBe('holds_with_waiting')
    expect(verdictOf({ ...well, busy: 1 })).toBe('holds_with_waiting')
    expect(verdictOf({ ...well, pay: slow(15_000) })).toBe('does_not_hold')
    for (const wrong of ['oversold', 'stranded', 'failed'])
      expect(verdictOf({ ...well, [wrong]: 1 })).toBe('does_not_hold')
  })
})

it('as many visitors are suggested as came twice over, in tens, and no more than can come', () => {
  expect(suggestedVisitors(0, 500)).toBe(20)
  expect(suggestedVisitors(31, 500)).toBe(70)
  expect(suggestedVisitors(300, 500)).toBe(500)
})

describe('the live server', () => {
  const calls = (count: number, ms: number, status = 200) =>
    Array.from({ length: count }, () => ({ at: 0, ms, status }))
  it('ends a rehearsal when its p99 has doubled', () => {
    expect(whyLiveSuffers(calls(100, 40), calls(100, 80))).toBe('live_slow')
    expect(whyLiveSuffers(calls(100, 40), calls(100, 79))).toBeNull()
    expect(whyLiveSuffers(calls(100, 40), [...calls(100, 40), ...calls(3, 90)])).toBe('live_slow')
  })
  it('does not for what nobody feels, or where too few calls say anything', () => {
    expect(whyLiveSuffers(calls(100, 4), calls(100, 30))).toBeNull()
    expect(whyLiveSuffers(calls(100, 40), calls(39, 300))).toBeNull()
    expect(whyLiveSuffers(calls(39, 40), calls(100, 300))).toBeNull()
  })
  it('ends one when it refuses calls as busy', () => {
    expect(whyLiveSuffers([], calls(3, 1, 503))).toBe('live_busy')
    expect(whyLiveSuffers([], calls(2, 1, 503))).toBeNull()
  })
})
