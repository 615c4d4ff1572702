import { useState } from 'react'
import type { CatalogueEdit } from '#contract/office.ts'
import * as messages from '#messages/desk/drafts.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { NameAndReason } from './Drafts.tsx'
import styles from './Drafts.module.css'

/** Keeps edits for later, in a draft that is there or in a new one. */
export const AddToDraft = ({ edits }: { edits: readonly CatalogueEdit[] }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        onClick={() => {
          setIsOpen(true)
        }}
      >
        {messages.addToDraft}
      </Button>
      {isOpen ? (
        <ChooseDraft
          edits={edits}
          onClose={() => {
            setIsOpen(false)
          }}
        />
      ) : null}
    </>
  )
}

/** `onAdded`: without it, the draft is opened. */
export const ChooseDraft = ({
  edits,
  onClose,
  onAdded,
}: {
  edits: readonly CatalogueEdit[]
  onClose: () => void
  onAdded?: (draft: { id: number; name: string }) => void
}) => {
  const toasts = useToasts()
  const navigate = useNavigate()
  const { data, error } = useDeferredRead(api.drafts.list, {})
  const [chosen, setChosen] = useState<string | null>(null)
  const open = data?.filter(({ state }) => state === 'open') ?? []
  const draftId = chosen ?? String(open[0]?.id ?? '')
  const onSuccess = (draft: { id: number; name: string }) => {
    toasts.show({ content: messages.added(draft), colour: 'success', closeAfter: 5000 })
    if (onAdded === undefined) void navigate(deskLinks.drafts(draft.id))
    else onAdded(draft)
  }
  const begin = useCall(api.drafts.add, { onSuccess })
  const add = useCall(api.drafts.addEdits, { onSuccess })
  const call = draftId === '' ? begin : add
  const form = useForm(call, ({ text }) => {
    if (draftId === '') begin.send({ name: text('name'), reason: text('reason'), edits: [...edits] })
    else add.send({ draftId: Number(draftId), edits: [...edits] })
  })
  return (
    <Modal title={messages.addToDraft} onClose={onClose}>
      <form {...form} className={styles['form']}>
        <FormError error={call.error ?? error} />
        {data !== undefined && open.length > 0 ? (
          <SelectField
            label={messages.chooseDraft}
            value={draftId}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value)
            }}
          >
            {open.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="">{messages.anotherDraft}</option>
          </SelectField>
        ) : null}
        {data !== undefined && draftId === '' ? <NameAndReason errors={begin.validationMessages} /> : null}
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" size="lg" busy={call.requesting || data === undefined}>
            {messages.add}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
