import { expect, it } from 'vitest'
import { bytesOf, pictureNamed } from './rules.ts'

it('a picture is named by what it is of', () => {
  expect(pictureNamed('operator')).toEqual({ of: 'operator', id: 0 })
  expect(pictureNamed('venue-90001')).toEqual({ of: 'venue', id: 90001 })
  expect(pictureNamed('activity-101')).toEqual({ of: 'activity', id: 101 })
  for (const name of ['venue', 'venue-', 'venue-1x', 'xvenue-1', 'person-1', 'venue-1234567890', ''])
    expect(pictureNamed(name)).toBeNull()
})

it('its bytes are those of a data address', () => {
  const text = (address: string) => {
    const read = bytesOf(address)
    return read && [read.mediaType, Buffer.from(read.bytes).toString()]
  }
  expect(text('data:image/svg+xml,%3Csvg%2F%3E\n')).toEqual(['image/svg+xml', '<svg/>\n'])
  expect(text('data:image/png;base64,SGVsbG8=')).toEqual(['image/png', 'Hello'])
  expect(text('data:image/jpeg;base64,')).toEqual(['image/jpeg', ''])
  for (const other of ['https://onside.example/logo.png', 'data:text/html,x', 'xdata:image/png,x'])
    expect(text(other)).toBeNull()
})
