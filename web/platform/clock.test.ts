import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test("follows the server's clock when the device's is wrong", () => {
  const device = { now: 1_000_000 }
  const clock = createClock(() => device.now)
  const server = Date.parse('2027-02-28T10:02:00Z')
  clock.note(server, device.now - 300)
  expect(clock.now()).toBe(server + 300)
  device.now += 60_000
  expect(clock.now()).toBe(server + 60_300)
})

test('a response without a time changes nothing', () => {
  const clock = createClock(() => 5)
  clock.note(Number.NaN, 1)
  expect(clock.now()).toBe(5)
})
