import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { OperatorHtml } from './OperatorHtml.tsx'
import { PageContextProvider, type PageContext } from './pageContext.tsx'

const html =
  '<p>Read <a href="https://quillmoor.example/terms" rel="noopener">our <b>terms</b></a> or call <a href="tel:01632960000" rel="noopener">us</a>.</p>'

const rendered = (context: object, isInForm: boolean): string =>
  renderToString(
    <PageContextProvider value={{ embedded: false, channel: {}, ...context } as unknown as PageContext}>
      <OperatorHtml html={html} isInForm={isInForm} />
    </PageContextProvider>,
  )

it('leaves the links of a page as they are', () => {
  expect(rendered({}, false)).toBe(`<div>${html}</div>`)
})

it('opens pages in a new tab from a form and from inside a frame, and says so', () => {
  for (const text of [rendered({}, true), rendered({ embedded: true }, false)]) {
    expect(text).toContain(
      '<a href="https://quillmoor.example/terms" rel="noopener" target="_blank">our <b>terms</b>' +
        '<span class="visually-hidden"> (opens in a new tab)</span></a>',
    )
    expect(text).toContain('<a href="tel:01632960000" rel="noopener">us</a>')
  }
})

it('has no links on a shared device', () => {
  expect(rendered({ channel: { sharedDevice: {} } }, true)).toBe(
    '<div><p>Read our <b>terms</b> or call us.</p></div>',
  )
})
