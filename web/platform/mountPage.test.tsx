import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyComponent, loadRendered, renderWithLazy } from './lazyComponent.tsx'
import { mountPage } from './mountPage.ts'

/** Renders a page with a part on the server, and in a browser whose script for the part is loaded so. */
const mount = async (load: () => Promise<() => string>) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const source = `part-${Math.random()}`
  const pageWith = (Part: () => React.ReactNode) => (
    <>
      <p>Rest</p>
      <Part />
    </>
  )
  const { html } = await renderWithLazy(() => renderToString(pageWith(() => 'Part')))
  const Part = lazyComponent(source, load)
  const isWhole = await loadRendered([source]).then(
    () => true,
    () => false,
  )
  const root = document.createElement('div')
  root.innerHTML = html
  const [rendered] = root.children
  const report = vi.fn<(error: unknown) => void>()
  await act(async () => {
    mountPage(root, pageWith(Part as () => React.ReactNode), { isWhole, report })
  })
  return { root, rendered, report }
}

test('a page is hydrated in its place', async () => {
  const { root, rendered, report } = await mount(async () => () => 'Part')
  expect(root.firstElementChild).toBe(rendered)
  expect(root.textContent).toBe('RestPart')
  expect(report).not.toHaveBeenCalled()
})

test('a page whose part does not come shows a notice in its place, and nothing has failed', async () => {
  const { root, report } = await mount(() => Promise.reject(new Error('blocked')))
  expect(root.textContent).toMatch(/^Rest.*Part of this page couldn't load/)
  expect(report).not.toHaveBeenCalled()
})
