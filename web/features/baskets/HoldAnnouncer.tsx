import { useEffect, useRef, useState } from 'react'
import { readAgain } from '#web/platform/queries.ts'
import { useScreen } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { announcement } from './countdown.ts'
import { useBasket } from './useBasketActions.ts'

/** The server may think the hold still stands for a moment longer than we do. */
const askAgainMs = 2000

/**
 * Stands on every page and shows nothing: says aloud at 5, 2, 1 and 0 minutes how long the places are held, asks for
 * the basket again when a hold has ended, and tells what the basket has to tell.
 */
export const HoldAnnouncer = () => {
  const { queries } = useVisit()
  const toasts = useToasts()
  const { routeName } = useScreen()
  const basket = useBasket()
  const now = useServerNow(1000)
  const [said, setSaid] = useState('')
  const before = useRef<number>(undefined)
  const askedAt = useRef(0)
  const expiresAt = basket?.expiresAt ?? null

  useEffect(() => {
    if (expiresAt === null) {
      before.current = undefined
      return
    }
    const left = Date.parse(expiresAt) - now
    const words = announcement(before.current, left)
    const isFresh = before.current === undefined || left > before.current
    before.current = left
    if (words !== null) setSaid(words)
    else if (isFresh) setSaid('')
    // What has ended is parked by the server, and others may have the places: look at both anew, until it is so.
    if (left > 0 || now - askedAt.current < askAgainMs) return
    askedAt.current = now
    readAgain(queries, ['basket', 'timetable'])
  }, [expiresAt, now, queries])

  const told = useRef(new Set<string>())
  const notices = basket?.notices
  useEffect(() => {
    for (const { code, message, cartItemId } of notices ?? []) {
      const name = `${code} ${cartItemId ?? ''} ${message}`
      if (told.current.has(name)) continue
      told.current.add(name)
      // The basket's own page shows what has lapsed where it stands.
      const inline = routeName !== 'BasketPage' || code !== 'hold_lapsed'
      toasts.show({ content: message, colour: 'info', closeAfter: 10000, inline })
    }
  }, [notices, toasts, routeName])

  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}
