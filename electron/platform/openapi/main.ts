import { createDocument } from './document.ts'

/** `npm run openapi`: the platform as the client speaks it, in OpenAPI 3.1, to standard output. */
process.stdout.write(`${JSON.stringify(createDocument(), null, 2)}\n`)
