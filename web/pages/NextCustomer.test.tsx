import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { createSelection } from '#web/platform/selection.ts'
import { NextCustomer } from './NextCustomer.tsx'

test('H04: after a sale the next customer is not the one before', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const selection = createSelection({ get: () => '501', set: () => {}, names: () => [] })
  const navigate = vi.fn<() => Promise<void>>(async () => {})
  const invalidate = vi.fn<() => Promise<void>>(async () => {})
  const context = { selection, queries: { invalidate } } as unknown as PageContext
  act(() => {
    root.render(
      <PageContextProvider value={context}>
        <NavigatorProvider value={{ navigate } as never}>
          <NextCustomer />
        </NavigatorProvider>
      </PageContextProvider>,
    )
  })
  expect(selection.userId()).toBe(501)
  await act(async () => {
    place.querySelector('button')?.click()
  })
  expect(selection.userId()).toBeNull()
  expect(invalidate).toHaveBeenCalledOnce()
  expect(navigate).toHaveBeenCalledWith('/', {})
  act(() => {
    root.unmount()
  })
  place.remove()
  vi.unstubAllGlobals()
})
