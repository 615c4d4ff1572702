import { act, useState, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { captureScript } from './captureEarlyEvents.ts'
import { awaitLateParts, lateComponent, loadLateParts } from './lateComponent.tsx'
import { renderWithLazy, type LazyOptions } from './lazyComponent.tsx'
import { replayEarlyEvents } from './replayEarlyEvents.ts'
import { loadTranslationGuard } from './translation.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// Late parts wait for it: a file that is read for the first time takes longer than they have here.
beforeAll(loadTranslationGuard)

afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
  delete window.onsideEarlyEvents
  awaitLateParts({})
})

afterAll(() => {
  vi.unstubAllGlobals()
})

type CounterProps = { step: number }

const onPress = vi.fn<(step: number) => void>()

const Counter = ({ step }: CounterProps) => {
  const [count, setCount] = useState(0)
  return (
    <button
      type="button"
      onClick={() => {
        onPress(step)
        setCount(count + step)
      }}
    >
      {`Count ${count} by ${step}`}
    </button>
  )
}

/** The script arrives, the part is hydrated, and what was pressed in it is replayed. */
const settle = async (): Promise<void> => {
  for (let step = 0; step < 3; step += 1)
    await act(async () => {
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    })
}

/** A page with a late part, as it is before hydration. */
const arrive = async (options: LazyOptions<CounterProps> = {}) => {
  onPress.mockClear()
  const source = `counter-${Math.random()}`
  // As on two machines: what the server has loaded, the browser has not.
  const load = async () => Counter
  const OnServer = lateComponent<CounterProps>(source, load)
  const { html, rendered, late } = await renderWithLazy(() =>
    renderToString(
      <main>
        <OnServer step={1} />
      </main>,
    ),
  )
  const inBrowser = vi.fn<typeof load>(load)
  const Late = lateComponent<CounterProps>(source, inBrowser, options)
  document.body.innerHTML = `<div id="root">${html}</div>`
  // Run from its text, as in the browser.
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
  new Function(captureScript)()
  awaitLateParts(late)
  const onRecoverableError = vi.fn<() => void>()
  const root = document.querySelector('#root') as HTMLElement
  const page = (step: number) => (
    <main>
      <Late step={step} />
    </main>
  )
  let react: ReturnType<typeof hydrateRoot> | undefined
  const hydrate = async (): Promise<void> => {
    await act(async () => {
      react = hydrateRoot(root, page(1), { onRecoverableError })
    })
    replayEarlyEvents(loadLateParts)
  }
  return {
    rendered,
    load: inBrowser,
    onRecoverableError,
    button: () => document.querySelector('button') as HTMLButtonElement,
    hydrate,
    update: (step: number) => act(async () => react?.render(page(step))),
    leaveFor: (next: ReactNode) => act(async () => react?.render(next)),
    loaded: () => {
      loadLateParts()
      return settle()
    },
  }
}

test('the page is hydrated without the script of its late part, whose HTML stands still', async () => {
  const { rendered, load, onRecoverableError, button, hydrate, update, loaded } = await arrive()
  const before = button()
  expect(rendered).toEqual([])
  await hydrate()
  expect(load).not.toHaveBeenCalled()
  await update(5)
  expect(button()).toBe(before)
  expect(button().textContent).toBe('Count 0 by 1')
  await loaded()
  expect(button()).toBe(before)
  expect(button().textContent).toBe('Count 0 by 5')
  expect(document.querySelector('[data-late]')).toBeNull()
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test.each([['before'], ['after']])(
  'a press %s the page is hydrated loads the late part, and counts once',
  async (when) => {
    const { load, button, hydrate } = await arrive()
    if (when === 'before') button().click()
    await hydrate()
    if (when === 'after') button().click()
    await settle()
    expect(load).toHaveBeenCalledTimes(1)
    expect(onPress).toHaveBeenCalledTimes(1)
    expect(button().textContent).toBe('Count 1 by 1')
    await act(async () => {
      button().click()
    })
    expect(onPress).toHaveBeenCalledTimes(2)
  },
)

test('a late part whose script fails to load stands still, and is loaded once the connection is back', async () => {
  const { load, button, hydrate, loaded } = await arrive()
  load.mockRejectedValueOnce(new Error('offline'))
  await hydrate()
  await loaded()
  expect(button().textContent).toBe('Count 0 by 1')
  expect(document.querySelector('[data-late]')).not.toBeNull()
  dispatchEvent(new Event('online'))
  await settle()
  expect(load).toHaveBeenCalledTimes(2)
  expect(document.querySelector('[data-late]')).toBeNull()
})

test('a late part whose script fails to load is loaded again by itself, and then a notice stands in its place', async () => {
  const { load, hydrate, onRecoverableError } = await arrive()
  vi.useFakeTimers()
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  load.mockRejectedValue(new Error('cut off'))
  await hydrate()
  loadLateParts()
  await wait(0)
  expect(load).toHaveBeenCalledTimes(1)
  for (const [retry, ms] of [1_000, 4_000].entries()) {
    await wait(ms - 1)
    expect(load).toHaveBeenCalledTimes(retry + 1)
    expect(document.body.textContent).toBe('Count 0 by 1')
    await wait(1)
  }
  expect(document.body.textContent).toContain("Part of this page couldn't load")
  expect(document.querySelector('[data-late]')).toBeNull()
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('an optional late part whose script fails to load is left out', async () => {
  const { load, hydrate } = await arrive({ isOptional: () => true })
  vi.useFakeTimers()
  load.mockRejectedValue(new Error('blocked'))
  await hydrate()
  loadLateParts()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(document.body.textContent).toBe('')
})

test('a late part does not wait for another whose script fails to load', async () => {
  const { load, button, hydrate, loaded } = await arrive()
  awaitLateParts({ [`blocked-${Math.random()}`]: ['web/Blocked.tsx'] })
  await hydrate()
  await loaded()
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => {
    button().click()
  })
  expect(button().textContent).toBe('Count 1 by 1')
})

test('a late part of the next page does not wait for those of the first page', async () => {
  const { load, hydrate, loaded, leaveFor } = await arrive()
  load.mockRejectedValue(new Error('cut off'))
  await hydrate()
  await loaded()
  const Next = lateComponent<CounterProps>(`counter-${Math.random()}`, async () => Counter)
  await leaveFor(
    <section>
      <Next step={3} />
    </section>,
  )
  expect(document.body.textContent).toBe('Count 0 by 3')
  expect(document.querySelector('[data-late]')).toBeNull()
})
