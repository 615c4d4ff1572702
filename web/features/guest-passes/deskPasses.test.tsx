import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskPass } from '#contract/guest-passes.ts'
import { api, ApiError } from '#web/platform/api.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { createToasts } from '#web/platform/toasts.ts'
import { DeskPasses } from './DeskPasses.tsx'
import { usePassByCode } from './usePassByCode.tsx'

const pass = (more: Partial<DeskPass> = {}): DeskPass => ({
  id: 3501,
  name: 'Bring a friend',
  status: 'issued',
  code: 'INV-3501',
  guest: { firstName: 'Bo', lastName: 'Example', email: 'bo@example.test' },
  venueSlug: 'demo-centre',
  venueName: 'Demo Centre',
  validFrom: '2027-03-04',
  validUntil: '2027-03-04',
  member: { id: 9, name: 'Nell Member' },
  usedAt: null,
  usedBy: null,
  refusal: null,
  canUndo: false,
  ...more,
})
const used = pass({
  status: 'used',
  usedAt: '2027-03-04T10:02:00Z',
  usedBy: 'Sam Deskford',
  refusal: { code: 'already_used', message: 'This pass was used today at 10:02 (admitted by Sam Deskford).' },
  canUndo: true,
})

let root: Root
let place: HTMLElement
let queries: ReturnType<typeof createQueries>
let toasts: ReturnType<typeof createToasts>
const send = vi.fn<(call: { path: string; method: string }, args: unknown) => Promise<unknown>>()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  send.mockReset()
  place = document.createElement('div')
  root = createRoot(place)
  queries = createQueries()
  toasts = createToasts()
})
afterEach(() => {
  act(() => {
    root.unmount()
  })
  vi.unstubAllGlobals()
})

const render = (element: React.ReactNode): void => {
  const context = {
    queries,
    toasts,
    client: { send },
    sites: {},
    basePath: '',
    report: (error: unknown) => {
      throw error
    },
  }
  act(() => {
    root.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <NavigatorProvider value={{} as Navigator}>{element}</NavigatorProvider>
      </PageContextProvider>,
    )
  })
}
const press = (name: string): Promise<void> =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )
    if (button === undefined) throw new Error(`There is no button ${name}`)
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
const called = () => send.mock.calls.map(([{ method, path }, args]) => [method, path, args])
const admission = '/foh/venues/{venue}/guest-passes/{id}/admission'
const thisPass = { venue: 'demo-centre', id: 3501 }

const Desk = ({ onDone }: { onDone: () => void }) => {
  const { find, error, result } = usePassByCode('demo-centre')
  return (
    <>
      <button
        onClick={() => {
          find('inv3501', onDone)
        }}
      >
        Find
      </button>
      {error?.message}
      {result}
    </>
  )
}

test('G06: the desk finds a pass by its code, admits the guest, and undoes it', async () => {
  const onDone = vi.fn<() => void>()
  render(<Desk onDone={onDone} />)
  send.mockResolvedValueOnce(pass())
  await press('Find')
  expect(place.textContent).toContain('Guest pass: Bo Example')
  expect(place.textContent).toContain('Valid today at Demo Centre.')
  expect(place.textContent).toContain('Bring a friend · INV-3501 · 4 March 2027')
  expect(place.querySelector('a')?.textContent).toBe('Guest of Nell Member')
  expect(onDone).not.toHaveBeenCalled()
  send.mockResolvedValueOnce(used)
  await press('Admit guest: Bo Example')
  expect(place.textContent).toContain('Guest admitted: Bo Example')
  expect(place.textContent).not.toContain('This pass was used')
  expect(onDone).toHaveBeenCalledOnce()
  send.mockResolvedValueOnce(pass())
  await press('Undo: Bo Example')
  expect(place.textContent).toContain('Valid today at Demo Centre.')
  expect(called()).toEqual([
    ['GET', '/foh/venues/{venue}/guest-passes/{code}', { venue: 'demo-centre', code: 'inv3501' }],
    ['POST', admission, thisPass],
    ['DELETE', admission, thisPass],
  ])
})

test('G06: a pass that admits no one says why and cannot be used', async () => {
  render(<Desk onDone={() => undefined} />)
  const message = 'This pass is for Other Centre.'
  send.mockResolvedValueOnce(pass({ refusal: { code: 'another_venue', message } }))
  await press('Find')
  expect(place.textContent).toContain(message)
  expect(place.querySelectorAll('button')).toHaveLength(1)
})

test('G06: a pass that another desk has used meanwhile is read again', async () => {
  render(<Desk onDone={() => undefined} />)
  send.mockResolvedValueOnce(pass())
  await press('Find')
  send.mockRejectedValueOnce(
    new ApiError({ status: 409, code: 'already_used', message: 'This pass was used today at 10:02.' }),
  )
  send.mockResolvedValueOnce({ ...used, canUndo: false })
  await press('Admit guest: Bo Example')
  expect(place.textContent).toContain('This pass was used today at 10:02 (admitted by Sam Deskford).')
  expect(place.textContent).not.toContain('Guest admitted')
})

test('G06: a listed pass that was withdrawn meanwhile stays in sight, and its reason takes the focus', async () => {
  document.body.append(place)
  setReadData(queries, api.guestPasses.atDesk, { venue: 'demo-centre', customerId: 9 }, [pass()])
  const message = 'The member has withdrawn this pass.'
  const refused = pass({ status: 'withdrawn', refusal: { code: 'withdrawn', message } })
  let listed = pass()
  send.mockImplementation(({ method }) => {
    if (method === 'GET') return Promise.resolve([listed])
    listed = refused
    return Promise.reject(new ApiError({ status: 409, code: 'withdrawn', message }))
  })
  render(<DeskPasses customerId={9} venueSlug="demo-centre" />)
  place.querySelector('button')?.focus()
  await press('Admit guest: Bo Example')
  expect(place.querySelector('details')).toBeNull()
  expect(document.activeElement?.textContent).toBe(message)
  place.remove()
})

test('G06: a customer has their passes listed, the valid one first and past ones folded away', () => {
  const args = { venue: 'demo-centre', customerId: 9 }
  const message = "This pass hasn't been sent to a guest yet."
  setReadData(queries, api.guestPasses.atDesk, args, [
    pass({ id: 1, status: 'available', code: null, guest: null, refusal: { code: 'not_sent', message } }),
    pass({ id: 2, status: 'withdrawn', refusal: { code: 'withdrawn', message: 'Withdrawn.' } }),
    pass(),
    { ...used, id: 4, canUndo: false },
  ])
  send.mockReturnValue(new Promise(() => undefined))
  render(<DeskPasses customerId={9} venueSlug="demo-centre" />)
  const texts = (selector: string) => [...place.querySelectorAll(selector)].map((one) => one.textContent)
  expect(texts('section > ul > li')).toEqual([
    'Bo ExampleValid todayValid today at Demo Centre.Bring a friend · INV-3501 · 4 March 2027Admit guest',
    `Bring a friendNot sent${message}Bring a friend · 4 March 2027`,
  ])
  expect(texts('summary')).toEqual(['2 past guest passes'])
  expect(texts('button')).toEqual(['Admit guest'])
})

test('guest passes are not mentioned where a customer has none', () => {
  setReadData(queries, api.guestPasses.atDesk, { venue: 'demo-centre', customerId: 9 }, [])
  send.mockReturnValue(new Promise(() => undefined))
  render(<DeskPasses customerId={9} venueSlug="demo-centre" />)
  expect(place.textContent).toBe('')
})
