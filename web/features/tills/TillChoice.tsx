import * as messages from '#messages/desk/tills.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import styles from './TillChoice.module.css'

/** Selects the till that this member of staff's takings are counted to. */
export const TillChoice = () => {
  const toasts = useToasts()
  const { data } = useDeferredRead(api.tills.list, {}, { when: false })
  const selectTill = useCall(api.tills.stand, {
    onSuccess: ({ current }) => {
      toasts.show({
        content:
          current === null
            ? messages.noTill
            : messages.usingTill({ till: current.name, venue: current.venueName }),
        colour: 'success',
        closeAfter: 5000,
      })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  if (data === undefined || data.tills.length === 0) return null
  const venues = [...new Set(data.tills.map(({ venueName }) => venueName))]
  return (
    <label className={styles['choice']}>
      <span className="visually-hidden">{messages.till}</span>
      <select
        className={styles['select']}
        value={String(data.current?.id ?? '')}
        aria-busy={selectTill.requesting || undefined}
        onChange={(event) => {
          const { value } = event.currentTarget
          selectTill.send({ tillId: value === '' ? null : Number(value) })
        }}
      >
        <option value="">{messages.noTill}</option>
        {venues.map((venue) => (
          <optgroup key={venue} label={venue}>
            {data.tills
              .filter(({ venueName }) => venueName === venue)
              .map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
