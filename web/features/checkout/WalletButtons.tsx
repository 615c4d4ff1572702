import { useEffect, useRef, useState } from 'react'
import type { ToWallets } from '#contract/paymentFrames.ts'
import type { PreparedCheckout } from '#contract/transactions.ts'
import { termsNamed, walletTerms } from '#messages/shared/checkout.ts'
import * as messages from '#messages/shared/checkoutParts.ts'
import { RichText } from '#web/ui/RichText.tsx'
import { useCardLook } from './useCardLook.ts'
import { readWalletMessage, startWallets, type WalletMessage, type WalletPayment } from './walletFrame.ts'
import styles from './WalletButtons.module.css'

/** Of one button, reserved until the frame says how tall it is, px. */
const usualHeight = 58

/**
 * The payment provider's wallets, such as Apple Pay, in a frame above the form: a wallet supplies name, e-mail and
 * postcode with the card. Rendered in the browser only, and shown only where the provider finds a wallet.
 */
export const WalletButtons = ({
  session,
  amount,
  formattedAmount,
  address,
  terms,
  isBusy,
  onPressed,
  onPay,
  onExpired,
}: {
  session: PreparedCheckout
  /** What is to be paid now, in pence. */
  amount: number
  formattedAmount: string
  address: string
  /** The names of what is accepted by paying. */
  terms: readonly string[]
  isBusy: boolean
  /** Whether the wallet may open; false once an error about the form is displayed. */
  onPressed: () => boolean
  onPay: (payment: WalletPayment) => void
  onExpired: () => void
}) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState(usualHeight)
  const readLook = useCardLook()

  const post = useRef((message: ToWallets): void => {
    const { current } = frame
    current?.contentWindow?.postMessage(message, new URL(current.src).origin)
  })
  const handle = useRef<(message: WalletMessage) => void>(() => undefined)
  useEffect(() => {
    handle.current = (message) => {
      if (message.type === 'wallet:ready') setReady(true)
      else if (message.type === 'wallet:height') setHeight(message.height)
      else if (message.type === 'wallet:pressed')
        post.current({ type: onPressed() ? 'wallet:open' : 'wallet:refuse' })
      else if (message.type === 'wallet:done') onPay(message.payment)
      else onExpired()
    }
  })
  // The frame says only once that it is ready, so it is rendered after this listener is there.
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (frame.current === null || source !== frame.current.contentWindow) return
      const message = readWalletMessage(data)
      if (message !== null) handle.current(message)
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
    }
  }, [])
  useEffect(() => {
    if (isReady) post.current(startWallets(session, amount, formattedAmount, readLook()))
  }, [isReady, session, amount, formattedAmount, readLook])

  return (
    <section
      className={height === 0 ? styles['hidden'] : styles['wallets']}
      aria-label={messages.wallets}
      inert={isBusy || height === 0}
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the wallet talks to its provider from its own origin */}
      <iframe
        ref={frame}
        className={styles['frame']}
        src={address}
        title={messages.wallets}
        height={height}
        allow="payment"
      />
      {terms.length === 0 ? null : (
        <p className={styles['terms']}>
          <RichText
            message={walletTerms}
            terms={<a href="#checkout-terms">{termsNamed({ names: terms })}</a>}
          />
        </p>
      )}
      <p className={styles['or']}>{messages.orFillIn}</p>
    </section>
  )
}
