import * as messages from '#messages/shared/errors.ts'
import { definePage } from '#web/platform/page.ts'
import { ErrorScreen } from './errorPages.tsx'

const load = async () => ({})

const NotFoundPage = () => <ErrorScreen outcome="not-found" />

export const page = definePage({ load, title: () => messages.notFoundTitle, Component: NotFoundPage })
