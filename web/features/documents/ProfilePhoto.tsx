import * as messages from '#messages/account/details.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FilePicker } from './FilePicker.tsx'
import styles from './ProfilePhoto.module.css'
import { useUpload } from './useUpload.ts'

/** The photo by which staff recognise a customer, with a button to add or change it. */
export const ProfilePhoto = ({ address, name }: { address: string | null; name: string }) => {
  const toasts = useToasts()
  const { send, problem, busy } = useUpload('profile_photo', () => {
    toasts.show({ content: messages.photoUpdated, colour: 'success' })
  })
  return (
    <div className={styles['photo']}>
      {address === null ? (
        <span className={styles['placeholder']}>
          <Icon name="person" size={48} />
        </span>
      ) : (
        <img
          className={styles['picture']}
          src={address}
          alt={messages.photoOf({ name })}
          width="96"
          height="96"
        />
      )}
      <div className={styles['words']}>
        <p>{messages.photoHelp}</p>
        <FilePicker
          label={address === null ? messages.addPhoto : messages.changePhoto}
          accept="image/jpeg,image/png"
          busy={busy}
          problem={problem}
          onChosen={(file) => void send(file)}
        />
      </div>
    </div>
  )
}
