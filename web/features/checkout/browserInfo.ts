import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'

type BrowserInfo = Pick<
  Sent<typeof checkout.authorise>,
  | 'browserColourDepth'
  | 'browserJavaEnabled'
  | 'browserJavascriptEnabled'
  | 'browserLanguage'
  | 'browserScreenHeight'
  | 'browserScreenWidth'
  | 'browserTimezoneOffset'
  | 'challengeWindowSize'
>

/** What the card scheme (EMV 3-D Secure) passes to the bank, which decides by it whether to challenge. */
export const browserInfo = (): BrowserInfo => ({
  browserColourDepth: screen.colorDepth,
  browserJavaEnabled: false,
  browserJavascriptEnabled: true,
  browserLanguage: navigator.language,
  browserScreenHeight: screen.height,
  browserScreenWidth: screen.width,
  browserTimezoneOffset: new Date().getTimezoneOffset(),
  // 390 × 400 px, the size of the bank's frame here.
  challengeWindowSize: '02',
})
