// Corrects the line numbers in docs/TOUR.md: a link [`name`](../file#L1) points to the line that defines `name`.
// Runs in the pre-commit hook. With --check it only reports stale links.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const page = join(import.meta.dirname, '..', 'docs/TOUR.md')
const text = readFileSync(page, 'utf8')
const problems = []

const corrected = text.replaceAll(/\[`(\w+)`\]\(([^)#]+)#L\d+\)/g, (link, name, file) => {
  const lines = readFileSync(join(dirname(page), file), 'utf8').split('\n')
  const definition = new RegExp(
    String.raw`^(export )?(const|async function|function|type|class) ${name}\b|^create (or replace )?function ${name}\(`,
  )
  const line = lines.findIndex((one) => definition.test(one)) + 1
  if (line === 0) problems.push(`${file} does not define ${name}`)
  return line === 0 ? link : `[\`${name}\`](${file}#L${line})`
})

if (process.argv.includes('--check') && corrected !== text)
  problems.push('docs/TOUR.md has stale line numbers: run node bin/tour.mjs')
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else if (corrected !== text) writeFileSync(page, corrected)
