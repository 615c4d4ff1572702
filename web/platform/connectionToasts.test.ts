import { expect, test } from 'vitest'
import { offline } from '#messages/shared/connection.ts'
import { ApiError } from './api.ts'
import { closeOfflineToasts } from './connectionToasts.ts'
import { createToasts } from './toasts.ts'

test('once the device is online again, no message says that it is offline', () => {
  const toasts = createToasts()
  const stop = closeOfflineToasts({ toasts })
  const openToasts = () => toasts.list().filter(({ open }) => open)
  toasts.failure(new ApiError({ status: 0, code: 'offline', message: offline }))
  expect(openToasts().map(({ content }) => content)).toEqual([offline])
  window.dispatchEvent(new Event('online'))
  expect(openToasts()).toEqual([])
  // It can be read again, and what says something else stays.
  expect(toasts.list()).toHaveLength(1)
  toasts.show({ content: 'This is full.', colour: 'danger' })
  window.dispatchEvent(new Event('online'))
  expect(openToasts()).toHaveLength(1)
  stop()
})
