import type { SavedAudience } from '#contract/broadcasts.ts'
import * as messages from '#messages/desk/broadcasts.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Section } from '#web/ui/Layout.tsx'
import styles from './broadcasts.module.css'
import type { Wanted } from './WriteMessage.tsx'

/** The audiences of a venue that have a name. Choosing one fills in whom a message is for. */
export const SavedLists = ({ venue }: { venue: string }) => {
  const {
    data: { audiences },
  } = useRead(api.broadcasts.savedAudiences, { venue })
  if (audiences.length === 0) return null
  return (
    <Section title={messages.savedLists}>
      <p className={styles['quiet']}>{messages.savedListsHelp}</p>
      <ul role="list" className={styles['list']}>
        {audiences.map((audience) => (
          <SavedList key={audience.id} venue={venue} audience={audience} />
        ))}
      </ul>
    </Section>
  )
}

const idText = (id: number | null): string => (id === null ? '' : String(id))

const SavedList = ({ venue, audience }: { venue: string; audience: SavedAudience }) => {
  const { id, name, people, from, until, activityId, placeId, planId, hirerId } = audience
  const toasts = useToasts()
  const forget = useCall(api.broadcasts.forgetAudience, {
    onSuccess: () => {
      toasts.show({ content: messages.listDeleted({ name }), colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const address = deskLinks.messages({
    venue,
    people,
    from,
    until,
    activity: idText(activityId),
    place: idText(placeId),
    plan: idText(planId),
    hirer: idText(hirerId),
  })
  return (
    <li>
      <div>
        <p>
          <Link to={address}>{name}</Link>
        </p>
        <p className={styles['quiet']}>{messages.listDays({ people, from, until })}</p>
      </div>
      <Button
        variant="secondary"
        aria-label={messages.deleteListNamed({ name })}
        busy={forget.requesting}
        onClick={() => {
          forget.send({ audienceId: id })
        }}
      >
        {messages.deleteList}
      </Button>
    </li>
  )
}

/** Gives whom a message is for a name. One session is of one day, so a list has none. */
export const SaveList = ({ wanted }: { wanted: Omit<Wanted, 'sessionId'> }) => {
  const toasts = useToasts()
  const save = useCall(api.broadcasts.saveAudience, {
    onSuccess: ({ name }) => {
      toasts.show({ content: messages.listSaved({ name }), colour: 'success' })
    },
  })
  const form = useForm(save, ({ text }) => {
    save.send({ ...wanted, name: text('name') })
  })
  return (
    <form {...form} className={styles['saving']}>
      <TextField
        label={messages.listName}
        name="name"
        maxLength={60}
        autoComplete="off"
        errors={save.validationMessages['name']}
      />
      <Button type="submit" size="lg" variant="secondary" busy={save.requesting}>
        {messages.saveList}
      </Button>
      <FormError error={save.error} />
    </form>
  )
}
