import type { Config } from '#server/platform/config.ts'
import { createAppleSigner, getDemoCertificates } from './apple.ts'
import { createGoogleLinks } from './google.ts'
import type { PassProvider } from './port.ts'

export type { PassProvider } from './port.ts'

/**
 * The wallets of the settings. Beside the demo's card company passes are signed by a certificate of this server's own,
 * which phones do not trust.
 */
export const choosePasses = ({ passes, cards }: Pick<Config, 'passes' | 'cards'>): PassProvider => ({
  apple:
    passes.apple === null
      ? cards === 'demo'
        ? createAppleSigner(getDemoCertificates)
        : null
      : createAppleSigner(() => passes.apple),
  google: passes.google === null ? null : createGoogleLinks(passes.google),
})
