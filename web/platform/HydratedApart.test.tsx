import { act, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { HydratedApart, whenAllHydrated } from './HydratedApart.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let release = (): void => {}
let script: Promise<void> | undefined

/** Rendered by the server; hydrated once its script has come. */
const Part = () => {
  if (script !== undefined) use(script)
  return <p>Part</p>
}

const page = (
  <main>
    <input />
    <HydratedApart>
      <Part />
    </HydratedApart>
  </main>
)

const arrive = async (onRecoverableError = vi.fn<(error: unknown) => void>()) => {
  script = undefined
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`
  script = new Promise((resolve) => (release = resolve))
  const root = document.getElementById('root')
  if (root === null) throw new Error('There is no root')
  return act(() => hydrateRoot(root, page, { onRecoverableError }))
}

afterEach(() => {
  document.body.innerHTML = ''
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test('a part that is hydrated apart is waited for', async () => {
  await arrive()
  const run = vi.fn()
  whenAllHydrated(run)
  expect(run).not.toHaveBeenCalled()
  await act(async () => release())
  expect(run).toHaveBeenCalledOnce()
})

test('a part that leaves the page before it is hydrated is waited for no longer', async () => {
  const react = await arrive()
  const run = vi.fn()
  whenAllHydrated(run)
  expect(run).not.toHaveBeenCalled()
  await act(async () => react.render(<main />))
  expect(run).toHaveBeenCalledOnce()
})

test('a part that is translated before it is hydrated is rendered anew, and what is typed beside it stays', async () => {
  const report = vi.fn<(error: unknown) => void>()
  await arrive(report)
  const [field, words] = document.querySelectorAll<HTMLInputElement>('input, p')
  if (field === undefined || words === undefined) throw new Error('There is no field or no part')
  field.value = 'typed'
  words.innerHTML = '<font>Teil</font>'
  await act(async () => release())
  expect(document.querySelector('p')?.textContent).toBe('Part')
  expect(document.querySelector('input')).toBe(field)
  expect(field.value).toBe('typed')
  expect(report).toHaveBeenCalledTimes(1)
  const run = vi.fn()
  whenAllHydrated(run)
  expect(run).toHaveBeenCalledOnce()
})

test('where no part is left, nothing is waited for', () => {
  const run = vi.fn()
  whenAllHydrated(run)
  expect(run).toHaveBeenCalledOnce()
})
