import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import { StopSharing } from './StopSharing.tsx'

let root: Root
let place: HTMLElement
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})

const press = (text: string): Promise<void> =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)
    button?.click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

const refuse = () =>
  Promise.reject(new ApiError({ status: 404, code: 'not_found', message: 'This is gone already.' }))

/** Returns what the messages say. */
const render = (content: ReactNode, send: () => Promise<unknown> = refuse): (() => string[]) => {
  const toasts = createToasts()
  const context = { queries: createQueries(), client: { send }, toasts }
  act(() => {
    root.render(
      <PageContextProvider value={context as unknown as PageContext}>{content}</PageContextProvider>,
    )
  })
  return () => toasts.list().map((toast) => toast.content)
}

const invitation = { id: 3, email: 'robin@example.test', person: null, expiresAt: '2027-01-05T12:00:00Z' }

test('takes an invitation back once, however often it is pressed', async () => {
  const send = vi.fn<() => Promise<unknown>>(() => Promise.resolve({}))
  render(<OpenInvitations invitations={[invitation]} />, send)
  await press('Take back')
  await press('Take back')
  expect(send).toHaveBeenCalledOnce()
})

test('says when an invitation could not be taken back', async () => {
  const messages = render(<OpenInvitations invitations={[invitation]} />)
  await press('Take back')
  expect(messages()).toHaveLength(1)
})

test('says when sharing could not be ended', async () => {
  const messages = render(<StopSharing personId={4} name="Anya" />)
  await press('Stop sharing')
  await press('Stop sharing now')
  expect(messages()).toHaveLength(1)
})
