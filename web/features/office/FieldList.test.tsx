import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FieldValue } from '#contract/office.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, setReadData } from '#web/platform/queries.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { VenueFields } from './FieldList.tsx'

const page = reactRoot()
const send = vi.fn<(call: { method: string }, args: object) => Promise<unknown>>()

const phoneOf = (value: FieldValue) => ({
  venue: { slug: 'centre', name: 'Centre', timezone: 'Europe/London' },
  fields: [{ name: 'phone', value, inFiles: { file: 'venues.json', line: 7 }, override: null }],
})

const settle = (work: () => void): Promise<void> =>
  act(async () => {
    work()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })

beforeEach(async () => {
  send.mockReset()
  const queries = createQueries()
  setReadData(queries, api.office.venue, { venue: 'centre' }, phoneOf('1'))
  setReadData(queries, api.operator.config, {}, { currency: { symbol: '£' } } as never)
  const context = { queries, client: { send }, toasts: createToasts(), report: vi.fn() }
  await settle(() => {
    page.render(
      <PageContextProvider value={context as unknown as PageContext}>
        <VenueFields venue="centre" />
      </PageContextProvider>,
    )
  })
  await settle(() => page.element.querySelector<HTMLElement>('[aria-label="Change: Phone"]')?.click())
})

const input = (): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>('form [name="value"]')
  if (found === null) throw new Error('There is no form.')
  return found
}

const save = () => settle(() => input().form?.requestSubmit())

test('what a colleague has saved meanwhile is shown beside what was typed, and the next press is about that', async () => {
  const message = 'Omar changed this at 06:00. Here is what it is now.'
  send.mockImplementation(({ method }) =>
    method === 'GET'
      ? Promise.resolve(phoneOf('2'))
      : Promise.reject(new ApiError({ status: 409, code: 'changed_meanwhile', message })),
  )
  input().value = '3'
  await save()
  await settle(() => undefined)
  expect(document.body.textContent).toContain(message)
  expect(document.body.textContent).toContain('Now2')
  expect(input().value).toBe('3')
  await save()
  const changes = send.mock.calls.filter(([call]) => call.method === 'PATCH').map(([, args]) => args)
  expect(changes).toEqual(
    ['1', '2'].map((before) => ({ venue: 'centre', field: 'phone', before, value: '3', reason: '' })),
  )
})

test('a field says where the files have it', () => {
  expect(document.body.textContent).toContain('From your files (venues.json, line 7)')
})
