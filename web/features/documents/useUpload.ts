import { useState } from 'react'
import type { CustomerDocument } from '#contract/sessions.ts'
import * as messages from '#messages/shared/documents.ts'
import { api } from '#web/platform/api.ts'
import { base64Of } from '#web/platform/base64Of.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { shrinkPicture } from './shrinkPicture.ts'

const maximumMegabytes = 5

const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
type MediaType = (typeof acceptedTypes)[number]

/** Uploads a file, pictures smaller. Type and size are checked first, so that a wrong file is refused without an upload. */
export const useUpload = (documentType: string, onSent: (document: CustomerDocument) => void) => {
  const toasts = useToasts()
  const [problem, setProblem] = useState('')
  const [reading, setReading] = useState(false)
  const add = useCall(api.documents.add, {
    onSuccess: onSent,
    onFailure: (error) => {
      setProblem(Object.values(error.validationMessages)[0]?.[0] ?? error.message)
      toasts.failure(error)
    },
  })
  const send = async (chosen: File): Promise<void> => {
    setProblem('')
    if (!acceptedTypes.some((type) => type === chosen.type)) return setProblem(messages.wrongType)
    setReading(true)
    try {
      const file = await shrinkPicture(chosen)
      if (file.size > maximumMegabytes * 1024 * 1024)
        return setProblem(messages.tooLarge({ megabytes: maximumMegabytes }))
      const contentBase64 = await base64Of(file)
      add.send({ documentType, fileName: file.name, mediaType: file.type as MediaType, contentBase64 })
    } catch {
      setProblem(messages.unreadable)
    } finally {
      setReading(false)
    }
  }
  return { send, problem, busy: reading || add.requesting }
}
