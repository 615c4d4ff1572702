import { writeFileSync } from 'node:fs'

/**
 * A reporter of Vitest: writes the tests that passed only at the second try to the file that FLAKY_REPORT names, and
 * prints what went wrong at the first, which Vitest keeps to itself.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest takes reporters so
export default class FlakyReporter {
  #titles = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky !== true) return
    this.#titles.push(test.fullName)
    for (const { stack, message } of test.result().errors ?? [])
      console.log(`first try of "${test.fullName}":\n${stack ?? message}`)
  }

  onTestRunEnd() {
    const file = process.env['FLAKY_REPORT']
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#titles))
  }
}
