import styles from './WalletButtons.module.css'

/** The place of the wallets until their script has come, so that nothing below them moves. */
export const WalletsLoading = ({ terms }: { terms: readonly string[] }) => (
  <div className={styles['place']} data-terms={terms.length > 0 || undefined} />
)
