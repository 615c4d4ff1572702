import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followPresses } from './lastPress.ts'
import { keepPlaced } from './placeToasts.ts'

let stop: (() => void)[]

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal('innerHeight', 800)
  stop = [followPresses()]
})
afterEach(() => {
  for (const one of stop) one()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const placed = (element: HTMLElement, box: { x: number; y: number; width: number; height: number }) => {
  element.getBoundingClientRect = () => new DOMRect(box.x, box.y, box.width, box.height)
  return element
}

/** A row of a timetable: its text and price on the left, its button on the right. */
const aRow = (y: number, height = 80): HTMLElement => {
  const row = placed(document.createElement('li'), { x: 0, y, width: 1200, height })
  const button = placed(document.createElement('button'), { x: 1000, y: y + 20, width: 150, height: 40 })
  row.append(button)
  document.body.append(row)
  return button
}

/** Where the strip, 300 by 60 px at the left, is put after a press. */
const topAfterPress = (button: HTMLElement): number => {
  const shelf = placed(document.createElement('section'), { x: 20, y: 0, width: 300, height: 60 })
  document.body.append(shelf)
  button.click()
  stop.push(keepPlaced(shelf))
  return Number.parseFloat(shelf.style.getPropertyValue('--toasts-top'))
}

const low = 800 - 12 - 60
const high = 12

test('a message is at the lower end while the row that was pressed is elsewhere', () => {
  expect(topAfterPress(aRow(300))).toBe(low)
})

test('a message covers neither the price nor the changed line of the row that was pressed: it is at the upper end', () => {
  expect(topAfterPress(aRow(690))).toBe(high)
})

test('what fills the window is no row: only what was pressed in it is left free', () => {
  expect(topAfterPress(aRow(100, 700))).toBe(low)
})
