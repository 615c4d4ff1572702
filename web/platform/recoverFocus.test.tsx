import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoverFocus } from './recoverFocus.ts'

let stop: () => void

beforeEach(() => {
  stop = recoverFocus()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const show = (html: string): void => {
  document.body.innerHTML = html
}

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`${selector} is not on the page`)
  return element
}

const expectFocusOn = async (selector: string): Promise<void> => {
  await vi.waitFor(() => {
    expect(document.activeElement).toBe(find(selector))
  })
}

const list = `<main><h1 tabindex="-1">Family</h1><section><h2>Invitations</h2><ul>
  <li id="one"><button>Take back one</button></li><li id="two"><button>Take back two</button></li>
</ul></section></main>`

test('moves from a deleted row to the one that takes its place, and from the last to the heading', async () => {
  show(list)
  find('#one button').focus()
  find('#one').remove()
  await expectFocusOn('#two button')
  find('#two').remove()
  await expectFocusOn('h2')
})

test('moves from the last row to the one before it', async () => {
  show(list)
  find('#two button').focus()
  find('#two').remove()
  await expectFocusOn('#one button')
})

test('moves to the question that replaces a button in its row', async () => {
  show(list)
  find('#one button').focus()
  find('#one').innerHTML = '<div role="group"><button>Remove now</button></div>'
  await expectFocusOn('#one [role="group"] button')
})

test('returns from a closed message to where the person was', async () => {
  show(`${list}<div data-toasts><div><button>Close message</button></div></div>`)
  find('#two button').focus()
  find('[data-toasts] button').focus()
  find('[data-toasts] div').remove()
  await expectFocusOn('#two button')
})

test('leaves the focus to a component that moves it, and to a person who has left the element', async () => {
  show(list)
  find('#one button').focus()
  find('#one').remove()
  find('h1').focus()
  await new Promise((resolve) => {
    setTimeout(resolve, 150)
  })
  expect(document.activeElement).toBe(find('h1'))
  find('#two button').focus()
  find('#two button').blur()
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  find('#two').remove()
  await new Promise((resolve) => {
    setTimeout(resolve, 150)
  })
  expect(document.activeElement).toBe(document.body)
})
