import { useCallback, useEffect, useRef, type ComponentProps } from 'react'
import * as messages from '#messages/shared/login.ts'
import { links } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useHref } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { LoginForm } from './LoginForm.tsx'

/** The login form in a dialog over the current page. It leads on as well when the login happens in another tab. */
export const LoginDialog = ({
  onClose,
  onLoggedIn,
  ...form
}: ComponentProps<typeof LoginForm> & { onLoggedIn: () => void; onClose: () => void }) => {
  const { site, channel } = usePageContext()
  const href = useHref()
  const isLoggedIn = useCustomer() !== null
  const hasLeft = useRef(false)
  const latest = useRef(onLoggedIn)
  useEffect(() => {
    latest.current = onLoggedIn
  })
  const leave = useCallback((): void => {
    if (hasLeft.current) return
    hasLeft.current = true
    latest.current()
  }, [])
  useEffect(() => {
    if (isLoggedIn) leave()
  }, [isLoggedIn, leave])
  return isLoggedIn ? null : (
    <Modal title={messages.logIn} onClose={onClose}>
      <LoginForm
        {...form}
        {...(site === 'bookings' && channel.sharedDevice === undefined
          ? { findBookingHref: href(links.findBooking()) }
          : {})}
        onLoggedIn={leave}
      />
    </Modal>
  )
}
