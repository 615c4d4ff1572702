import type { checkout } from '#contract/checkout.ts'
import type { Sent } from '#contract/endpoint.ts'

type Facts = Pick<
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

/** What the card scheme wants banks to know of the browser when they decide whether to ask the person. */
export const browserInfo = (): Facts => ({
  browserColourDepth: screen.colorDepth,
  browserJavaEnabled: false,
  browserJavascriptEnabled: true,
  browserLanguage: navigator.language,
  browserScreenHeight: screen.height,
  browserScreenWidth: screen.width,
  browserTimezoneOffset: new Date().getTimezoneOffset(),
  // The scheme's name for 390 by 400, which is what the bank's page has here.
  challengeWindowSize: '02',
})
