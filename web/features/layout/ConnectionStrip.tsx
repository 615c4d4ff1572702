import { useSyncExternalStore } from 'react'
import { offlineStrip } from '#messages/shared/connection.ts'
import { isOffline } from '#web/platform/api.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './ConnectionStrip.module.css'

/** Says at once that the device is offline, on every page, until it is online again. */
export const ConnectionStrip = () => {
  const offline = useSyncExternalStore(subscribe, isOffline, () => false)
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
