// @vitest-environment node
import { permissionsOf, type RoleId } from '#contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { createRenderer } from '#web/entry-server.tsx'

/* The pages about staff as the server renders them, with a fake API. */

const render = createRenderer({ development: { head: '', script: '/entry.tsx' } })

const ines = { id: 7, first_name: 'Ines', membership_user: null, role: 'staff', staff_level: 'supervisor' }

const answers: Record<string, unknown> = {
  '/frontend/theme': {},
  '/frontend/client-config': {
    id: 1,
    name: 'Larkhaven Leisure',
    timezone: 'Europe/London',
    auth_cookie_name: 'authToken',
    currency: { symbol: '£' },
    sites: {},
    map: {},
    analytics: { container_ids: [], script_url: '' },
  },
  '/activities/venues': [],
  '/foh/tills': { current: null, tills: [] },
  '/foh/staff-options': { roles: ['desk'], everywhere: true, venues: [], instructors: [] },
  '/foh/staff': [
    {
      id: 8,
      first_name: 'Sam',
      last_name: 'Deskford',
      email: 'desk@example.test',
      roles: [{ role: 'desk', venue: null, instructor: null }],
      last_day: null,
      last_login_at: null,
      second_factor_since: null,
      passkeys: 1,
      is_this: false,
    },
  ],
}

const event = {
  id: 3,
  at: '2027-02-28T10:00:00Z',
  times: 4,
  event: 'login_failed',
  person: null,
  account: { id: 9, name: 'Ann Ash', role: 'customer' },
  network: '203.0.113.0/24',
  route: 'POST /auth/customer/login',
}

const requestPage = async (path: string, role: RoleId = 'administrator') => {
  const calls: string[] = []
  const defects: unknown[] = []
  const rendered = await render({
    site: 'desk',
    url: `https://desk.town.test${path}`,
    basePath: '',
    cookie: 'authToken-present=1',
    fetchApi: async (request) => {
      const { pathname, search } = new URL(request.url)
      const call = pathname.slice('/api'.length)
      calls.push(call + search)
      if (call === '/auth/user') {
        const rights = { permissions: permissionsOf[role], venues: null, own_sessions_only: false }
        const staff = { ...ines, rights }
        return Response.json({ data: staff, result: staff })
      }
      const data =
        call === '/foh/security-events'
          ? { events: search.includes('nobody') ? [] : [event], next_before: 3 }
          : call === '/foh/audit-entries'
            ? { entries: search.includes('nobody') ? [] : [entry], next_before: 3 }
            : answers[call]
      return data === undefined
        ? Response.json({ status: 404, code: 'not_found', message: 'No such page.' }, { status: 404 })
        : Response.json({ data })
    },
    report: (error) => defects.push(error),
  })
  const words = rendered.html
    .replaceAll(/<svg[\s\S]*?<\/svg>|<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
  return { ...rendered, words, calls, defects }
}

const entry = {
  id: 4,
  at: '2027-02-28T10:00:00Z',
  act: 'staff changed',
  actor: { id: 1, name: 'Sam Sash', role: 'staff' },
  api_key: null,
  customer: { id: 9, name: 'Ann Ash', role: 'customer' },
  subject: 'session:7',
  facts: [{ name: 'lastName', before: 'Cobb', value: 'Cole' }],
}

describe('what staff did', () => {
  it('says who did what for whom and what was before, with the way to older entries', async () => {
    const { words, html, defects } = await requestPage('/office/changes/audit')
    expect(words).toContain('Staff changed session:7')
    expect(words).toMatch(/Sam Sash .*About Ann Ash .*Last name: Cobb → Cole/)
    for (const href of ['/customers/9', '/sessions/7', '/office/changes/audit?before=3'])
      expect(html).toContain(`href="${href}"`)
    expect(defects).toEqual([])
  })

  it('reads its filters from the address, and is for who may read it', async () => {
    const { calls } = await requestPage(
      '/office/changes/audit?act=checked%20in&person=ann&from=2027-02-01&until=x',
    )
    expect(calls.find((call) => call.startsWith('/foh/audit'))).toMatch(
      /^\/foh\/audit-entries\?act=checked(\+|%20)in&person=ann&from=2027-02-01$/,
    )
    expect((await requestPage('/office/changes/audit?person=nobody')).words).toContain('Nothing found')
    const refused = await requestPage('/office/changes/audit', 'desk')
    expect(refused.words).toContain("You can't open this page")
    expect(refused.calls.filter((call) => call.startsWith('/foh/audit'))).toEqual([])
  })
})

describe('the security log', () => {
  it('shows who, what, where and how often, and the way to older entries', async () => {
    const { words, html, defects } = await requestPage('/security-log')
    expect(words).toContain('Wrong password or account × 4 Refused')
    expect(words).toMatch(/Ann Ash .*Network 203\.0\.113\.0\/24 POST \/auth\/customer\/login/)
    expect(html).toContain('href="/customers/9"')
    expect(html).toContain('href="/security-log?before=3"')
    expect(defects).toEqual([])
  })

  it('reads its filters from the address, and leaves out what is none', async () => {
    const { calls, html } = await requestPage(
      '/security-log?event=login_failed&person=ann&from=2027-02-01&until=2027-13-01&before=x',
    )
    expect(calls).toContain('/foh/security-events?event=login_failed&person=ann&from=2027-02-01')
    expect(html).toContain(
      'href="/security-log?event=login_failed&amp;person=ann&amp;from=2027-02-01&amp;before=3"',
    )
    expect((await requestPage('/security-log?event=all')).calls).toContain('/foh/security-events')
    expect((await requestPage('/security-log?person=nobody')).words).toContain('Nothing found')
  })

  it('is for who may read it', async () => {
    const { words, calls } = await requestPage('/security-log', 'desk')
    expect(words).toContain("You can't open this page")
    expect(calls.filter((call) => call.startsWith('/foh/security'))).toEqual([])
  })
})

it('staff are listed with address, rights and log-ins', async () => {
  const { words, html, defects } = await requestPage('/staff')
  expect(words).toContain(
    'Sam Deskford Desk desk@example.test No log-in lately Two-step verification off · 1 passkey Reset Roles and last day Edit',
  )
  expect(html).toContain('aria-label="Edit Sam Deskford"')
  expect(html).toContain('href="/security-log"')
  expect(defects).toEqual([])
})
