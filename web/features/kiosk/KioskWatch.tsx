import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#web/platform/channel.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './KioskWatch.module.css'
import { leaveKiosk } from './leave.ts'

/** What a person does who is there. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'] as const

/**
 * Watches over a device that many use (H02): who does nothing for a while is asked whether they are there, any key or
 * touch says yes, and who does not answer is logged out and the device made ready for the next.
 */
export const KioskWatch = ({
  homeHref,
  asksAfterMs,
  leavesAfterMs,
}: { homeHref: string } & NonNullable<Channel['sharedDevice']>) => {
  const visit = useVisit()
  const [leavesAt, setLeavesAt] = useState<number>()
  const leaving = useRef(false)

  const leave = useRef(() => {
    if (leaving.current) return
    leaving.current = true
    void leaveKiosk(visit, homeHref)
  })

  useEffect(() => {
    let asking: ReturnType<typeof setTimeout>
    let end: ReturnType<typeof setTimeout>
    const begin = (): void => {
      clearTimeout(asking)
      clearTimeout(end)
      setLeavesAt(undefined)
      asking = setTimeout(() => {
        setLeavesAt(Date.now() + leavesAfterMs - asksAfterMs)
      }, asksAfterMs)
      end = setTimeout(() => {
        leave.current()
      }, leavesAfterMs)
    }
    // A page that the browser kept would show the person before.
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) location.reload()
    }
    for (const sign of signs) addEventListener(sign, begin, { passive: true, capture: true })
    addEventListener('pageshow', back)
    begin()
    return () => {
      clearTimeout(asking)
      clearTimeout(end)
      for (const sign of signs) removeEventListener(sign, begin, { capture: true })
      removeEventListener('pageshow', back)
    }
  }, [asksAfterMs, leavesAfterMs])

  if (leavesAt === undefined) return null
  return (
    <Modal
      title="Still there?"
      onClose={() => {
        setLeavesAt(undefined)
      }}
    >
      <div className={styles['ask']}>
        <p role="status">
          If not, you will be logged out, and what is in your basket let go, in{' '}
          {Math.round((leavesAfterMs - asksAfterMs) / 1000)} seconds. Any key or touch keeps you here.
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
            I'm still here
          </Button>
          <Button
            size="lg"
            variant="secondary"
            onPointerDown={(event) => {
              // The touch that asks to leave is no sign of staying.
              event.stopPropagation()
            }}
            onClick={() => {
              leave.current()
            }}
          >
            Finish now
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** The seconds, for the eye; the words above are for the ear. */
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
