import { useEffect, useRef, useState } from 'react'
import { useServerNow } from '#web/platform/useServerNow.ts'
import type { ReadKey } from '#web/platform/readCache.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { announcement } from './countdown.ts'
import { useBasket } from './useBasket.ts'

/** A hold may last a moment longer on the server than here, so the basket is read again until it has ended. */
const rereadAfterMs = 2000

/** The places may be bookable for others now, so the timetable is read again too. */
const isAffected = ([, , resources]: ReadKey): boolean =>
  resources.includes('basket') || resources.includes('timetable')

/**
 * On every page, without anything to see: announces to screen readers how long the places are held, reads the basket
 * again when a hold has ended, and shows the basket's notices as toasts.
 */
export const HoldAnnouncer = () => {
  const { queries } = usePageContext()
  const toasts = useToasts()
  const basket = useBasket()
  const now = useServerNow(1000)
  const [announced, setAnnounced] = useState('')
  const before = useRef<number>(undefined)
  const isRereading = useRef(false)
  const expiresAt = basket?.expiresAt ?? null

  useEffect(() => {
    if (expiresAt === null) {
      before.current = undefined
      return
    }
    const left = Date.parse(expiresAt) - now
    const text = announcement(before.current, left)
    const isFresh = before.current === undefined || left > before.current
    before.current = left
    if (text !== null) setAnnounced(text)
    else if (isFresh) setAnnounced('')
    // One at a time: each starts running loads anew, so that on a slow connection none would ever end.
    if (left > 0 || isRereading.current) return
    isRereading.current = true
    void queries.invalidate(isAffected).then(() =>
      setTimeout(() => {
        isRereading.current = false
      }, rereadAfterMs),
    )
  }, [expiresAt, now, queries])

  const announcedKeys = useRef(new Set<string>())
  const notices = basket?.notices
  useEffect(() => {
    for (const { code, message, cartItemId } of notices ?? []) {
      const key = `${code} ${cartItemId ?? ''} ${message}`
      if (announcedKeys.current.has(key)) continue
      announcedKeys.current.add(key)
      toasts.show({ content: message, colour: 'info', closeAfter: 10000 })
    }
  }, [notices, toasts])

  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  )
}
