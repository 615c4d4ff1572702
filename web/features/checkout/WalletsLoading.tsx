import styles from './WalletButtons.module.css'

/** The place of the wallets until their script has come, so that nothing below them moves. */
export const WalletsLoading = () => <div className={styles['place']} />
