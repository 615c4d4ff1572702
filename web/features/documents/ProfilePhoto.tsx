import { useToasts } from '#web/platform/useToasts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { FilePicker } from './FilePicker.tsx'
import styles from './ProfilePhoto.module.css'
import { useUpload } from './useUpload.ts'

/** The photo by which staff know somebody at the door, and a way to change it. */
export const ProfilePhoto = ({ address, name }: { address: string | null; name: string }) => {
  const toasts = useToasts()
  const { send, problem, busy } = useUpload('profile_photo', () => {
    toasts.show({ content: 'Your photo is changed.', colour: 'success', inline: false })
  })
  return (
    <div className={styles['photo']}>
      {address === null ? (
        <span className={styles['nobody']}>
          <Icon name="person" size={48} />
        </span>
      ) : (
        <img className={styles['picture']} src={address} alt={`You, ${name}`} width="96" height="96" />
      )}
      <div className={styles['words']}>
        <p>Staff see your photo when you come in. JPEG or PNG, 5 MB at most.</p>
        <FilePicker
          label={address === null ? 'Add a photo' : 'Change my photo'}
          accept="image/jpeg,image/png"
          busy={busy}
          problem={problem}
          onChosen={(file) => void send(file)}
        />
      </div>
    </div>
  )
}
