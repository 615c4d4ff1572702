import { useEffect, useSyncExternalStore } from 'react'
import { offlineStrip } from '#messages/shared/connection.ts'
import { isOffline } from '#web/platform/api.ts'
import { connectionCause } from '#web/platform/toasts.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './ConnectionStrip.module.css'

/** Says at once that the device is offline, on every page, until it is online again. */
export const ConnectionStrip = () => {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false)
  const { closeCause } = useToasts()
  // What failed for want of a connection is not said any more once there is one.
  useEffect(() => {
    if (!offline) closeCause(connectionCause)
  }, [offline, closeCause])
  return (
    <div role="status" className={styles['place']} data-edge="start">
      {offline ? (
        <p className={styles['strip']}>
          <Icon name="alert" size={18} />
          {offlineStrip}
        </p>
      ) : null}
    </div>
  )
}

const subscribe = (listener: () => void): (() => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener)
  }
}
