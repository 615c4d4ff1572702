// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createRenderer } from './entry-server.tsx'
import { venue, data, missing, ordinary, requestPage } from '#test/support/renderedPages.ts'

describe('the document', () => {
  test('A02: the whole site is served under its base path', async () => {
    const { html, requests, header } = await requestPage('/book/location/harbour', { basePath: '/book' })
    expect(requests).toContain('/activities/venues/harbour')
    // The script is the development server's here; that of a build is looked at below.
    const page = html.replace(/<link id="entry"[^>]*>/, '')
    const hrefs = [...page.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => href ?? '')
    expect(hrefs.length).toBeGreaterThan(3)
    expect(hrefs.filter((href) => !/^\/book(\/|$|\?)/.test(href))).toEqual([])
    expect(header('set-cookie')[0]).toContain('Path=/book;')
    expect((await requestPage('/book/harbour', { basePath: '/book' })).header('location')).toEqual([
      '/book/location/harbour',
    ])
    expect((await requestPage('/book', { basePath: '/book' })).status).toBe(200)
  })

  test('A25: every link and redirect keeps embedded=true', async () => {
    const { html } = await requestPage('/?embedded=true')
    expect(html).toContain('href="/location/harbour?embedded=true"')
    expect(html).toContain('href="https://join.town.test/?embedded=true"')
    expect((await requestPage('/harbour?embedded=true')).header('location')).toEqual([
      '/location/harbour?embedded=true',
    ])
  })

  test('has a hash for every inline script and style', async () => {
    const { html, styleHashes, scriptHashes } = await requestPage('/location/harbour?login=1')
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toMatch(/ on[a-z]+="/)
    const hashesOf = (written: RegExp): Promise<string[]> =>
      Promise.all(
        [...html.matchAll(written)].map(async ([, text]) => {
          const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
          return `sha256-${Buffer.from(digest).toString('base64')}`
        }),
      )
    expect(styleHashes).toEqual(await hashesOf(/<style>([\s\S]*?)<\/style>/g))
    expect(scriptHashes).toEqual(await hashesOf(/<script>([\s\S]*?)<\/script>/g))
    for (const [, attributes] of html.matchAll(/<script( [^>]*)>/g))
      expect(attributes).toMatch(/ src=|type="application\/json"/)
  })

  test('escapes its data so that it cannot close its element', async () => {
    const nasty = { ...venue, name: '</script><script>alert(1)</script>\u2028' }
    const { html } = await requestPage('/location/harbour', {
      api: { '/activities/venues/harbour': data(nasty) },
    })
    expect(html).not.toContain('<script>alert')
    const carried = /id="bootstrap">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.stringify(JSON.parse(carried))).toContain('alert(1)')
  })

  test('inlines the styles of the page, and preloads its modules', async () => {
    const built = createRenderer({
      manifest: {
        'web/entry-client.tsx': {
          file: 'assets/client.js',
          isEntry: true,
          css: ['assets/client.css'],
          imports: ['_a.js'],
        },
        '_a.js': { file: 'assets/a.js', css: ['assets/a.css'] },
        'web/apps/bookings/site.tsx': { file: 'assets/site.js', imports: ['_a.js'] },
        'web/pages/HomePage.tsx': { file: 'assets/home.js', css: ['assets/home.css'] },
        'web/pages/UnfinishedCalls.tsx': { file: 'assets/unfinished.js' },
        'web/pages/VenuePage.tsx': { file: 'assets/venue.js', css: ['assets/venue.css'] },
      },
      readAsset: (file) => `.from-${file.replace(/\W/g, '-')}{color:red}`,
    })
    const { html } = await built({
      site: 'bookings',
      url: 'https://bookings.town.test/book',
      basePath: '/book',
      cookie: '',
      fetchApi: async (request) => {
        const { pathname, search } = new URL(request.url)
        const found = ordinary[pathname.slice('/book/api'.length) + search]
        return Response.json(typeof found === 'object' ? found.json : missing.json)
      },
      report: (error) => {
        throw error
      },
    })
    expect(html).toContain('.from-assets-home-css')
    expect(html).not.toContain('venue-css')
    expect(html).toContain('@layer base, ui, platform, feature, page;')
    for (const file of ['a', 'site', 'home'])
      expect(html).toContain(`<link rel="modulepreload" href="/book/assets/${file}.js">`)
    expect(html).toContain('<link id="entry" rel="modulepreload" href="/book/assets/client.js">')
  })
})
