import { useState } from 'react'
import * as messages from '#messages/desk/hirers.ts'
import styles from '#web/features/hirers/Hirers.module.css'
import { AddHirer } from '#web/features/hirers/HirerForm.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import type { LoaderArgs } from '#web/platform/page.ts'
import { useMay } from '#web/platform/permissions.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Table } from '#web/ui/Table.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ read }: LoaderArgs) => {
  await read(api.hirers.list)
  return {}
})

const OfficeHirersPage = () => {
  const {
    data: { hirers },
  } = useRead(api.hirers.list)
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const may = useMay()
  return (
    <Container>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      {isAdding ? (
        <Section title={messages.add}>
          <AddHirer
            onAdded={(id) => void navigate(deskLinks.hirer(id))}
            onCancel={() => {
              setAdding(false)
            }}
          />
        </Section>
      ) : (
        <div className={styles['page']}>
          <p className={styles['buttons']}>
            <Button
              size="lg"
              onClick={() => {
                setAdding(true)
              }}
            >
              {messages.add}
            </Button>
            {may('invoices') ? (
              <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.invoices()}>
                {messages.invoicesLink}
              </Link>
            ) : null}
          </p>
          <Table
            name={messages.title}
            form="stack"
            rows={hirers}
            rowKey={({ id }) => id}
            empty={
              <Empty title={messages.none}>
                <p>{messages.noneHelp}</p>
              </Empty>
            }
            columns={[
              {
                heading: messages.name,
                isRowHeading: true,
                cell: ({ id, name }) => <Link to={deskLinks.hirer(id)}>{name}</Link>,
              },
              {
                heading: messages.contactColumn,
                cell: ({ contact, phone }) => [contact, phone].filter(Boolean).join(', '),
              },
              { heading: messages.hiresColumn, isFigure: true, cell: ({ hires }) => hires },
              {
                heading: messages.nextColumn,
                cell: ({ nextDate }) =>
                  nextDate === null ? messages.noNext : messages.day({ day: nextDate }),
              },
            ]}
          />
        </div>
      )}
    </Container>
  )
}

export const page = defineStaffPage('hirers', {
  load,
  title: () => messages.title,
  Component: OfficeHirersPage,
})
