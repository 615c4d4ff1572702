import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Expected } from '#contract/attendance.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { ApiError } from '#web/platform/api.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { createToasts } from '#web/platform/toasts.ts'
import { RegisterList } from './RegisterList.tsx'

const ann = (status: Expected['status']): Expected =>
  ({
    bookingId: 1,
    status,
    firstName: 'Ann',
    lastName: 'Example',
    customerId: null,
    customerReference: null,
    age: null,
    proofOfAge: true,
    boughtBy: null,
    soldByPartner: false,
    title: 'Yoga',
    quantity: 1,
    accessCode: '7K2Q9X',
    orderId: 1,
    orderReference: 'ONS-7K2Q9X',
    profilePhoto: null,
    medicalNotes: '',
    emergencyContact: '',
    phone: '',
    toPay: null,
    waivers: [],
  }) as unknown as Expected

const page = reactRoot()
const send = vi.fn<(call: unknown, args: object) => Promise<unknown>>()
const onStale = vi.fn<() => void>()
let toasts: ReturnType<typeof createToasts>

beforeEach(() => {
  send.mockReset()
  onStale.mockReset()
  toasts = createToasts()
})

const render = (status: Expected['status']): void => {
  const context = { queries: createQueries(), client: { send }, toasts, basePath: '' }
  page.render(
    <PageContextProvider value={context as unknown as PageContext}>
      <NavigatorProvider value={{} as Navigator}>
        <RegisterList
          expected={[ann(status)]}
          sessionName="Yoga"
          hasBegun
          onReplace={() => undefined}
          onStale={onStale}
        />
      </NavigatorProvider>
    </PageContextProvider>,
  )
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

const press = (text: string): Promise<void> =>
  act(async () => {
    // In a translated page (translatedPages.test.tsx) a changed text is in its place a moment later.
    await settle()
    const button = [...page.element.querySelectorAll('button')].find(
      ({ textContent }) => textContent === text,
    )
    button?.click()
    await settle()
  })

test('H04: an absence is marked of what staff see, and the list read again where it was something else', async () => {
  const message = 'Ann Example has been checked in since, at 18:01. Nothing was changed.'
  send.mockRejectedValue(new ApiError({ status: 409, code: 'changed_meanwhile', message }))
  render('booked')
  await press('Mark absent')
  expect(send.mock.calls[0]?.[1]).toEqual({ bookingId: 1, status: 'not_attended', from: 'booked' })
  expect(onStale).toHaveBeenCalledOnce()
  expect(JSON.stringify(toasts.list())).toContain(message)
})

test('H04: who stands at the desk is checked in, whatever was recorded before', async () => {
  send.mockRejectedValue(new ApiError({ status: 0, code: 'unreachable', message: 'No connection.' }))
  render('booked')
  await press('Check in')
  expect(send.mock.calls[0]?.[1]).toEqual({ bookingId: 1, status: 'attended' })
  expect(onStale).not.toHaveBeenCalled()
  render('attended')
  await press('Undo')
  expect(send.mock.calls[1]?.[1]).toEqual({ bookingId: 1, status: 'booked', from: 'attended' })
})

test('says of whom proof of age is to be seen, until they are checked in', () => {
  render('booked')
  expect(page.element.textContent).toContain('Check proof of age')
  render('attended')
  expect(page.element.textContent).not.toContain('Check proof of age')
})

test('shows a message of what the row does not say itself, and none of what it says', async () => {
  const session = { startsAt: { format24Hour: '18:00' }, minutesToStart: 5 }
  send.mockResolvedValueOnce({ expected: ann('attended'), session, penaltyRefund: null })
  render('booked')
  await press('Check in')
  expect(toasts.list()).toEqual([])
  send.mockResolvedValueOnce({
    expected: ann('attended'),
    session,
    penaltyRefund: { raw: 500, formatted: '£5.00' },
  })
  await press('Check in')
  expect(JSON.stringify(toasts.list())).toContain('£5.00')
})
