import type { Draft } from '#contract/drafts.ts'
import * as messages from '#messages/desk/drafts.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Badge, Card, Empty, Section } from '#web/ui/Layout.tsx'
import styles from './Drafts.module.css'
import { Publications } from './Publications.tsx'

/** What is drafted and what was published. */
export const Drafts = () => {
  const { data } = useRead(api.drafts.list)
  return (
    <>
      <Section title={messages.drafts}>
        {data.length === 0 ? (
          <Empty title={messages.none}>
            <p>{messages.noneHelp}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['cards']}>
            {data.map((draft) => (
              <DraftCard key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
        <BeginDraft />
      </Section>
      <Publications />
    </>
  )
}

const DraftCard = ({
  draft: { id, name, reason, state, author, goesLiveAt, editCount },
}: {
  draft: Draft
}) => (
  <Card as="li" className={styles['card']}>
    <div className={styles['top']}>
      <Link className={styles['name']} to={deskLinks.drafts(id)}>
        {name}
      </Link>
      <Badge colour={state === 'scheduled' ? 'info' : 'plain'}>{messages.states[state]}</Badge>
    </div>
    {reason === '' ? null : <p>{reason}</p>}
    <p className={styles['quiet']}>
      {[messages.count(editCount), ...(author === null ? [] : [messages.by({ author })])].join(' · ')}
    </p>
    {goesLiveAt === null ? null : (
      <p>{messages.goesLive({ at: goesLiveAt.utc, zone: goesLiveAt.timezone })}</p>
    )}
  </Card>
)

const BeginDraft = () => {
  const toasts = useToasts()
  const navigate = useNavigate()
  const call = useCall(api.drafts.add, {
    onSuccess: (draft) => {
      toasts.show({ content: messages.begun(draft), colour: 'success', closeAfter: 5000 })
      void navigate(deskLinks.drafts(draft.id))
    },
  })
  const form = useForm(call, ({ text }) => {
    call.send({ name: text('name'), reason: text('reason') })
  })
  return (
    <details className={styles['more']}>
      <summary>{messages.begin}</summary>
      <form {...form} className={styles['form']}>
        <FormError error={call.error} />
        <NameAndReason errors={call.validationMessages} />
        <div className={styles['buttons']}>
          <Button type="submit" size="lg" busy={call.requesting}>
            {messages.begin}
          </Button>
        </div>
      </form>
    </details>
  )
}

export const NameAndReason = ({
  draft,
  errors,
}: {
  draft?: Pick<Draft, 'name' | 'reason'>
  errors: Readonly<Record<string, readonly string[]>>
}) => (
  <>
    <TextField
      label={messages.name}
      hint={messages.nameHint}
      name="name"
      maxLength={80}
      autoComplete="off"
      defaultValue={draft?.name}
      errors={errors['name']}
    />
    <TextField
      label={messages.reason}
      hint={messages.reasonHint}
      name="reason"
      maxLength={300}
      autoComplete="off"
      optional
      defaultValue={draft?.reason}
      errors={errors['reason']}
    />
  </>
)
