import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Modal } from './Modal.tsx'
import { SidePanel } from './SidePanel.tsx'

const onClose = vi.fn<() => void>()

const Link = ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>

const dialogs = {
  Modal: (
    <Modal title="Cancel order" onClose={onClose}>
      <input />
    </Modal>
  ),
  SidePanel: (
    <SidePanel title="Badminton" closeTo="/times" onClose={onClose} Link={Link}>
      <input />
    </SidePanel>
  ),
}

describe.each(Object.entries(dialogs))('%s', (_, dialog) => {
  let place: HTMLElement
  let root: Root

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    onClose.mockClear()
    place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
    act(() => {
      root.render(dialog)
    })
  })
  afterEach(() => {
    act(() => {
      root.unmount()
    })
    place.remove()
    vi.unstubAllGlobals()
  })

  /** The events of a press with the mouse; the browser sends the click to what contains both ends. */
  const press = (from: string, to: string): void => {
    const target = from === to ? from : 'dialog'
    for (const [type, selector] of [
      ['pointerdown', from],
      ['pointerup', to],
      ['click', target],
    ] as const)
      act(() => {
        place.querySelector(selector)?.dispatchEvent(new MouseEvent(type, { bubbles: true }))
      })
  }

  test('a press outside closes it', () => {
    press('input', 'input')
    expect(onClose).not.toHaveBeenCalled()
    press('dialog', 'dialog')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['begins', 'dialog', 'input'],
    ['ends', 'input', 'dialog'],
  ])('a selection of text that %s outside leaves it open', (_end, from, to) => {
    press(from, to)
    expect(onClose).not.toHaveBeenCalled()
  })
})
