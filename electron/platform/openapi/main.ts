import { createDocument } from './document.ts'

/**
 * `npm run openapi`: writes the platform as the client uses it, in OpenAPI 3.1, to standard output.
 */
process.stdout.write(`${JSON.stringify(createDocument(), null, 2)}\n`)
