import { useState } from 'react'
import type { CustomerDocument } from '#contract/sessions.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'

const largestFile = 5 * 1024 * 1024

const accepted = ['image/jpeg', 'image/png', 'application/pdf'] as const
type MediaType = (typeof accepted)[number]

/** Sends a file somebody has chosen. What is plainly wrong is said before megabytes go over a slow line. */
export const useUpload = (documentType: string, onSent: (document: CustomerDocument) => void) => {
  const toasts = useToasts()
  const [problem, setProblem] = useState('')
  const [reading, setReading] = useState(false)
  const add = useCall(api.documents.add, {
    onSuccess: onSent,
    onFailure: (error) => {
      setProblem(Object.values(error.validationMessages)[0]?.[0] ?? error.message)
      toasts.failure(error, { inline: false })
    },
  })
  const send = async (file: File): Promise<void> => {
    setProblem('')
    if (!accepted.some((type) => type === file.type))
      return setProblem('Choose a JPEG or PNG picture, or a PDF.')
    if (file.size > largestFile) return setProblem('This file is larger than 5 MB. Choose a smaller one.')
    setReading(true)
    try {
      const contentBase64 = await base64Of(file)
      add.send({ documentType, fileName: file.name, mediaType: file.type as MediaType, contentBase64 })
    } catch {
      setProblem('This file could not be read. Choose it again, or another.')
    } finally {
      setReading(false)
    }
  }
  return { send, problem, busy: reading || add.requesting }
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve((typeof reader.result === 'string' ? reader.result : '').replace(/^[^,]*,/, ''))
    })
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('unreadable'))
    })
    reader.readAsDataURL(file)
  })
