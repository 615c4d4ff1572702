import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#web/platform/channel.ts'
import * as messages from '#messages/bookings/kiosk.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './KioskWatch.module.css'
import { LeavingKiosk } from './LeavingKiosk.tsx'

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const

/**
 * Resets a shared device after inactivity (H02): asks first, any key or touch continues, and otherwise logs out and
 * returns to the start page.
 */
export const KioskWatch = ({
  homeHref,
  promptAfterMs,
  logOutAfterMs,
}: { homeHref: string } & NonNullable<Channel['sharedDevice']>) => {
  const [leavesAt, setLeavesAt] = useState<number>()
  const [resetsAt, setResetsAt] = useState<number>()
  const [isLeaving, setIsLeaving] = useState(false)
  const finishButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    let askTimer: ReturnType<typeof setTimeout>
    let endTimer: ReturnType<typeof setTimeout>
    let endsAt = Infinity
    const restart = (): void => {
      clearTimeout(askTimer)
      clearTimeout(endTimer)
      setLeavesAt(undefined)
      endsAt = Date.now() + logOutAfterMs
      // A pointer on its way renders once a second at most.
      setResetsAt(Math.ceil(endsAt / 1000) * 1000)
      askTimer = setTimeout(() => {
        setLeavesAt(Date.now() + logOutAfterMs - promptAfterMs)
      }, promptAfterMs)
      endTimer = setTimeout(() => {
        setIsLeaving(true)
      }, logOutAfterMs)
    }
    const onActivity = ({ target }: Event): void => {
      // Timers stand still while a device sleeps; who wakes it may be the next person.
      if (Date.now() > endsAt) {
        setIsLeaving(true)
        return
      }
      // A press on this button is no activity: it would close the dialog before the click.
      if (!(target instanceof Node && finishButton.current?.contains(target))) restart()
    }
    // A page from the back/forward cache would show the previous person's data.
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload()
    }
    for (const event of activityEvents) addEventListener(event, onActivity, { passive: true, capture: true })
    addEventListener('pageshow', onPageShow)
    restart()
    return () => {
      clearTimeout(askTimer)
      clearTimeout(endTimer)
      for (const event of activityEvents) removeEventListener(event, onActivity, { capture: true })
      removeEventListener('pageshow', onPageShow)
    }
  }, [promptAfterMs, logOutAfterMs])

  if (isLeaving) return <LeavingKiosk homeHref={homeHref} />
  if (leavesAt === undefined)
    return resetsAt === undefined ? null : (
      <ResetTimer to={resetsAt} maximumSeconds={Math.round(logOutAfterMs / 1000)} />
    )
  return (
    <Modal
      title={messages.stillThere}
      onClose={() => {
        setLeavesAt(undefined)
      }}
    >
      <div className={styles['ask']}>
        <p role="status">
          {messages.leavingIn({ seconds: Math.round((logOutAfterMs - promptAfterMs) / 1000) })}
        </p>
        <Countdown to={leavesAt} />
        <div className={styles['acts']}>
          <Button
            size="lg"
            data-autofocus
            onClick={() => {
              setLeavesAt(undefined)
            }}
          >
            {messages.stay}
          </Button>
          <Button
            ref={finishButton}
            size="lg"
            variant="secondary"
            onClick={() => {
              setIsLeaving(true)
            }}
          >
            {messages.finish}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** How long no one need touch the screen, always in sight. `to` is rounded up, and this clock ticks once a second. */
const ResetTimer = ({ to, maximumSeconds }: { to: number; maximumSeconds: number }) => (
  <section className={styles['reset']} data-edge="end" aria-label={messages.timeLeft}>
    <p role="timer">{messages.resetsIn({ seconds: Math.min(useSecondsTo(to), maximumSeconds) })}</p>
  </section>
)

/** Whole seconds until an instant of this device's clock, never below 0. */
const useSecondsTo = (to: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 1000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return Math.max(0, Math.ceil((to - now) / 1000))
}

/** The seconds left; screen readers hear the sentence above instead. */
const Countdown = ({ to }: { to: number }) => {
  const [left, setLeft] = useState(() => to - Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(to - Date.now())
    }, 250)
    return () => {
      clearInterval(timer)
    }
  }, [to])
  return (
    <p className={styles['seconds']} aria-hidden="true">
      {Math.max(0, Math.ceil(left / 1000))}
    </p>
  )
}
