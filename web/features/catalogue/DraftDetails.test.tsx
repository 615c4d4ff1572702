import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DraftWithEdits } from '#contract/drafts.ts'
import { catalogueLists } from '#contract/office.ts'
import type { CatalogueRow } from '#contract/office.ts'
import { permissionsOf, type RoleId } from '#contract/permissions.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import { api } from '#web/platform/api.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { createQueries, reader } from '#web/platform/queries.ts'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { readCustomer } from '#web/platform/session.ts'
import { createToasts } from '#web/platform/toasts.ts'
import { DraftDetails } from './DraftDetails.tsx'

const draft = {
  id: 4,
  name: 'January',
  reason: '',
  state: 'open',
  author: 'Sam Deskford',
  goesLiveAt: null,
  requestedBy: null,
  isOwnRequest: false,
  approvers: [],
  edits: [{ id: 1, list: 'tags', before: null, after: { slug: 'calm', name: 'Calm' } }],
} as unknown as DraftWithEdits

const page = reactRoot()
const send =
  vi.fn<(call: { method: string; path: string }, args: Record<string, unknown>) => Promise<unknown>>()

beforeEach(() => {
  send.mockReset()
})

const text = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const buttons = () => [...page.element.querySelectorAll('button')].map(text)

const open = async (
  more: Partial<DraftWithEdits>,
  { role = 'administrator', needsSecondPerson = true }: { role?: RoleId; needsSecondPerson?: boolean } = {},
): Promise<void> => {
  const effect = {
    added: 0,
    changed: 0,
    withdrawn: 0,
    calledOff: 12,
    retained: 0,
    notMade: 0,
    bookings: 80,
    customers: 70,
    refund: { raw: 61_200, formatted: '£612.00' },
  }
  const answers: Record<string, unknown> = {
    [api.office.catalogue.path]: {
      lists: Object.fromEntries(catalogueLists.map((list) => [list, [] as CatalogueRow[]])),
    },
    [api.drafts.one.path]: { ...draft, ...more },
    [api.drafts.preview.path]: {
      digest: 'seen',
      effect,
      report: { lines: [], lineCount: 0, objections: [], summary: '' },
      needsSecondPerson,
      problems: [],
    },
    [api.drafts.approve.path]: { ...draft, state: 'published' },
    [api.sessions.user.path]: {
      data: {
        role: 'staff',
        rights: { permissions: permissionsOf[role], venues: null, ownSessionsOnly: false },
      },
    },
  }
  send.mockImplementation(async ({ path }) => answers[path] ?? null)
  const context = {
    queries: createQueries(),
    client: { send },
    toasts: createToasts(),
    cookies: {
      get: () => '1',
      names: () => ['authToken-present'],
      all: () => ({ 'authToken-present': '1' }),
    },
    clock: { now: () => Date.now() },
    startedAt: Date.now(),
    basePath: '',
    embedded: false,
    report: (error: unknown) => {
      throw error
    },
  } as unknown as PageContext
  const read = reader(context)
  await read(api.office.catalogue)
  await read(api.drafts.one, { draftId: 4 })
  await readCustomer(context)
  const navigator = {
    navigate: async () => {},
    subscribe: () => () => {},
    screen: () => ({ path: '/office/settings/drafts?draft=4' }),
    pending: () => undefined,
  }
  page.render(
    <PageContextProvider value={context}>
      <NavigatorProvider value={navigator as never}>
        <DraftDetails draftId={4} />
      </NavigatorProvider>
    </PageContextProvider>,
  )
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
}

const what = '12 sessions called off, £612.00 back, 70 people told'

test('what is above the limits of one person is asked approval for, and says why', async () => {
  await open({})
  expect(buttons()).toContain(`Ask for approval: ${what}`)
  expect(text(page.element)).toContain('Another person approves it before it is published.')
})

test('what is within them is published', async () => {
  await open({}, { needsSecondPerson: false })
  expect(buttons()).toContain(`Publish: ${what}`)
  expect(text(page.element)).not.toContain('Another person approves it')
})

test('who asks for approval reads who can give it, and takes the request back', async () => {
  await open({
    state: 'awaiting_approval',
    requestedBy: 'Sam Deskford',
    isOwnRequest: true,
    approvers: ['Alex Second', 'Kit Third'],
  })
  expect(text(page.element)).toContain('You have asked for approval. Alex Second or Kit Third can give it.')
  expect(buttons()).toEqual(['Take the request back', 'Look again'])
})

test('another person approves what they see', async () => {
  await open({ state: 'awaiting_approval', requestedBy: 'Sam Deskford' })
  expect(text(page.element)).toContain('Sam Deskford asks another person to approve this.')
  const found = [...page.element.querySelectorAll('button')].find((one) => text(one) === `Approve: ${what}`)
  await act(async () => {
    found?.click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  expect(
    send.mock.calls.filter(([{ path }]) => path === api.drafts.approve.path).map(([, args]) => args),
  ).toEqual([{ draftId: 4, digest: 'seen', accept: [] }])
})

test('who may draft alone has no button that publishes', async () => {
  await open({ state: 'awaiting_approval', requestedBy: 'Sam Deskford' }, { role: 'duty_manager' })
  expect(buttons()).toEqual(['Look again'])
})
