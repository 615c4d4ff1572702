import { z } from 'zod'
import { html, slug, text } from '#server/import/files/fields.ts'

/* Schema of restrictions.json: waivers, inductions and criteria, with their questions. */

/** Something to answer before one takes part. */
export const questionEntry = z.strictObject({
  slug,
  text: text(300),
  type: z.enum(['text', 'number', 'date', 'select', 'checkbox']).default('text'),
  /** What a `select` is chosen from, each as people read it. */
  options: z.array(text(120)).max(50).default([]),
  required: z.boolean().default(true),
})

/** What is asked of people before they may take part. */
export const restrictionEntry = z.strictObject({
  slug,
  kind: z.enum(['waiver', 'induction', 'criteria']),
  name: text(120),
  html: html.default(''),
  per: z.enum(['attendee', 'booking']).default('attendee'),
  validMonths: z.int().min(1).max(120).nullable().default(null),
  questions: z.array(questionEntry).max(30).default([]),
})
