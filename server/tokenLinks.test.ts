import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '#server/sessions/tokens.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aSite, cookiesOf, host, now } from '#test/support/site.ts'
import type { Site } from '#test/support/site.ts'

let site: Site

beforeAll(async () => {
  site = await aSite()
})
beforeEach(() => site.clock.set(now))

describe('a token in the URL', () => {
  it('A24: becomes the cookie and leaves the URL, the rest of which stays', async () => {
    const { token } = await createSession(site.db, site.customerId, now)
    const { visit } = site
    const response = await visit(`/location/demo-centre?embedded=true&token=${token}&date=2027-03-01`)
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/location/demo-centre?embedded=true&date=2027-03-01',
    ])
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(cookiesOf(response)[0]).toMatch(
      new RegExp(`^authToken=${token}; .*HttpOnly; Secure; SameSite=Lax$`),
    )
    expect(await (await visit('/', { cookie: `authToken=${token}` })).text()).toBe('<p>200</p>')
  })

  it('A24: may be a code of one use, which is invalid afterwards', async () => {
    const code = await site.aHandover(site.customerId)
    const { visit } = site
    const first = cookiesOf(await visit(`/?token=${code}`))[0] ?? ''
    expect(first).toMatch(/^authToken=[\w-]{43};/)
    expect(first).not.toContain(code)
    const again = await visit(`/?token=${code}`)
    expect([again.status, again.headers.get('location'), cookiesOf(again)]).toEqual([302, '/', []])
  })

  it('asks before it replaces the login of another person, and then takes an answer of its own page only', async () => {
    const { visit, app } = site
    const ben = await aCustomer(site.db, site.operatorId, { firstName: 'Ben' })
    const mine = await createSession(site.db, site.customerId, now)
    const cookie = `authToken=${mine.token}`
    const { token: planted } = await createSession(site.db, ben.id, now)
    const code = await site.aHandover(ben.id)
    for (const token of [planted, code]) {
      const question = await visit(`/basket?token=${token}&a=1`, { cookie })
      expect([question.status, cookiesOf(question)]).toEqual([200, []])
      const html = await question.text()
      expect(html).toContain('You&#39;re logged in as Ann Example. This link logs you in as Ben Example.')
      expect(html).toContain('href="/basket?a=1"')
    }
    const answer = (page: string, origin = host) =>
      app.request(`${host}/switch-account`, {
        method: 'POST',
        headers: { host: new URL(host).host, origin, cookie },
        body: new URLSearchParams({ token: code, page }).toString(),
      })
    const foreign = await answer('/basket', 'https://evil.example')
    expect([foreign.status, cookiesOf(foreign)]).toEqual([403, []])
    const switched = await answer('//evil.example/')
    expect([switched.status, switched.headers.get('location')]).toEqual([303, '/'])
    expect(cookiesOf(switched)[0]).toMatch(/^authToken=[\w-]{43};/)
    // The code has been used.
    const again = await answer('/basket?a=1')
    expect([again.headers.get('location'), cookiesOf(again)]).toEqual(['/basket?a=1', []])
  })

  it('asks nothing when the same person is logged in, or a login that has ended', async () => {
    const { visit } = site
    const { token } = await createSession(site.db, site.customerId, now)
    for (const cookie of [
      `authToken=${(await createSession(site.db, site.customerId, now)).token}`,
      'authToken=ended',
    ]) {
      expect((await visit(`/basket?token=${token}`, { cookie })).status).toBe(302)
    }
  })

  it('refuses a code of another browser, where it stays valid, and says so on a plain page', async () => {
    const { visit } = site
    const [maker, victim] = ['m'.repeat(43), 'v'.repeat(43)]
    const code = await site.aHandover(site.customerId, maker)
    const mine = await createSession(
      site.db,
      (await aCustomer(site.db, site.operatorId, { firstName: 'Ben' })).id,
      now,
    )
    for (const cookie of ['', `device=${victim}`, `device=${victim}; authToken=${mine.token}`]) {
      const refused = await visit(`/basket?token=${code}&a=1`, { cookie })
      expect([refused.status, cookiesOf(refused)]).toEqual([403, []])
      const html = await refused.text()
      expect(html).toContain('It only works in the browser it was made in.')
      expect(html).toContain('href="/basket?a=1"')
      expect(html).not.toContain(code)
    }
    // Nor does the answer to the question log in, which a page of ours could be made to send.
    const sent = await site.app.request(`${host}/switch-account`, {
      method: 'POST',
      headers: { host: new URL(host).host, origin: host, cookie: `device=${victim}` },
      body: new URLSearchParams({ token: code, page: '/' }).toString(),
    })
    expect(cookiesOf(sent)).toEqual([])
    expect(await (await visit('/', { cookie: `authToken=${mine.token}` })).text()).toBe('<p>200</p>')
    const used = await visit(`/basket?token=${code}`, { cookie: `device=${maker}` })
    expect([used.status, cookiesOf(used)[0]]).toEqual([302, expect.stringMatching(/^authToken=[\w-]{43};/)])
  })

  it('asks on the way from a page of another company, not from one that embeds the site, nor in an app', async () => {
    const { visit } = site
    const { token } = await createSession(site.db, site.customerId, now)
    const from = (referer: string | null, more: Record<string, string> = {}) =>
      visit(`/basket?token=${token}`, {
        'sec-fetch-site': 'cross-site',
        ...(referer === null ? {} : { referer }),
        ...more,
      })
    for (const referer of [null, 'https://evil.example/']) {
      const question = await from(referer)
      expect([question.status, cookiesOf(question)]).toEqual([200, []])
      expect(await question.text()).toContain('This link logs you in as Ann Example.')
    }
    const device = 'd'.repeat(43)
    const code = await site.aHandover(site.customerId, device)
    const answers = [
      await from('http://account.onside.localhost:3000/'),
      await from('https://town.example/'),
      await from(null, { 'sec-fetch-dest': 'iframe' }),
      await from(null, { 'sec-fetch-site': 'none' }),
      await visit(`/?token=${code}`, { 'sec-fetch-site': 'cross-site', cookie: `device=${device}` }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302])
  })

  it('redirects to no other host', async () => {
    const { visit } = site
    for (const path of ['//evil.example/?token=x', '///evil.example?token=x', '/\\evil.example?token=x']) {
      expect((await visit(path)).headers.get('location')).toMatch(/^\/[^/\\]/)
    }
  })
})
