import type { Page } from '@playwright/test'

/** An authenticator of the browser's own, with a fingerprint that is always right. */
export const addAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
