import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { App } from '#web/platform/App.tsx'
import { mountPage } from '#web/platform/mountPage.ts'
import { startPage } from '#web/platform/start.ts'
import { data, ordinary, requestPage } from '#test/support/renderedPages.ts'
import { sites } from './sites.ts'

let leave: (() => void) | undefined

afterEach(() => {
  leave?.()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Hydrates a page as entry-client.tsx does, and resolves when its frame is. */
const hydrate = async (path: string, api: Parameters<typeof requestPage>[1] = {}) => {
  const { html } = await requestPage(path, api)
  const [, body = ''] = /<div id="root">([\s\S]*)<\/div>\n<p id="unheard"/.exec(html) ?? []
  const [, bootstrap = ''] = /id="bootstrap">([\s\S]*?)<\/script>/.exec(html) ?? []
  document.body.innerHTML = `<div id="root">${body}</div>`
  ;(window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setURL(`https://bookings.town.test${path}`)
  const root = document.querySelector('#root') as HTMLElement
  // What the page reads afterwards stays on its way.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { isWhole, ...started } = await startPage(bootstrap, sites)
  // React writes attributes that differ to the console, and reports elements that do.
  const consoleError = vi.spyOn(console, 'error')
  const report = vi.fn<(error: unknown) => void>()
  await new Promise<void>((onHydrated) => {
    const react = mountPage(root, <App {...started} onHydrated={onHydrated} />, { isWhole, report })
    leave = () => react.unmount()
  })
  return {
    root,
    bootstrap,
    differences: () => [...consoleError.mock.calls, ...report.mock.calls],
  }
}

const offer = (activitySlug: string) => ({
  activity_slug: activitySlug,
  activity_name: activitySlug,
  image: '',
  v2_type: 'classes',
  venue_slug: 'harbour',
  venue_name: 'Harbour View',
  venue_town: 'Larkhaven',
  miles: null,
  times: [],
})

test('home is hydrated as the server has rendered it, from rows that share their values', async () => {
  const search = ordinary['/search?q=tonight'] as { json: { data: object } }
  const found = data({ ...search.json.data, offers: [offer('yoga'), offer('swimming')] })
  const { root, bootstrap, differences } = await hydrate('/', { api: { '/search?q=tonight': found } })
  const venue = [...root.querySelectorAll('a')].find(({ href }) => href.endsWith('/location/mill'))
  const press = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 })
  venue?.dispatchEvent(press)
  // The list is hydrated for the press at the latest.
  expect(press.defaultPrevented).toBe(true)
  expect(differences()).toEqual([])
  expect(bootstrap.match(/Quay/g)).toHaveLength(1)
})

test('what is not there is hydrated without asking for it again', async () => {
  // No request is answered, and none is waited for.
  const { root } = await hydrate('/location/nowhere')
  expect(root.textContent).toContain("Whoops! Looks like you've gone offside.")
})
