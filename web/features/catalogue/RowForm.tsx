import { useEffect, useRef, useState } from 'react'
import type { CatalogueEdit, CatalogueList, CatalogueRow, ImportReport } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckField, SelectField } from '#web/ui/Field.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AddToDraft } from './AddToDraft.tsx'
import styles from './Catalogue.module.css'
import { childrenOf, editsOf, emptyDraft, errorsByField, removalOf, rowAt } from './drafts.ts'
import type { Draft, Place } from './drafts.ts'
import { textOf, textsOf } from './choices.ts'
import { firstLine, firstPrice, listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import { nameOfRow } from './names.ts'
import type { ChosenPicture } from './PictureInput.tsx'
import { RowFields } from './RowFields.tsx'
import { ThemePreview } from './ThemePreview.tsx'

/** One thing of the catalogue: filled in, then looked at what it does, then saved. `place` null: a new one. */
export const RowForm = ({ list, place }: { list: CatalogueList; place: Place }) => {
  const { data } = useRead(api.office.catalogue)
  const isThere = place === null || rowAt(data.lists, list, place) !== undefined
  return isThere ? (
    <FilledForm list={list} place={place} current={data.lists} />
  ) : (
    <Empty title={messages.rowGone}>
      <Link className={buttonClass({ variant: 'secondary' })} to={deskLinks.catalogue(list)}>
        {messages.lists[list]?.title}
      </Link>
    </Empty>
  )
}

type Code = ImportReport['objections'][number]['code']

const FilledForm = ({ list, place, current }: { list: CatalogueList; place: Place; current: Lists }) => {
  const toasts = useToasts()
  const navigate = useNavigate()
  // From the first change on, what colleagues save does not move under it; the server says when that matters.
  const [filledIn, setFilledIn] = useState<{ lists: Lists; draft: Draft } | null>(null)
  const { lists, draft } = filledIn ?? { lists: current, draft: emptyDraft(current, list, place) }
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>([])
  const [requested, setRequested] = useState<{ edits: CatalogueEdit[]; isRemoval: boolean } | null>(null)
  const [accepted, setAccepted] = useState<Code[]>([])
  const check = useCall(api.office.changeCatalogue)
  const name = nameOfRow(list, draft.row, lists)
  const save = useCall(api.office.changeCatalogue, {
    onSuccess: () => {
      toasts.show({
        content: requested?.isRemoval === true ? messages.takenOut({ name }) : messages.added({ name }),
        colour: 'success',
        closeAfter: 5000,
      })
      void navigate(deskLinks.catalogue(listForms[list].isSingle === true ? undefined : list))
    },
  })
  const { fields, form } = listForms[list]
  const { error, validationMessages } = check.error === null ? save : check
  const errors = errorsByField(requested?.edits ?? [], place, validationMessages)
  const change = (more: Partial<Draft>) => {
    setFilledIn({ lists, draft: { ...draft, ...more } })
    setRequested(null)
    setAccepted([])
    check.reset()
    save.reset()
  }
  const ask = (edits: CatalogueEdit[], isRemoval: boolean) => {
    setRequested({ edits, isRemoval })
    setAccepted([])
    save.reset()
    check.send({ edits, pictures: sentPictures(pictures, edits), check: true, accept: [] })
  }
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const shared = {
    lists: current,
    errors,
    onPicture: (picture: ChosenPicture) => {
      setPictures([...pictures, picture])
    },
  }
  const isNewActivity = list === 'activities' && place === null
  const beginsWithLine = isNewActivity && draft.row['kind'] !== 'tickets'
  const headings = lists.activities.filter((root) => childrenOf(root).length > 0)
  const at = Array.isArray(draft.row['venues']) ? { venue: textsOf(draft.row['venues']).join(' ') } : {}
  return (
    <>
      <form
        ref={formRef}
        className={styles['form']}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!check.requesting) ask(editsOf(lists, list, place, draft), false)
        }}
      >
        <RowFields
          {...shared}
          {...{ fields, form, list }}
          row={draft.row}
          onChange={(row) => {
            change({ row })
          }}
        />
        {isNewActivity && headings.length > 0 ? (
          <SelectField
            label={messages.heading.label}
            hint={messages.heading.hint}
            value={draft.heading}
            onChange={({ currentTarget }) => {
              change({ heading: currentTarget.value })
            }}
          >
            <option value="">{messages.noChoice}</option>
            {headings.map((root) => (
              <option key={textOf(root['slug'])} value={textOf(root['slug'])}>
                {textOf(root['name'])}
              </option>
            ))}
          </SelectField>
        ) : null}
        {beginsWithLine ? (
          <>
            <h2>{messages.firstPrice}</h2>
            <RowFields
              {...shared}
              fields={firstPrice}
              form="csv"
              list="prices"
              prefix="price."
              row={draft.price}
              onChange={(price) => {
                change({ price })
              }}
            />
            <h2>{messages.firstLine}</h2>
            <p className={styles['hint']}>{messages.firstLineHelp}</p>
            <RowFields
              {...shared}
              fields={firstLine}
              form="csv"
              list="timetable"
              prefix="line."
              row={{ ...draft.line, ...at }}
              owner={draft.row}
              onChange={({ venue: _venue, ...line }) => {
                change({ line })
              }}
            />
          </>
        ) : null}
        {list === 'themes' ? (
          <ThemePreview
            row={draft.row}
            logo={logoOf(draft.row, pictures)}
            operatorName={textOf(current.operator[0]?.['name'])}
          />
        ) : null}
        <OtherErrors errors={errors} names={fieldsOfForm(list)} />
        {error === null || error.code === 'invalid' ? null : (
          <Notice colour="danger" role="alert">
            <p className={styles['problem']}>{error.message}</p>
          </Notice>
        )}
        <div className={styles['buttons']}>
          <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.catalogue(list)}>
            {messages.cancel}
          </Link>
          {place === null || listForms[list].isSingle === true ? null : (
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                ask(removalOf(lists, list, place), true)
              }}
            >
              {messages.takeOut}
            </Button>
          )}
          {check.data == null ? (
            <Button type="submit" size="lg" busy={check.requesting}>
              {messages.saveSteps}
            </Button>
          ) : null}
        </div>
      </form>
      <div className={styles['after']} aria-live="polite">
        {check.data == null || requested === null ? null : (
          <Effect
            report={check.data}
            edits={requested.edits}
            // A draft keeps rows alone.
            canBeDrafted={sentPictures(pictures, requested.edits).length === 0}
            removes={requested.isRemoval ? name : null}
            accepted={accepted}
            onAccept={setAccepted}
            busy={save.requesting}
            onSave={() => {
              save.send({
                edits: requested.edits,
                pictures: sentPictures(pictures, requested.edits),
                check: false,
                accept: accepted,
              })
            }}
          />
        )}
      </div>
    </>
  )
}

/** Those that a row names: of several that were chosen in turn the last one. */
const sentPictures = (pictures: readonly ChosenPicture[], edits: readonly CatalogueEdit[]) => {
  const text = JSON.stringify(edits)
  return pictures
    .filter(({ path }) => text.includes(JSON.stringify(path)))
    .map(({ path, contentBase64 }) => ({ path, contentBase64 }))
}

const logoOf = (row: CatalogueRow, pictures: readonly ChosenPicture[]): string | null => {
  const logo = row['logo']
  if (typeof logo !== 'string' || logo === '') return null
  return pictures.find(({ path }) => path === logo)?.address ?? (logo.startsWith('https://') ? logo : null)
}

const fieldsOfForm = (list: CatalogueList): ReadonlySet<string> =>
  new Set([
    ...listForms[list].fields.map((field) => field.name),
    ...firstPrice.map((field) => `price.${field.name}`),
    ...firstLine.map((field) => `line.${field.name}`),
  ])

/** What is wrong and has no field here. */
const OtherErrors = ({
  errors,
  names,
}: {
  errors: Readonly<Record<string, readonly string[]>>
  names: ReadonlySet<string>
}) => {
  const others = Object.entries(errors).filter(
    ([field]) => !names.has(field) && !names.has(field.split('.')[0] ?? ''),
  )
  return others.length === 0 ? null : (
    <Notice colour="danger" role="alert">
      {others.map(([field, sentences]) => (
        <p key={field}>{messages.otherErrors({ field, text: sentences.join(' ') })}</p>
      ))}
    </Notice>
  )
}

/** What the change does, before it is saved. */
const Effect = ({
  report,
  edits,
  canBeDrafted,
  removes,
  accepted,
  onAccept,
  busy,
  onSave,
}: {
  report: ImportReport
  edits: readonly CatalogueEdit[]
  canBeDrafted: boolean
  /** What is taken out. */
  removes: string | null
  accepted: readonly Code[]
  onAccept: (codes: Code[]) => void
  busy: boolean
  onSave: () => void
}) => {
  const { lines, lineCount, objections, summary } = report
  const may = useMay()
  const isAccepted = objections.every(({ code }) => accepted.includes(code))
  return (
    <section className={styles['effect']}>
      <h2>{messages.effectTitle}</h2>
      {removes === null ? null : <p>{messages.takeOutHelp}</p>}
      <p>{summary}</p>
      <ul className={styles['lines']} aria-label={messages.effectTitle}>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      {lineCount > lines.length ? <p>{messages.moreLines({ count: lineCount - lines.length })}</p> : null}
      {(may('settings') ? objections : []).map(({ code, text }) => (
        <CheckField
          key={code}
          checked={accepted.includes(code)}
          onChange={({ currentTarget: { checked } }) => {
            const others = accepted.filter((one) => one !== code)
            onAccept(checked ? [...others, code] : others)
          }}
        >
          {messages.acceptAnyway({ text })}
        </CheckField>
      ))}
      <div className={styles['buttons']}>
        {canBeDrafted ? <AddToDraft edits={edits} /> : null}
        {may('settings') ? (
          <Button size="lg" busy={busy} disabled={!isAccepted} onClick={onSave}>
            {removes === null ? messages.saveNow : messages.takeOutNow({ name: removes })}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
