import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import type { FromCardFields, ToCardFields } from '#contract/paymentFrames.ts'
import type { SavedCard } from '#contract/transactions.ts'
import * as messages from '#messages/shared/checkout.ts'
import * as partMessages from '#messages/shared/checkoutParts.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './CardFields.module.css'
import { readCardMessage, startMessage } from './cardFrame.ts'
import { CardRefusedError, type CardFormSession, type CardInput } from './cardInput.ts'
import { CardSkeleton } from './CardLoading.tsx'
import type { FieldErrors } from './checkoutErrors.ts'
import { inCardFields } from './checkoutFields.ts'
import { useCardLook } from './useCardLook.ts'

/** The card form must say that it is ready within this time, ms. */
const readyTimeoutMs = 15_000
/** Without a session the form is unavailable, unless a new one is begun within this time, ms. */
const sessionTimeoutMs = 1000
/** The provider must identify a card within this time, ms. */
const identifyTimeoutMs = 30_000

type PendingIdentify = {
  done: (message: Extract<FromCardFields, { type: 'card:done' }>) => void
  refuse: (error: CardRefusedError) => void
}

/**
 * The payment provider's card form, in a frame: card numbers never reach this page or our server. Every provider speaks
 * the messages of contract/paymentFrames.ts, so its script is loaded inside the frame only. Rendered in the browser only.
 */
export const CardFields = ({
  session,
  isPreparing,
  savedCard,
  cardholderName,
  onEnter,
  onInput,
  onEdited,
  onRetry,
  ref,
}: {
  session: CardFormSession | null
  /** A new session is on its way. */
  isPreparing: boolean
  /** Then only its security code is requested. */
  savedCard: SavedCard | null
  cardholderName: () => string
  /** Enter was pressed in a field. */
  onEnter: () => void
  /** The focus went into the frame. */
  onInput: () => void
  /** Something was typed into a field of the frame. */
  onEdited: (field: string) => void
  /** Prepares a session where there is none. */
  onRetry: () => void
  ref: Ref<CardInput>
}) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const pending = useRef<PendingIdentify | null>(null)
  const [ready, setReady] = useState(false)
  const [isUnavailable, setUnavailable] = useState(false)
  const [height, setHeight] = useState<number>()
  const readLook = useCardLook()
  const { sessionKey } = session ?? {}
  // A new session of the same provider keeps the frame and what was typed in it.
  const [address, setAddress] = useState(session?.paymentProviderConfiguration.fieldsUrl)
  const fieldsUrl = session?.paymentProviderConfiguration.fieldsUrl
  if (fieldsUrl !== undefined && fieldsUrl !== address) {
    setAddress(fieldsUrl)
    setReady(false)
    setUnavailable(false)
  }

  const post = useRef((message: ToCardFields): void => {
    const { current } = frame
    if (current === null) return
    current.contentWindow?.postMessage(message, new URL(current.src).origin)
  })

  const handle = useRef<(message: FromCardFields) => void>(() => undefined)
  useEffect(() => {
    handle.current = (message) => {
      const { current } = pending
      if (message.type === 'card:ready') setReady(true)
      else if (message.type === 'card:height') setHeight(message.height)
      else if (message.type === 'card:enter') onEnter()
      else if (message.type === 'card:edited') onEdited(message.field)
      else if (message.type === 'card:done') current?.done(message)
      else if (message.type === 'card:invalid') current?.refuse(new CardRefusedError(fieldErrorsOf(message)))
      else if (message.type === 'card:expired')
        current?.refuse(new CardRefusedError({}, { sessionExpired: true }))
      else if (current === null) setUnavailable(true)
      else current.refuse(new CardRefusedError({ card: [partMessages.cardCompanyUnreachable] }))
    }
  })

  // The frame says only once that it is ready, so it is rendered after this listener is there.
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (frame.current === null || source !== frame.current.contentWindow) return
      const message = readCardMessage(data)
      if (message !== null) handle.current(message)
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
    }
  }, [])

  const hasSession = session !== null
  useEffect(() => {
    if (isUnavailable || (hasSession ? ready : isPreparing)) return undefined
    const timer = setTimeout(
      () => {
        setUnavailable(true)
      },
      hasSession ? readyTimeoutMs : sessionTimeoutMs,
    )
    return () => {
      clearTimeout(timer)
    }
  }, [ready, hasSession, isPreparing, isUnavailable])

  // Before anyone can press: the frame passes over what it is to submit before it has its session.
  useLayoutEffect(() => {
    if (!ready || sessionKey === undefined) return
    setUnavailable(false)
    post.current(startMessage({ sessionKey }, savedCard, cardholderName(), readLook()))
  }, [ready, sessionKey, savedCard, cardholderName, readLook])

  // A frame takes the focus without an event on this page; only the window's blur can be seen.
  useEffect(() => {
    const handleBlur = (): void => {
      if (document.activeElement === frame.current) onInput()
    }
    window.addEventListener('blur', handleBlur)
    return () => {
      window.removeEventListener('blur', handleBlur)
    }
  }, [onInput])

  useImperativeHandle(
    ref,
    () => ({
      focusField: (field) => {
        frame.current?.focus()
        post.current({ type: 'card:focus', field })
      },
      identify: async ({ isQuiet = false } = {}) => {
        if (!ready || sessionKey === undefined) throw new CardRefusedError({ card: [messages.cardNotReady] })
        const identified = await new Promise<Extract<FromCardFields, { type: 'card:done' }>>(
          (resolve, reject) => {
            const timer = setTimeout(() => {
              reject(new CardRefusedError({ card: [partMessages.cardCompanyUnreachable] }))
            }, identifyTimeoutMs)
            const clear = (): void => {
              clearTimeout(timer)
              pending.current = null
            }
            pending.current = {
              done: (message) => {
                clear()
                resolve(message)
              },
              refuse: (error) => {
                clear()
                reject(error)
              },
            }
            post.current({ type: 'card:submit', cardholderName: cardholderName(), isQuiet })
          },
        )
        const { cardIdentifier, cardholderName: holder } = identified
        return savedCard === null
          ? { cardIdentifier, cardholderName: holder }
          : { savedCardId: savedCard.externalIdentifier, cardholderName: savedCard.cardHolderName }
      },
    }),
    [ready, sessionKey, savedCard, cardholderName],
  )

  return (
    <div className={styles['fields']} aria-busy={!ready && !isUnavailable}>
      {!ready && !isUnavailable ? <CardSkeleton savedCard={savedCard} /> : null}
      {isUnavailable ? (
        <div className={styles['unavailable']} role="alert">
          <p>{partMessages.cardUnavailable}</p>
          <Button
            variant="secondary"
            onClick={() => {
              setUnavailable(false)
              // Setting the same address reloads the frame. Where only the session is missing, what was typed stays.
              if (hasSession && frame.current !== null) {
                setReady(false)
                frame.current.src = frame.current.src.replace(/#.*$/, '')
              }
              onRetry()
            }}
          >
            {messages.tryAgain}
          </Button>
        </div>
      ) : null}
      {address === undefined ? null : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the form talks to its provider from its own origin
        <iframe
          ref={frame}
          className={ready && !isUnavailable ? styles['frame'] : styles['hidden']}
          src={address}
          title={partMessages.cardDetails}
          height={height ?? 320}
          allow="payment"
        />
      )}
    </div>
  )
}

/** What is wrong in the frame, by field, so that the summary can lead to each. The name is requested on this page. */
const fieldErrorsOf = ({
  message,
  errors,
}: Extract<FromCardFields, { type: 'card:invalid' }>): FieldErrors => {
  const entries = Object.entries(errors).map(([field, sentence]) => [`${inCardFields}.${field}`, [sentence]])
  return entries.length > 0
    ? (Object.fromEntries(entries) as FieldErrors)
    : { [inCardFields]: [message === '' ? partMessages.cardInvalid : message] }
}
