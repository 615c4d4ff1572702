// The limit: node:http answering the same bytes to whatever is asked. Prints the port it listens on.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, type, encoding] = process.argv.slice(2)
const body = readFileSync(file)
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Content-Encoding': encoding,
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
