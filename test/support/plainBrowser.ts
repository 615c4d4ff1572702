import { Window } from 'happy-dom'
import type { Element, HTMLElement, HTMLFormElement, HTMLInputElement } from 'happy-dom'
import { testApp } from './app.ts'
import type { TestBrowser } from './app.ts'
import type { Database } from '#server/platform/database.ts'
import { render } from './renderedPages.ts'

/** Browsers without script, on an app that renders its pages. */
export const plainBrowsers = (db: Database, now: Date) => {
  const app = testApp(db, { now, render })
  return { app, open: (site: 'bookings' | 'account' = 'bookings') => aPlainBrowser(app.browser({ site })) }
}

/** Opens pages over HTTP, follows links and sends forms as HTML says, and runs no script. */
const aPlainBrowser = (browser: TestBrowser) => {
  const window = new Window({ settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } })
  const { document } = window
  let path = ''
  let status = 0

  const show = async (address: string, response: Response): Promise<void> => {
    const next = response.headers.get('location')
    if (next !== null) return open(new URL(next, `http://here.test${address}`).href)
    ;[path, status] = [address, response.status]
    document.documentElement.innerHTML = await response.text()
  }

  const open = async (address: string): Promise<void> => {
    const { pathname, search } = new URL(address, `http://here.test${path}`)
    await show(pathname + search, await browser.fetch(pathname + search))
  }

  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim()

  /** The first that is named so; `within` narrows where it stands. */
  const find = (selector: string, name: RegExp, within = 'body'): HTMLElement => {
    const named = [...document.querySelectorAll(within)]
      .flatMap((part) => [...part.querySelectorAll(selector)])
      .find((element) => name.test(nameOf(element)))
    if (named === undefined) throw new Error(`${path} has no ${selector} ${String(name)}`)
    return named as HTMLElement
  }

  const field = (label: RegExp, within?: string): HTMLInputElement => {
    const named = find('label', label, within)
    const inside = named.querySelector('input, select, textarea')
    return (inside ?? document.getElementById(named.getAttribute('for') ?? '')) as HTMLInputElement
  }

  return {
    browser,
    open,
    field,
    find,
    path: () => path,
    status: () => status,
    text: (selector = 'body') =>
      [...document.querySelectorAll(selector)]
        .map(({ textContent }) => textContent)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    all: (selector: string) => [...document.querySelectorAll(selector)],
    fill: (label: RegExp, value: string, within?: string): void => {
      field(label, within).value = value
    },
    check: (label: RegExp, within?: string): void => {
      field(label, within).checked = true
    },
    follow: (name: RegExp, within?: string): Promise<void> =>
      open(find('a[href]', name, within).getAttribute('href') ?? ''),
    press: async (name: RegExp, within?: string): Promise<void> => {
      const button = find('button', name, within)
      const form = button.closest('form') as HTMLFormElement | null
      if (form === null) throw new Error(`The button ${String(name)} of ${path} sends no form`)
      const method = (form.getAttribute('method') ?? 'get').toLowerCase()
      if (method === 'dialog') {
        form.closest('dialog')?.removeAttribute('open')
        return
      }
      const fields = new URLSearchParams()
      for (const [key, value] of new window.FormData(form)) fields.append(key, String(value))
      const own = button.getAttribute('name')
      if (own !== null && own !== '') fields.append(own, button.getAttribute('value') ?? '')
      const action = new URL(
        button.getAttribute('formaction') ?? form.getAttribute('action') ?? path,
        `http://here.test${path}`,
      )
      if (method === 'get') return open(`${action.pathname}?${fields.toString()}`)
      const address = action.pathname + action.search
      await show(address, await browser.fetch(address, { method: 'POST', body: fields }))
    },
  }
}
