import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ErrorBlock, errorMessage } from './ErrorBlock.tsx'

describe('ErrorBlock', () => {
  test('B11: shows the standard message for the status', () => {
    expect(errorMessage(404)).toBe('Unable to complete request, item not found.')
    expect(errorMessage(403)).toBe('Unauthorised.')
    expect(errorMessage(500)).toBe('Something has gone wrong, please try again.')
    expect(errorMessage(418)).toBe('Something has gone wrong, please try again.')
    expect(errorMessage(undefined)).toBe('Something has gone wrong, please try again.')
  })

  test('B11: a caller may override a message, and the default', () => {
    expect(errorMessage(404, { 404: 'This class is gone.' })).toBe('This class is gone.')
    expect(errorMessage(418, {}, 'Short and stout.')).toBe('Short and stout.')
    expect(errorMessage(403, {}, 'Short and stout.')).toBe('Unauthorised.')
  })

  test('B11: an empty default shows nothing', () => {
    expect(renderToString(<ErrorBlock status={418} defaultMessage="" />)).toBe('')
    expect(renderToString(<ErrorBlock status={404} defaultMessage="" />)).toContain('item not found')
  })

  test('B10: is announced at once by screen readers', () => {
    expect(renderToString(<ErrorBlock status={500} />)).toContain('role="alert"')
  })
})
