import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastShelf, type ToastContent } from './Toast.tsx'

const toast = (changes: Partial<ToastContent> = {}): ToastContent => ({
  id: 1,
  content: 'Successfully added item to the basket.',
  colour: 'success',
  validationMessages: {},
  ...changes,
})

/** The simulated browser has no layout to observe. */
class NoLayout {
  observe(): void {}
  disconnect(): void {}
}

describe('ToastShelf', () => {
  let place: HTMLElement
  let root: Root
  const closed = vi.fn<(id: number) => void>()

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.stubGlobal('ResizeObserver', NoLayout)
    vi.useFakeTimers()
    closed.mockClear()
    place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  })
  afterEach(() => {
    act(() => {
      root.unmount()
    })
    place.remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const show = (...toasts: ToastContent[]): void => {
    act(() => {
      root.render(<ToastShelf toasts={toasts} onClose={closed} label="Messages" />)
    })
  }
  const wait = (ms: number): void => {
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  }

  test.each([3000, 5000, 10000])('I04: closes after %i ms', (closeAfter) => {
    show(toast({ closeAfter }))
    wait(closeAfter - 1)
    expect(closed).not.toHaveBeenCalled()
    wait(1)
    expect(closed).toHaveBeenCalledWith(1)
  })

  test('I04: the timer pauses on hover and focus', () => {
    show(toast({ closeAfter: 3000 }))
    const button = place.querySelector('button')
    act(() => {
      button?.focus()
    })
    wait(60_000)
    expect(closed).not.toHaveBeenCalled()
    act(() => {
      button?.blur()
    })
    wait(3000)
    expect(closed).toHaveBeenCalledWith(1)
  })

  test('its live regions are rendered before any message, so that the first is announced', () => {
    show()
    const polite = place.querySelector('[role=status]')
    const urgent = place.querySelector('[role=alert]')
    expect(polite?.textContent).toBe('')
    show(toast(), toast({ id: 2, colour: 'danger', content: 'Unauthorised.' }))
    expect(place.querySelector('[role=status]')).toBe(polite)
    expect(polite?.textContent).toContain('Successfully added')
    expect(urgent?.textContent).toContain('Unauthorised.')
  })

  test('I03: lists messages by field', () => {
    show(
      toast({
        colour: 'danger',
        content: 'Validation errors',
        validationMessages: { date_of_birth: ['This is not a day.'], 'items.0.quantity': ['At least one.'] },
      }),
    )
    expect([...place.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      'Date of birth',
      'Quantity',
    ])
    expect([...place.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      'This is not a day.',
      'At least one.',
    ])
  })
})
