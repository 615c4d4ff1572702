import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, useDeferredRead } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { useWaitlists } from './useWaitlists.ts'

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  place.remove()
  vi.unstubAllGlobals()
})

const Row = () => {
  useDeferredRead(api.waitlists.mine, {})
  const waitlists = useWaitlists()
  return (
    <button type="button" onClick={() => void waitlists.leave({ id: 'AQGx' }, 501, 'row')}>
      {waitlists.isBusy('row') ? 'busy' : 'Leave'}
    </button>
  )
}

const press = (): Promise<void> =>
  act(async () => {
    place.querySelector('button')?.click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

test('stays busy until the list is read again, and a new attempt takes the last failure away', async () => {
  const reads: (() => void)[] = []
  let leaves = 0
  const send = (call: unknown): Promise<unknown> => {
    if (call === api.waitlists.mine) return new Promise((resolve) => reads.push(() => resolve([])))
    leaves += 1
    return leaves === 1
      ? Promise.reject(new ApiError({ status: 404, code: 'not_found', message: 'No.' }))
      : Promise.resolve({})
  }
  const toasts = createToasts()
  const context = { queries: createQueries(), client: { send }, toasts }
  await act(async () => {
    root.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <Row />
      </PageContextProvider>,
    )
  })
  const open = (): string[] => toasts.list().flatMap(({ open: isOpen, colour }) => (isOpen ? [colour] : []))
  await press()
  expect(open()).toEqual(['danger'])
  await press()
  expect(open()).toEqual(['success'])
  expect(place.textContent).toBe('busy')
  await press()
  expect(leaves).toBe(2)
  await vi.waitFor(async () => {
    await act(async () => {
      for (const answer of reads.splice(0)) answer()
    })
    expect(place.textContent).toBe('Leave')
  })
})
