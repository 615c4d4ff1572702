import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guardTranslation, keepOriginal } from './pageTranslation.ts'

const original = Object.getOwnPropertyDescriptors(Node.prototype)

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  guardTranslation()
})
afterAll(() => {
  const { insertBefore, removeChild } = original
  Object.defineProperties(Node.prototype, { insertBefore, removeChild })
})

type Translate = (text: Text, font: HTMLElement) => void

const replace: Translate = (text, font) => text.replaceWith(font)

const insertAndRemove: Translate = (text, font) => {
  text.before(font)
  text.remove()
}

/** As a browser does, in two steps: `how` takes the text out. Observers then hear of it. */
const translate = async (root: Element, how: Translate = replace): Promise<void> => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.parentElement?.closest('font') !== null) continue
    const font = document.createElement('font')
    font.append(text.data.toUpperCase())
    how(text, font)
  }
  await settle()
}

const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

const Basket = () => {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count === 1 ? <i>busy</i> : null}
      add {count}
      {count < 2 ? ' more' : null}
    </button>
  )
}

test.each([
  ['replaces text', replace],
  ['inserts beside text and removes it', insertAndRemove],
])('a translator that %s leaves a page that still changes', async (_, how) => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  await act(async () => root.render(<Basket />))
  await translate(place, how)
  expect(place.textContent).toBe('ADD 0 MORE')
  const press = () =>
    act(async () => {
      place.querySelector('button')?.click()
      await settle()
    })
  await press()
  expect(place.textContent).toBe('busyADD 1 MORE')
  await translate(place, how)
  expect(place.textContent).toBe('BUSYADD 1 MORE')
  await press()
  expect(place.textContent).toBe('ADD 2')
  await act(async () => root.unmount())
  expect(place.textContent).toBe('')
})

test('what is about to be hydrated has its own text until it is', async () => {
  const place = document.createElement('div')
  place.append('read me')
  document.body.append(place)
  const own = place.firstChild
  await translate(place)
  const translateAgain = keepOriginal(place)
  expect(place.firstChild).toBe(own)
  await translate(place)
  expect(place.firstChild).toBe(own)
  translateAgain()
  await translate(place)
  expect(place.innerHTML).toBe('<font>READ ME</font>')
})
