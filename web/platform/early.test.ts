import { afterEach, expect, test, vi } from 'vitest'
import { doEarly } from './doEarly.ts'
import { earlyScript } from './keepEarly.ts'

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`Nothing is at ${selector}`)
  return found
}

/** The page as the server wrote it, with the script of its head run, and nobody listening yet. */
const arrive = (html: string): void => {
  document.body.innerHTML = html
  // As the browser runs it: from its text.
  // oxlint-disable-next-line typescript/no-implied-eval -- it is that text which is tested
  new Function(earlyScript)()
}

afterEach(() => {
  window.onsideEarly?.()
  delete window.onsideEarly
})

test('what was pressed before the page listened is done when it does, once', () => {
  arrive('<button id="add" type="button"><b>Add</b></button>')
  element('b').click()
  element('b').click()
  const pressed = vi.fn<() => void>()
  element('#add').addEventListener('click', pressed)
  doEarly()
  expect(pressed).toHaveBeenCalledTimes(1)
  element('b').click()
  doEarly()
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a form is sent by the page, not by the browser, with what was typed and the button that sent it', () => {
  arrive('<form method="post"><input name="email"><button name="how" value="log-in">Log in</button></form>')
  const input = element('input') as HTMLInputElement
  input.value = 'maya@example.test'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  element('button').click()
  const heard: unknown[] = []
  element('form').addEventListener('input', () => heard.push(input.value))
  element('form').addEventListener('submit', (event) => {
    event.preventDefault()
    heard.push([...new FormData(event.currentTarget as HTMLFormElement, event.submitter)])
  })
  doEarly()
  expect(heard).toEqual([
    'maya@example.test',
    [
      ['email', 'maya@example.test'],
      ['how', 'log-in'],
    ],
  ])
})

test('a search goes on by itself, and what is gone is not pressed', () => {
  arrive('<form action="/search"><button>Search</button></form><button id="gone" type="button">X</button>')
  let wasKept: boolean | undefined
  document.addEventListener(
    'submit',
    (event) => {
      wasKept = event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  element('form button').click()
  expect(wasKept).toBe(false)
  const gone = element('#gone')
  gone.click()
  const pressed = vi.fn<() => void>()
  gone.addEventListener('click', pressed)
  gone.remove()
  doEarly()
  expect(pressed).not.toHaveBeenCalled()
})
