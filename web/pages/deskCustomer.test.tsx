// @vitest-environment node
import { permissionsOf } from '#contract/permissions.ts'
import { expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The page of a customer at the desk as the server renders it, with a fake API. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const sam = {
  id: 7,
  first_name: 'Sam',
  membership_user: null,
  role: 'staff',
  rights: { permissions: permissionsOf.desk, venues: null, own_sessions_only: false },
}

const pass = {
  id: 3501,
  name: 'Bring a friend',
  status: 'issued',
  code: 'INV-3501',
  guest: { first_name: 'Bo', last_name: 'Example', email: 'bo@example.test' },
  venue_slug: 'river-centre',
  venue_name: 'River Centre',
  valid_from: '2027-03-04',
  valid_until: '2027-03-04',
  member: { id: 9, name: 'Nell Member' },
  used_at: null,
  used_by: null,
  refusal: null,
  can_undo: false,
}

const answers: Record<string, unknown> = {
  '/frontend/theme': {},
  '/activities/venues': [],
  '/activities/venues/river-centre': {
    slug: 'river-centre',
    name: 'River Centre',
    timezone: 'Europe/London',
  },
  '/foh/tills': { current: { id: 1, name: 'Reception', venue_slug: 'river-centre' }, tills: [] },
  '/foh/customers/9': {
    id: 9,
    reference: 'DL-9',
    first_name: 'Nell',
    last_name: 'Member',
    email: 'nell@example.test',
    date_of_birth: null,
    phone: '',
    postcode: '',
    home_venue_slug: null,
    membership_user: { name: null },
    linked_users: [],
    profile_photo: null,
  },
  '/my-account/details': { id: 9, first_name: 'Nell', last_name: 'Member', phone: '' },
  '/my-account/bookings': [],
  '/my-account/payments': { penalties: [], credit: { formatted_balance: '£0.00' } },
  '/my-account/memberships': [],
  '/my-account/memberships/unfinished': null,
  '/foh/venues/river-centre/customers/9/guest-passes': [pass],
  '/foh/customers/9/inductions': { given: [], others: [] },
}

const requestPage = async (isOffered: boolean) => {
  const calls: string[] = []
  const { html } = await render({
    site: 'desk',
    url: 'https://desk.town.test/customers/9',
    basePath: '',
    cookie: 'authToken-present=1; selected-venue=hill-centre',
    fetchApi: async (request) => {
      const call = new URL(request.url).pathname.slice('/api'.length)
      calls.push(call)
      if (call === '/auth/user') return Response.json({ data: sam, result: sam })
      const data =
        call === '/frontend/client-config'
          ? {
              id: 1,
              name: 'Larkhaven Leisure',
              timezone: 'Europe/London',
              auth_cookie_name: 'authToken',
              online_guest_passes_enabled: isOffered,
              currency: { symbol: '£' },
              sites: {},
              map: {},
              analytics: { container_ids: [], script_url: '' },
            }
          : answers[call]
      return data === undefined
        ? Response.json({ status: 404, code: 'not_found', message: `No ${call}.` }, { status: 404 })
        : Response.json({ data })
    },
    report: () => undefined,
  })
  return { html, passCalls: calls.filter((call) => call.endsWith('/guest-passes')) }
}

it("G06: lists the customer's guest passes, checked for the venue of the till", async () => {
  const { html, passCalls } = await requestPage(true)
  expect(passCalls).toEqual(['/foh/venues/river-centre/customers/9/guest-passes'])
  expect(html).toContain('Valid today at River Centre.')
  expect(html).toContain('aria-label="Admit guest: Bo Example"')
})

it('G06: has no guest passes where the operator offers none', async () => {
  const { html, passCalls } = await requestPage(false)
  expect(html).toContain('Nell Member')
  expect(passCalls).toEqual([])
  expect(html).not.toContain('Guest passes')
})
