import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyComponent, loadRendered, renderWithLazy } from './lazyComponent.tsx'

const greetings = () => {
  const load = vi.fn<() => Promise<(props: { name: string }) => string>>(
    async () =>
      ({ name }) =>
        `Hello ${name}`,
  )
  return { load, Greeting: lazyComponent(`greeting-${Math.random()}`, load) }
}

test('the server renders a lazy component and lists it', async () => {
  const { Greeting } = greetings()
  const { html, rendered } = await renderWithLazy(() => renderToString(<Greeting name="Maya" />))
  expect(html).toBe('Hello Maya')
  expect(rendered).toHaveLength(1)
})

test('components of one file are each loaded, on whichever page they are', async () => {
  const source = `dialogs-${Math.random()}`
  const Open = lazyComponent(source, async () => () => 'Open')
  const Closed = lazyComponent(source, async () => () => 'Closed')
  const first = await renderWithLazy(() => renderToString(<Open />))
  expect(first).toMatchObject({ html: 'Open', rendered: [source] })
  const second = await renderWithLazy(() => renderToString(<Closed />))
  expect(second).toMatchObject({ html: 'Closed', rendered: [source] })
})

test('the server does not list components that are not on the page', async () => {
  const { load } = greetings()
  const { rendered } = await renderWithLazy(() => renderToString(<p>Empty</p>))
  expect(rendered).toEqual([])
  expect(load).not.toHaveBeenCalled()
})

test('the browser hydrates a server-rendered component once its script is loaded', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { Greeting } = greetings()
  const { html, rendered } = await renderWithLazy(() => renderToString(<Greeting name="Maya" />))
  const root = document.createElement('div')
  root.innerHTML = html
  await loadRendered(rendered)
  const onRecoverableError = vi.fn<() => void>()
  act(() => {
    hydrateRoot(root, <Greeting name="Maya" />, { onRecoverableError })
  })
  expect(root.textContent).toBe('Hello Maya')
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('a component that is not on the page is loaded when first rendered', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { Greeting, load } = greetings()
  const root = document.createElement('div')
  root.innerHTML = '<p>Closed</p>'
  const page = (isOpen: boolean) => (isOpen ? <Greeting name="Maya" /> : <p>Closed</p>)
  let react: Root | undefined
  act(() => {
    react = hydrateRoot(root, page(false))
  })
  expect(load).not.toHaveBeenCalled()
  await act(async () => {
    react?.render(page(true))
  })
  expect(root.textContent).toBe('Hello Maya')
})

test('a part whose script fails to load shows a notice and leaves the rest of the page', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new Error('offline'))
  const Part = lazyComponent(`part-${Math.random()}`, load)
  const root = document.createElement('div')
  root.innerHTML = '<p>Rest</p>'
  const page = (isOpen: boolean) => (
    <>
      <p>Rest</p>
      {isOpen ? <Part /> : null}
    </>
  )
  let react: Root | undefined
  act(() => {
    react = hydrateRoot(root, page(false), { onCaughtError: () => undefined })
  })
  await act(async () => {
    react?.render(page(true))
  })
  expect(root.textContent).toContain("Part of this page couldn't load")
  expect(root.textContent).toContain('Rest')
  expect(root.querySelector('button')?.textContent).toContain('Reload')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a notice stays while the script that failed is asked for again in the background', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockReturnValue()
  const source = `hints-${Math.random()}`
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockReturnValue(new Promise(() => {}))
  const Hints = lazyComponent(source, load)
  const root = document.createElement('div')
  const page = (typed: string) => (
    <div>
      <p>{typed}</p>
      <Hints />
    </div>
  )
  const react = createRoot(root)
  await act(async () => react.render(page('4')))
  expect(root.textContent).toContain("Part of this page couldn't load")
  void loadRendered([source])
  await act(async () => react.render(page('42')))
  expect(load).toHaveBeenCalledTimes(2)
  expect(root.textContent).toMatch(/^42Part of this page couldn't load/)
})

test('what stands for a dialog lies over the page, where whoever pressed for it sees it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const load = () => Promise.reject(new Error('blocked'))
  const Part = lazyComponent<object>(`part-${Math.random()}`, load)
  const Dialog = lazyComponent<{ onClose: () => void }>(`dialog-${Math.random()}`, load)
  const root = document.createElement('div')
  const react = createRoot(root, { onCaughtError: () => undefined })
  await act(async () => {
    react.render([<Part key="part" />, <Dialog key="dialog" onClose={() => undefined} />])
  })
  const [ofPart, ofDialog] = root.querySelectorAll('[role=alert]')
  expect(ofPart?.parentElement).toBe(root)
  expect(ofDialog?.parentElement?.className).toContain('dialog')
})

test('offline, a part whose script fails to load says so, and is tried again in its place', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(() => 'Loaded')
  const Part = lazyComponent(`part-${Math.random()}`, load)
  const place = document.createElement('div')
  const root = createRoot(place, { onCaughtError: () => undefined })
  await act(async () => {
    root.render(<Part />)
  })
  const press = () =>
    act(async () => {
      place.querySelector('button')?.click()
    })
  expect(place.textContent).toBe("You're offline. Check your connection and try again.Try again")
  await press()
  expect(place.textContent).toContain("You're offline")
  online.mockRestore()
  await press()
  expect(place.textContent).toBe('Loaded')
})

test('a part whose script failed to load is loaded when it is rendered again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValueOnce(() => 'Loaded')
  const Part = lazyComponent(`part-${Math.random()}`, load)
  const root = createRoot(document.createElement('div'), { onCaughtError: () => undefined })
  const container = document.createElement('div')
  const second = createRoot(container)
  await act(async () => {
    root.render(<Part />)
  })
  await act(async () => {
    second.render(<Part />)
  })
  expect(container.textContent).toBe('Loaded')
})

test('a component that fails to load holds back no other, nor what is nested in them', async () => {
  const source = `nested-${Math.random()}`
  const loadNested = vi.fn<() => Promise<() => string>>(async () => () => 'Nested')
  const load = async () => {
    lazyComponent(source, loadNested)
    return () => 'Outer'
  }
  const outer = `outer-${Math.random()}`
  lazyComponent(outer, load)
  const blockedSource = `blocked-${Math.random()}`
  lazyComponent(blockedSource, () => Promise.reject(new Error('blocked')))
  await expect(loadRendered([blockedSource, outer, source])).rejects.toThrow('blocked')
  expect(loadNested).toHaveBeenCalledTimes(1)
})

test('an unregistered name is an error', async () => {
  await expect(loadRendered(['web/Missing.tsx'])).rejects.toThrow('web/Missing.tsx')
})
