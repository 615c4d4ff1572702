import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Each waits or computes for 20 seconds and more: begun last, it would go on alone when all others have ended. */
const longest = [
  'test/races/hoarding.test.ts',
  'test/races/takeover.test.ts',
  'server/openactive/dataset.test.ts',
  'test/fuzz/requests.test.ts',
]

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((file) => moduleId.endsWith(file))

/** Vitest's order, with the longest tests first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
