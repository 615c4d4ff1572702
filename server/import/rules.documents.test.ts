import { describe, expect, it } from 'vitest'
import type { PersonFile } from './files/types.ts'
import { normaliseProofs } from './rules.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const files: Record<string, Buffer> = { 'card.png': png, 'words.png': Buffer.from('not a picture') }

const proof = (file: string) => ({ key: file, type: 'student-card', file })

/** What is read of a person with these files, and what is reported. */
const read = (...names: string[]) => {
  const reported: string[] = []
  const value = { reference: 'P1', documents: names.map(proof) } as unknown as PersonFile
  const person = {
    value,
    report: (field: string, message: string) => void reported.push(`${field}: ${message}`),
  }
  const proofs = normaliseProofs([person], { asset: (name) => files[name] ?? null })
  return { proofs, reported }
}

describe('proofs of a person', () => {
  it('are read with what is in their files', () => {
    expect(read('card.png')).toEqual({
      proofs: [{ ...proof('card.png'), reference: 'P1', bytes: png, mediaType: 'image/png' }],
      reported: [],
    })
  })

  it('are reported one by one where a file is missing, or is no picture or PDF', () => {
    const { proofs, reported } = read('none.png', 'card.png', 'words.png')
    expect(proofs.map(({ file }) => file)).toEqual(['card.png'])
    expect(reported).toEqual([
      expect.stringMatching(/^documents\.0\.file: .*none\.png/),
      expect.stringMatching(/^documents\.2\.file: .*words\.png.*JPEG, PNG or PDF/),
    ])
  })
})
