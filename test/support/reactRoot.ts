import { act } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'

/** For each test of a file, an element of the document in which `render` has React render. */
export const reactRoot = (): { element: HTMLElement; render: (content: ReactNode) => void } => {
  let element: HTMLElement
  let root: Root
  const render = (content: ReactNode): void => {
    act(() => {
      root.render(content)
    })
  }
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    element = document.body.appendChild(document.createElement('div'))
    root = createRoot(element)
  })
  afterEach(() => {
    act(() => {
      root.unmount()
    })
    element.remove()
    vi.unstubAllGlobals()
  })
  return {
    get element() {
      return element
    },
    render,
  }
}
