import { useId, useRef, useState } from 'react'
import * as messages from '#messages/desk/catalogue.ts'
import { base64Of } from '#web/platform/base64Of.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Catalogue.module.css'

/** A picture as it is sent beside the row that names it. */
export type ChosenPicture = { path: string; contentBase64: string; address: string }

/** A picture travels inside the answers that show it. */
const largestPicture = 200 * 1024

const endings: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/webp': 'webp',
}

export const PictureInput = ({
  label,
  hint,
  errors = [],
  name,
  value,
  onChange,
  onPicture,
}: {
  label: string
  hint: string | undefined
  errors: readonly string[] | undefined
  name: string
  value: string
  onChange: (value: string | null) => void
  onPicture: (picture: ChosenPicture) => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const ending = endings[file.type]
    const isUsable = ending !== undefined && file.size <= largestPicture
    setProblem(isUsable ? '' : messages.pictureTooLarge)
    if (!isUsable) return
    const contentBase64 = await base64Of(file)
    // Of its own content, so that a new picture is another file.
    const path = `assets/${name.toLowerCase()}-${file.size}-${file.lastModified % 100_000}.${ending}`
    onPicture({ path, contentBase64, address: `data:${file.type};base64,${contentBase64}` })
    onChange(path)
  }
  return (
    <fieldset className={styles['group']} aria-describedby={`${id}-hint ${id}-errors`}>
      <legend>{label}</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        {hint}
      </p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".svg,.png,.webp"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          void choose(file)
        }}
      />
      <p>
        {value === '' ? messages.noPicture : messages.pictureChosen({ name: value.replace('assets/', '') })}
      </p>
      <div className={styles['acts']}>
        <Button
          variant="secondary"
          onClick={() => {
            input.current?.click()
          }}
        >
          {messages.choosePicture}
        </Button>
        {value === '' ? null : (
          <Button
            variant="text"
            onClick={() => {
              onChange(null)
            }}
          >
            {messages.pictureRemoved}
          </Button>
        )}
      </div>
      <div role="alert" id={`${id}-errors`} className={styles['errors']}>
        {[...errors, problem].filter((text) => text !== '').join(' ')}
      </div>
    </fieldset>
  )
}
