import * as messages from '#messages/shared/checkout.ts'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './WalletButtons.module.css'

/** The place of the wallets until their script has come, so that nothing below them moves. */
export const WalletsLoading = ({ terms }: { terms: readonly string[] }) => (
  <div className={styles['place']} aria-hidden="true">
    {terms.length === 0 ? null : (
      <p className={styles['terms']}>
        <RichText message={messages.walletTerms} terms={messages.termsNamed({ names: terms })} />
      </p>
    )}
  </div>
)
