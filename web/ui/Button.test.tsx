import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { Button, buttonClass, type ButtonLook } from './Button.tsx'

describe('Button', () => {
  test('B12: primary, secondary and text look different', () => {
    const looks = (['primary', 'secondary', 'text'] as const).map((variant) => buttonClass({ variant }))
    expect(new Set(looks).size).toBe(3)
  })

  test('B12: any other variant throws an error', () => {
    expect(() => buttonClass({ variant: 'danger' as unknown as NonNullable<ButtonLook['variant']> })).toThrow(
      /primary, secondary, text/,
    )
    expect(() => renderToString(<Button variant={'link' as unknown as 'text'}>Go</Button>)).toThrow(
      /not link/,
    )
  })

  test('B12: sm, md and lg are the only sizes', () => {
    const sizes = (['sm', 'md', 'lg'] as const).map((size) => buttonClass({ size }))
    expect(new Set(sizes).size).toBe(3)
    expect(() => buttonClass({ size: 'xl' as unknown as 'lg' })).toThrow(/not xl/)
  })

  test('submits a form only with type submit', () => {
    expect(renderToString(<Button>Go</Button>)).toContain('type="button"')
    expect(renderToString(<Button type="submit">Go</Button>)).toContain('type="submit"')
  })

  test('B12: raises for an empty variant', () => {
    expect(() => renderToString(<Button variant={'' as unknown as 'primary'}>Go</Button>)).toThrow(
      'A button is primary, secondary, text',
    )
  })

  test('ignores clicks while busy, and keeps focus', () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const pressed = vi.fn<() => void>()
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    act(() => {
      root.render(
        <Button busy onClick={pressed}>
          Pay
        </Button>,
      )
    })
    const button = place.querySelector('button')
    button?.focus()
    act(() => {
      button?.click()
    })
    expect(pressed).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button?.getAttribute('aria-busy')).toBe('true')
    act(() => {
      root.unmount()
    })
    vi.unstubAllGlobals()
  })
})
