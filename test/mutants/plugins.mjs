import { readFileSync } from 'node:fs'

/** Faults that no test could notice, each with the reason. `code` is the line it begins on, without its indentation. */
const equals = JSON.parse(readFileSync(new URL('./equal.json', import.meta.url), 'utf8'))

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim()

/** The text that a mutant replaces. */
const replaced = (source, { start, end }) => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines.push(lines.pop().slice(0, end.column - 1))
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

const readFaults = ({ files }) =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, location, replacement }) => {
      const { line } = location.start
      const code = source.split('\n')[line - 1].trim()
      const fault = `${oneLine(replaced(source, location))} → ${oneLine(replacement)}`
      const isEqual = equals.some(
        (equal) => equal.file === file && equal.code === code && equal.faults.includes(fault),
      )
      return { file, line, code, status, fault, isEqual }
    }),
  )

const isCaught = ({ status }) => status === 'Killed' || status === 'Timeout'
const isMissed = ({ status }) => status === 'Survived' || status === 'NoCoverage'

const percent = (part, all) => (all === 0 ? 100 : (100 * part) / all).toFixed(1)

const describe = (faults) => {
  const caught = faults.filter(isCaught).length
  const missed = faults.filter(isMissed)
  const equal = missed.filter(({ isEqual }) => isEqual).length
  const all = caught + missed.length
  return `${percent(caught + equal, all)} %: ${caught} of ${all} caught, ${equal} equal, ${missed.length - equal} missed`
}

/** `server/pricing/rules.ts` is of pricing. */
const nounOf = ({ file }) => file.split('/')[1]

const print = (line) => process.stdout.write(`${line}\n`)

const report = (faults) => {
  for (const { file, line, fault } of faults.filter((one) => isMissed(one) && !one.isEqual))
    print(`${file}:${line}: ${fault}`)
  const files = new Set(faults.map(({ file }) => file))
  for (const { file, code, faults: listed } of equals)
    for (const fault of files.has(file) ? listed : [])
      if (
        !faults.some((one) => isMissed(one) && one.file === file && one.code === code && one.fault === fault)
      )
        print(`${file}: no longer equal, take it off the list: ${fault}`)
  for (const noun of new Set(faults.map(nounOf)))
    print(`${noun}: ${describe(faults.filter((one) => nounOf(one) === noun))}`)
  print(`All: ${describe(faults)}`)
}

/** An empty list filled with a text is refused by the types before a test runs. */
const emptyLists = {
  shouldIgnore: (path) =>
    path.isArrayExpression() && path.node.elements.length === 0
      ? 'The types refuse a text in an empty list.'
      : undefined,
}

export const strykerPlugins = [
  { kind: 'Ignore', name: 'empty-lists', value: emptyLists },
  {
    kind: 'Reporter',
    name: 'missed',
    value: { onMutationTestReportReady: (all) => report(readFaults(all)) },
  },
]
