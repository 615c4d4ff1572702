import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Register } from '#contract/attendance.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { ApiError } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { ChangeSession } from './ChangeSession.tsx'

const registerOf = (start: string, locationId: number, version: string): Register =>
  ({
    session: { id: 7, name: 'Yoga', startsAt: { format24Hour: start }, endsAt: { format24Hour: '20:00' } },
    date: { raw: '2027-03-04' },
    rooms: [
      { id: 1, name: 'Studio 1' },
      { id: 2, name: 'Studio 2' },
    ],
    locationId,
    meetingPoint: '',
    joinLink: '',
    version,
    reach: { emailed: 1, byPartner: 0, toRing: 0 },
  }) as unknown as Register

const page = reactRoot()
const send = vi.fn<(call: unknown, args: object) => Promise<unknown>>()
const onStale = vi.fn<() => void>()

beforeEach(() => {
  send.mockReset()
  onStale.mockReset()
})

const render = (register: Register): void => {
  const context = { queries: createQueries(), client: { send }, toasts: createToasts() }
  page.render(
    <PageContextProvider value={context as unknown as PageContext}>
      <ChangeSession register={register} onStale={onStale} />
    </PageContextProvider>,
  )
}

const field = (name: string): HTMLInputElement => {
  const found = page.element.querySelector<HTMLInputElement>(`form [name="${name}"]`)
  if (found === null) throw new Error(`There is no ${name}`)
  return found
}

const save = (): Promise<void> =>
  act(async () => {
    page.element.querySelector('form')?.requestSubmit()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

test('a form of a session that another desk has changed is not saved, and follows it but for what staff typed', async () => {
  const message = 'Someone else has just changed this session.'
  send.mockRejectedValue(new ApiError({ status: 409, code: 'changed_meanwhile', message }))
  render(registerOf('18:00', 1, 'before'))
  field('meetingPoint').value = 'Reception'
  await save()
  expect(send.mock.calls[0]?.[1]).toMatchObject({ startsAt: '18:00', locationId: '1', version: 'before' })
  expect(onStale).toHaveBeenCalledOnce()
  expect(page.element.textContent).toContain(message)
  render(registerOf('19:00', 2, 'after'))
  await save()
  expect(send.mock.calls[1]?.[1]).toMatchObject({
    startsAt: '19:00',
    locationId: '2',
    meetingPoint: 'Reception',
    version: 'after',
  })
})
