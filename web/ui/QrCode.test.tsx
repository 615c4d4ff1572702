import { encode } from 'uqr'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QrCode } from './QrCode.tsx'

test('draws every dark module of the code, and nothing else', () => {
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(<QrCode text="7K2Q9X" label="Code 7K2Q9X" />)
  const { data, size } = encode('7K2Q9X', { ecc: 'M', border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  const drawn = place.querySelector('path')?.getAttribute('d') ?? ''
  expect(drawn.match(/M\d+ \d+/g)?.map((move) => move.slice(1))).toEqual(dark)
  const svg = place.querySelector('svg')
  expect(svg?.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  expect(svg?.getAttribute('aria-label')).toBe('Code 7K2Q9X')
})
