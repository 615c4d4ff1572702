import { beforeEach, expect, it, vi } from 'vitest'
import { readStored, subscribeStored, writeStored } from './favouriteStorage.ts'
import type { Cookies } from './cookies.ts'

const cookies = { set: vi.fn<Cookies['set']>(), get: () => undefined, names: () => [] }
const favourite = (slug: string) => ({ key: `venue/${slug}`, name: slug, venueName: slug })

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('has the favourites of one operator, the same list until they change', () => {
  expect(readStored('demo')).toEqual([])
  expect(writeStored('demo', cookies, [favourite('mill')])).toBe(true)
  expect(readStored('demo')).toEqual([favourite('mill')])
  expect(readStored('demo')).toBe(readStored('demo'))
  expect(readStored('other')).toEqual([])
  expect(cookies.set).toHaveBeenLastCalledWith('favourites', '1', { maxAge: 31_536_000 })
  writeStored('demo', cookies, [])
  expect(localStorage.length).toBe(0)
  expect(cookies.set).toHaveBeenLastCalledWith('favourites', '0', { maxAge: 0 })
})

it.each([
  '',
  '{',
  'null',
  '7',
  '{"key":"venue/mill"}',
  '[1,null,{"key":"venue/mill"},{"key":"x","name":"","venueName":""}]',
])('leaves out what is damaged: %s', (raw) => {
  localStorage.setItem('favourites:demo', raw)
  expect(readStored('demo')).toEqual([])
})

it('is empty, and says that nothing was stored, when the browser refuses', () => {
  const refuse = () => {
    throw new Error('off')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  expect(readStored('demo')).toEqual([])
  expect(writeStored('demo', cookies, [favourite('mill')])).toBe(false)
})

it('tells of changes here and in other tabs', () => {
  const listener = vi.fn<() => void>()
  const stop = subscribeStored(listener)
  writeStored('demo', cookies, [favourite('mill')])
  dispatchEvent(new StorageEvent('storage'))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new StorageEvent('storage'))
  expect(listener).toHaveBeenCalledTimes(2)
})
