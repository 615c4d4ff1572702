import type { LoginDevice } from '#contract/devices.ts'
import { localDay, time } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/privacy.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './Privacy.module.css'

/** The browsers in which the person is logged in; each but this one can be logged out. */
export const LoggedInDevices = ({ zone }: { zone: string }) => {
  const { data: devices } = useRead(api.devices.list)
  const toasts = useToasts()
  const logOutOthers = useCall(api.devices.logOutOthers, {
    onSuccess: () => {
      toasts.show({ content: messages.othersLoggedOut, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Card>
      <div className={styles['part']}>
        <p>{messages.devicesHelp}</p>
        <ul role="list" className={styles['devices']}>
          {devices.map((device) => (
            <Device key={device.id} device={device} zone={zone} />
          ))}
        </ul>
        {devices.length < 2 ? null : (
          <Button
            variant="secondary"
            busy={logOutOthers.requesting}
            onClick={() => {
              logOutOthers.send({})
            }}
          >
            {messages.logOutOthers}
          </Button>
        )}
      </div>
    </Card>
  )
}

const Device = ({
  device: { id, name, lastUsedAt, isThis },
  zone,
}: {
  device: LoginDevice
  zone: string
}) => {
  const toasts = useToasts()
  const logOut = useCall(api.devices.logOut, {
    onSuccess: () => {
      toasts.show({ content: messages.deviceLoggedOut({ device: name }), colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const lastUsed = new Date(lastUsedAt)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>
          {isThis
            ? messages.thisDevice
            : messages.lastUsed({
                date: longDate(localDay(lastUsed, zone)),
                time: time(lastUsed, zone).format24Hour,
              })}
        </span>
      </div>
      {isThis ? null : (
        <Button
          variant="text"
          busy={logOut.requesting}
          aria-label={messages.logOutDeviceNamed({ device: name })}
          onClick={() => {
            logOut.send({ deviceId: id })
          }}
        >
          {messages.logOutDevice}
        </Button>
      )}
    </li>
  )
}
