import {
  act,
  createElement,
  startTransition,
  useLayoutEffect,
  useState,
  type ChangeEvent,
  type ReactNode,
} from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { replayEarlyEvents } from './replayEarlyEvents.ts'
import { captureScript } from './captureEarlyEvents.ts'

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`Nothing is at ${selector}`)
  return found
}

/** The server-rendered page after its inline script has run, before hydration. */
const arrive = (html: string): void => {
  document.body.innerHTML = html
  // Run from its text, as in the browser.
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
  new Function(captureScript)()
}

afterEach(() => {
  window.onsideEarlyEvents?.()
  delete window.onsideEarlyEvents
})

test('a click before hydration is replayed once', () => {
  arrive('<button id="add" type="button"><b>Add</b></button>')
  element('b').click()
  element('b').click()
  const pressed = vi.fn<() => void>()
  element('#add').addEventListener('click', pressed)
  replayEarlyEvents()
  expect(pressed).toHaveBeenCalledTimes(1)
  element('b').click()
  replayEarlyEvents()
  expect(pressed).toHaveBeenCalledTimes(2)
})

test('a click on the icon of a button before hydration is replayed', () => {
  arrive('<button type="button"><svg viewBox="0 0 24 24"><path d="M4 12h16"></path></svg></button>')
  element('path').dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const pressed = vi.fn<() => void>()
  element('button').addEventListener('click', pressed)
  replayEarlyEvents()
  expect(pressed).toHaveBeenCalledTimes(1)
})

test('a form submitted early is replayed with its input and its submit button', () => {
  arrive('<form method="post"><input name="email"><button name="how" value="log-in">Log in</button></form>')
  const input = element('input') as HTMLInputElement
  input.value = 'maya@example.test'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  element('button').click()
  const received: unknown[] = []
  element('form').addEventListener('input', () => received.push(input.value))
  element('form').addEventListener('submit', (event) => {
    event.preventDefault()
    received.push([...new FormData(event.currentTarget as HTMLFormElement, event.submitter)])
  })
  replayEarlyEvents()
  expect(received).toEqual([
    'maya@example.test',
    [
      ['email', 'maya@example.test'],
      ['how', 'log-in'],
    ],
  ])
})

test('a form with an action is submitted by the browser, and removed elements are not clicked', () => {
  arrive('<form action="/search"><button>Search</button></form><button id="gone" type="button">X</button>')
  let wasPrevented: boolean | undefined
  document.addEventListener(
    'submit',
    (event) => {
      wasPrevented = event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  element('form button').click()
  expect(wasPrevented).toBe(false)
  const gone = element('#gone')
  gone.click()
  const pressed = vi.fn<() => void>()
  gone.addEventListener('click', pressed)
  gone.remove()
  replayEarlyEvents()
  expect(pressed).not.toHaveBeenCalled()
})

test('React receives text, checkboxes and selections entered before hydration', () => {
  const received: string[] = []
  const fields = createElement(
    'form',
    null,
    createElement('input', {
      name: 'q',
      value: '',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => received.push(`text ${target.value}`),
    }),
    createElement('input', {
      type: 'checkbox',
      checked: false,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => received.push(`box ${target.checked}`),
    }),
    createElement(
      'select',
      {
        value: 'any',
        onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => received.push(`choice ${target.value}`),
      },
      createElement('option', null, 'any'),
      createElement('option', null, 'noon'),
    ),
  )
  arrive(`<div id="root">${renderToString(fields)}</div>`)
  const [text, box] = [element('[name=q]') as HTMLInputElement, element('[type=checkbox]')]
  text.value = 'yoga'
  text.dispatchEvent(new Event('input', { bubbles: true }))
  box.click()
  const choice = element('select') as HTMLSelectElement
  choice.value = 'noon'
  for (const type of ['input', 'change']) choice.dispatchEvent(new Event(type, { bubbles: true }))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  act(() => {
    hydrateRoot(element('#root'), fields)
  })
  act(() => {
    replayEarlyEvents()
  })
  expect(received).toEqual(['text yoga', 'box true', 'choice noon'])
})

test('a field that is left and then corrected before hydration keeps the correction', () => {
  arrive('<input name="email">')
  const input = element('input') as HTMLInputElement
  const enter = (value: string, ...types: string[]): void => {
    input.value = value
    for (const type of types) input.dispatchEvent(new Event(type, { bubbles: true }))
  }
  enter('maya@exmaple.test', 'input', 'change')
  enter('maya@example.test', 'input')
  const received: string[] = []
  for (const type of ['input', 'change'])
    input.addEventListener(type, () => received.push(`${type} ${input.value}`))
  replayEarlyEvents()
  expect(input.value).toBe('maya@example.test')
  expect(received).toEqual(['input maya@example.test', 'change maya@example.test'])
})

test('of radio buttons only the last choice before hydration is replayed', () => {
  const radios = ['card', 'account']
    .map(
      (value) => `<input type="radio" name="method" value="${value}"${value === 'card' ? ' checked' : ''}>`,
    )
    .join('')
  arrive(`<form>${radios}</form>`)
  element('[value=account]').click()
  element('[value=card]').click()
  const received: string[] = []
  element('form').addEventListener('change', ({ target }) =>
    received.push((target as HTMLInputElement).value),
  )
  replayEarlyEvents()
  expect(received).toEqual([])
})

/** Hydrates as the pages do: in a transition, so that events can arrive before it is complete. */
const beginHydration = (node: ReactNode): void => {
  startTransition(() => {
    hydrateRoot(element('#root'), node)
  })
}

test('what is pressed while React hydrates is handled once', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const received: string[] = []
  const Fields = () => {
    const [isUpdated, setUpdated] = useState(false)
    // Updates what is pressed before the replay.
    useLayoutEffect(() => {
      setUpdated(true)
    }, [])
    return createElement(
      'div',
      { className: isUpdated ? 'updated' : '' },
      createElement('button', { type: 'button', onClick: () => received.push('button') }),
      createElement('input', {
        type: 'checkbox',
        checked: false,
        className: isUpdated ? 'updated' : '',
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => received.push(`box ${target.checked}`),
      }),
      createElement('input', {
        name: 'q',
        value: '',
        className: isUpdated ? 'updated' : '',
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => received.push(`text ${target.value}`),
      }),
    )
  }
  arrive(`<div id="root">${renderToString(createElement(Fields))}</div>`)
  beginHydration(createElement(Fields))
  element('button').click()
  element('[type=checkbox]').click()
  const text = element('[name=q]') as HTMLInputElement
  text.value = 'yoga'
  text.dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() => {
    expect(element('.updated')).toBeTruthy()
  })
  replayEarlyEvents()
  expect(received).toEqual(['button', 'box true', 'text yoga'])
})
