import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { PreparedCheckout, SavedCard } from '#contract/checkout.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Layout.tsx'
import { readCardMessage, startMessage, type CardMessage } from './cardFrame.ts'
import styles from './CardFields.module.css'
import { CardRefusedError, type Card } from './paymentFlow.ts'

/** A frame that has not said anything by then will not, ms. */
const frameTimeOutMs = 15_000
/** The company may be slow to name a card, but not this slow, ms. */
const namingTimeOutMs = 30_000

const notReady = 'The card form is not ready yet. Please wait a moment and try again.'
const notReached = 'The card company could not be reached. Nothing has been taken; please try again.'

type Naming = {
  done: (message: Extract<CardMessage, { type: 'card:done' }>) => void
  refuse: (error: CardRefusedError) => void
}

/**
 * The card company's own fields, in a frame: what is typed there never reaches this page or our server. Every company
 * speaks the same messages (cardFrame.ts), so that its script is loaded inside the frame and nowhere else.
 */
export const CardFields = ({
  session,
  savedCard,
  cardholderName,
  onEnter,
  onTyping,
  onRetry,
  ref,
}: {
  session: PreparedCheckout | null
  /** A card that is kept: only its security code is asked for. */
  savedCard: SavedCard | null
  cardholderName: () => string
  /** Enter was pressed in a field. */
  onEnter: () => void
  /** Somebody has gone into the fields. */
  onTyping: () => void
  /** Asks for a session where there is none. */
  onRetry: () => void
  ref: Ref<Card>
}) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const naming = useRef<Naming | null>(null)
  const [ready, setReady] = useState(false)
  const [late, setLate] = useState(false)
  const [height, setHeight] = useState<number>()
  const [live, setLive] = useState(false)
  const { sessionKey } = session ?? {}
  // The frame stays through a new session of the same company, and keeps what was typed.
  const [address, setAddress] = useState(session?.paymentProviderConfiguration.fieldsUrl)
  const wanted = session?.paymentProviderConfiguration.fieldsUrl
  if (wanted !== undefined && wanted !== address) {
    setAddress(wanted)
    setReady(false)
  }

  const post = useRef((message: object): void => {
    const { current } = frame
    if (current === null) return
    current.contentWindow?.postMessage(message, new URL(current.src).origin)
  })

  const heard = useRef<(message: CardMessage) => void>(() => undefined)
  useEffect(() => {
    heard.current = (message) => {
      const { current } = naming
      if (message.type === 'card:ready') setReady(true)
      else if (message.type === 'card:height') setHeight(message.height)
      else if (message.type === 'card:enter') onEnter()
      else if (message.type === 'card:done') current?.done(message)
      else if (message.type === 'card:invalid')
        current?.refuse(
          new CardRefusedError({
            cardFields: [message.message === '' ? 'Check the card details.' : message.message],
          }),
        )
      else if (message.type === 'card:expired')
        current?.refuse(new CardRefusedError({}, { sessionOver: true }))
      else if (current === null) setLate(true)
      else current.refuse(new CardRefusedError({ card: [notReached] }))
    }
  })

  // The frame is there only once somebody listens: it says once that it is ready.
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (frame.current === null || source !== frame.current.contentWindow) return
      const message = readCardMessage(data)
      if (message !== null) heard.current(message)
    }
    window.addEventListener('message', listen)
    setLive(true)
    return () => {
      window.removeEventListener('message', listen)
    }
  }, [])

  useEffect(() => {
    if (ready || !live || address === undefined) return undefined
    const timer = setTimeout(() => {
      setLate(true)
    }, frameTimeOutMs)
    return () => {
      clearTimeout(timer)
    }
  }, [ready, live, address])

  useEffect(() => {
    if (!ready || sessionKey === undefined) return
    setLate(false)
    post.current(startMessage({ sessionKey }, savedCard, cardholderName()))
  }, [ready, sessionKey, savedCard, cardholderName])

  // A frame takes the focus without telling the page; the window losing it is what can be seen.
  useEffect(() => {
    const left = (): void => {
      if (document.activeElement === frame.current) onTyping()
    }
    window.addEventListener('blur', left)
    return () => {
      window.removeEventListener('blur', left)
    }
  }, [onTyping])

  useImperativeHandle(
    ref,
    () => ({
      identify: async () => {
        if (!ready || sessionKey === undefined) throw new CardRefusedError({ card: [notReady] })
        const named = await new Promise<Extract<CardMessage, { type: 'card:done' }>>((resolve, reject) => {
          const timer = setTimeout(() => {
            reject(new CardRefusedError({ card: [notReached] }))
          }, namingTimeOutMs)
          const settle = (): void => {
            clearTimeout(timer)
            naming.current = null
          }
          naming.current = {
            done: (message) => {
              settle()
              resolve(message)
            },
            refuse: (error) => {
              settle()
              reject(error)
            },
          }
          post.current({ type: 'card:submit' })
        })
        const { cardIdentifier, cardholderName: holder } = named
        return savedCard === null
          ? { cardIdentifier, cardholderName: holder }
          : { savedCardId: savedCard.externalIdentifier, cardholderName: savedCard.cardHolderName }
      },
    }),
    [ready, sessionKey, savedCard],
  )

  return (
    <div className={styles['fields']} aria-busy={!ready && !late}>
      {!ready && !late ? (
        <div className={styles['waiting']}>
          <p className="visually-hidden">Loading the card form</p>
          <Skeleton lines={savedCard === null ? 3 : 1} />
        </div>
      ) : null}
      {late ? (
        <div className={styles['late']} role="alert">
          <p>The card form has not come.</p>
          <Button
            variant="secondary"
            onClick={() => {
              setLate(false)
              setReady(false)
              // The same address again loads the frame anew.
              if (frame.current !== null) frame.current.src = frame.current.src.replace(/#.*$/, '')
              onRetry()
            }}
          >
            Try again
          </Button>
        </div>
      ) : null}
      {live && address !== undefined ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the fields speak to their company as what they are
        <iframe
          ref={frame}
          className={ready && !late ? styles['frame'] : styles['hidden']}
          src={address}
          title="Card details"
          height={height ?? 320}
          allow="payment"
        />
      ) : null}
    </div>
  )
}
