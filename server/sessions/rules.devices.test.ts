import { expect, it } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { deviceName } from './rules.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36 EdgA/140.0`,
    'Edge on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) EdgiOS/140.0 Mobile Safari/604.1`,
    'Edge on iPhone',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0 Safari/537.36 OPR/120.0`,
    'Opera on Mac',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) FxiOS/140.0 Safari/605.1.15', 'Firefox on iPad'],
  [`Mozilla/5.0 (X11; CrOS x86_64 16181) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Chromebook'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/140.0 Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Safari on Mac'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0 Safari/537.36`, 'Chrome on Linux'],
  ['Lynx/2.9 (X11; Linux)', 'Linux'],
  ['Firefox/140.0', 'Firefox'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(operatorMessages(), userAgent)).toBe(name)
})

it('has a name of its own where nothing is recognised', () => {
  expect(deviceName(operatorMessages(), 'curl/8.0')).not.toBe('')
  expect(deviceName(operatorMessages(), '')).toBe(deviceName(operatorMessages(), 'curl/8.0'))
})
