import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { reactRoot } from '#test/support/reactRoot.ts'
import { ApiError } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { CheckInForm } from './CheckInForm.tsx'

const refused = (code: string, message: string) => new ApiError({ status: 409, code, message })

const page = reactRoot()
const send = vi.fn<() => Promise<unknown>>()
const find = vi.fn<(code: string, onDone: () => void) => void>()

beforeEach(() => {
  send.mockReset()
  find.mockReset()
})

const render = (
  otherCodes?: Partial<NonNullable<React.ComponentProps<typeof CheckInForm>['otherCodes']>>,
): void => {
  const context = { queries: createQueries(), client: { send }, toasts: createToasts() }
  page.render(
    <PageContextProvider value={context as unknown as PageContext}>
      <CheckInForm
        venueSlug="demo-centre"
        otherCodes={
          otherCodes && {
            find,
            reset: () => undefined,
            requesting: false,
            error: null,
            result: null,
            ...otherCodes,
          }
        }
      />
    </PageContextProvider>,
  )
}
const scan = (code: string): Promise<void> =>
  act(async () => {
    const input = page.element.querySelector('input')
    if (input === null) throw new Error('There is no field')
    input.value = code
    page.element.querySelector('form')?.requestSubmit()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

test.each(['QG-7QK2', 'INV-350100'])('a code of no booking is looked up elsewhere: %s', async (code) => {
  render({})
  send.mockRejectedValueOnce(refused('not_found', 'No booking found for this code.'))
  await scan(code)
  expect(find.mock.calls.map(([looked]) => looked)).toEqual([code])
  expect(page.element.textContent).not.toContain('No booking found')
  render({ error: refused('not_found', 'No booking or guest pass found for this code.') })
  expect(page.element.querySelector('[role=alert]')?.textContent).toBe(
    'No booking or guest pass found for this code.',
  )
})

test('what is found elsewhere is displayed, and the field has the focus when staff are done with it', async () => {
  render({ result: <button>Admit</button> })
  send.mockRejectedValueOnce(refused('not_found', 'No booking found for this code.'))
  await scan('QG-7QK2')
  const [, admit] = page.element.querySelectorAll('button')
  admit?.focus()
  expect(document.activeElement?.textContent).toBe('Admit')
  find.mock.calls[0]?.[1]()
  expect(document.activeElement).toBe(page.element.querySelector('input'))
})

test('a code of a booking that is refused is looked up nowhere else', async () => {
  render({})
  send.mockRejectedValueOnce(refused('another_day', 'Ann Example is expected on Tue 2 March 2027.'))
  await scan('7K2Q9X')
  expect(find).not.toHaveBeenCalled()
  expect(page.element.querySelector('[role=alert]')?.textContent).toContain('is expected on')
})

test('without other codes an unknown one is refused', async () => {
  render()
  send.mockRejectedValueOnce(refused('not_found', 'No booking found for this code.'))
  await scan('7K2Q9X')
  expect(page.element.querySelector('[role=alert]')?.textContent).toBe('No booking found for this code.')
})
